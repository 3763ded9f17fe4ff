import type { Hono, Context as Request } from 'hono'
import * as api from '../../shared/api/push.ts'
import type { Context } from '../context.ts'
import {
  type Device,
  isDeviceOn,
  turnDeviceOff,
  turnDeviceOn,
} from '../domain/notification-subscriptions.ts'
import { ApiRoutes, collectionId } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { requireUser } from '../http/session.ts'

export function pushRoutes(context: Context): Hono<Env> {
  const { database, push } = context
  return new ApiRoutes()
    .serve(api.getPush, async (c) => ({
      isOn: await isDeviceOn(database, deviceOf(c)),
      publicKey: push.publicKey,
    }))
    .serve(api.turnPushOn, async (c, input) => {
      const device = deviceOf(c)
      await turnDeviceOn(context, device, await input())
    })
    .serve(api.turnPushOff, async (c) => {
      await turnDeviceOff(database, deviceOf(c))
    })
}

function deviceOf(c: Request<Env, '/collections/:id/push'>): Device {
  return {
    userId: requireUser(c).id,
    sessionToken: c.get('sessionToken') ?? '',
    collectionId: collectionId(c.req.param('id')),
  }
}

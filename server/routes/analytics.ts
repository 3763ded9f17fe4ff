import type { Hono, Context as Request } from 'hono'
import { sendEvents } from '../../shared/api/analytics.ts'
import { AppError } from '../../shared/errors.ts'
import type { Context } from '../context.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import { limitBodyTo } from '../http/body-limit.ts'
import type { Env } from '../http/env.ts'
import { limited } from '../http/limited.ts'

const KILOBYTE = 1024

/** 404 when analytics are not configured. Drops events of browsers that ask not to be tracked. */
export function analyticsRoutes(context: Context): Hono<Env> {
  const { analytics } = context
  return new ApiRoutes().serve(
    sendEvents,
    [limitBodyTo(8 * KILOBYTE), limited(context, 'events from address')],
    async (c, input) => {
      if (!analytics) throw new AppError('not-found', 'En esta instalación no se mide nada.')
      const batch = await input()
      if (!asksForPrivacy(c)) analytics.send(batch)
    },
  )
}

/** Global Privacy Control, 3.2; Do Not Track, 5.2. */
function asksForPrivacy(c: Request): boolean {
  return c.req.header('Sec-GPC') === '1' || c.req.header('DNT') === '1'
}

import { Hono, type Context as Request } from 'hono'
import { analyticsBatch } from '../../shared/analytics.ts'
import { AppError } from '../../shared/errors.ts'
import type { Context } from '../context.ts'
import { limitBodyTo } from '../http/body-limit.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { limited } from '../http/limited.ts'

const KILOBYTE = 1024

/**
 * `POST /analytics`: hands on what somebody agreed to have measured. 204 at once, whatever becomes of
 * it; 404 where nothing is measured. Who is signed in is not looked at, and whose browser asks not to
 * be tracked is not measured, whatever its page says.
 */
export function analyticsRoutes(context: Context): Hono<Env> {
  const { analytics } = context
  return new Hono<Env>().post(
    '/analytics',
    limitBodyTo(8 * KILOBYTE),
    limited(context, 'events from address'),
    async (c) => {
      if (!analytics) throw new AppError('not-found', 'En esta instalación no se mide nada.')
      const batch = await jsonBody(c, analyticsBatch)
      if (!asksForPrivacy(c)) analytics.send(batch)
      return c.body(null, 204)
    },
  )
}

/** Global Privacy Control, 3.2; Do Not Track, 5.2. */
function asksForPrivacy(c: Request): boolean {
  return c.req.header('Sec-GPC') === '1' || c.req.header('DNT') === '1'
}

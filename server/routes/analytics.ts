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
 * `POST /analytics`: forwards events of people who consented. 204 at once, whether they can be delivered or not;
 * 404 when analytics are not configured. The session is not read. Browsers that ask not to be tracked are not
 * measured, whatever their page sends.
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

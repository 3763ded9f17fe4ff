import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Context } from '../context.ts'
import type { Env } from './env.ts'

export function measured({ metrics, log }: Context) {
  return createMiddleware<Env>(async (c, next) => {
    const began = performance.now()
    const answered = metrics.requestBegan()
    await next()
    const answer = { method: c.req.method, route: routePath(c), status: c.res.status }
    answered(answer)
    const ms = Math.round(performance.now() - began)
    log.debug({ requestId: c.get('requestId'), ...answer, ms }, 'request')
  })
}

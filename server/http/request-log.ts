import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { trustedProxyMatcher } from './client-address.ts'
import type { Env } from './env.ts'

const HEADER = 'X-Request-Id'
const SANE = /^[\w-]{1,64}$/

/** The id of a trusted proxy is used if it is short and plain, so that it cannot forge log lines. */
export function requestId(config: Config) {
  const isOfOurs = trustedProxyMatcher(config)
  return createMiddleware<Env>(async (c, next) => {
    const given = isOfOurs(c) ? c.req.header(HEADER) : undefined
    const id = given !== undefined && SANE.test(given) ? given : randomUUID()
    c.set('requestId', id)
    c.header(HEADER, id)
    await next()
  })
}

export function measured({ metrics, log }: Context) {
  return createMiddleware<Env>(async (c, next) => {
    const began = performance.now()
    const responseBegan = metrics.requestBegan()
    await next()
    const handled = { method: c.req.method, route: routePath(c), status: c.res.status }
    responseBegan(handled)
    const ms = Math.round(performance.now() - began)
    log.debug({ requestId: c.get('requestId'), ...handled, ms }, 'request')
  })
}

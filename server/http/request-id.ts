import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import type { Env } from './env.ts'

const HEADER = 'X-Request-Id'
const SANE = /^[\w-]{1,64}$/

/**
 * Gives each request an id, which its answer and its lines in the log carry. Behind a proxy the one it comes
 * with is taken over, if it is short and plain: nothing else can be written into the log by it.
 */
export function requestId({ trustedProxy }: Config) {
  return createMiddleware<Env>(async (c, next) => {
    const given = trustedProxy === undefined ? undefined : c.req.header(HEADER)
    const id = given !== undefined && SANE.test(given) ? given : randomUUID()
    c.set('requestId', id)
    c.header(HEADER, id)
    await next()
  })
}

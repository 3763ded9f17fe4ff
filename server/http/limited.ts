import { createMiddleware } from 'hono/factory'
import type { Context } from '../context.ts'
import type { Limit } from '../domain/limits.ts'
import type { Env } from './env.ts'

/**
 * Counts each request under the address it comes from, and refuses one too many (A5).
 *
 * @example app.get('/users/exists', limited(context, 'look-ups from address'), (c) => …)
 */
export function limited({ limits }: Context, limit: Limit) {
  return createMiddleware<Env>(async (c, next) => {
    await limits.count(limit, c.get('address'))
    await next()
  })
}

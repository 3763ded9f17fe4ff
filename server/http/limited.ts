import { createMiddleware } from 'hono/factory'
import type { Context } from '../context.ts'
import { type Limit, tooManyAttempts } from '../domain/limits.ts'
import type { Env } from './env.ts'
import { requireUser } from './session.ts'

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

/** Counts each request under the person who asks, and refuses one too many (A5), or one that comes from nobody. */
export function limitedToPerson({ limits }: Context, limit: Limit) {
  return createMiddleware<Env>(async (c, next) => {
    await limits.count(limit, requireUser(c).id)
    await next()
  })
}

/** When those under way will be done, more or less. */
const SOON = 1000 // ms

/** Refuses a request of a person who waits for the answers to `most` others: a person's work is done one by one. */
export function limitedAtOnce(most: number) {
  const underWay = new Map<string, number>()

  return createMiddleware<Env>(async (c, next) => {
    const { id } = requireUser(c)
    const others = underWay.get(id) ?? 0
    if (others >= most) throw tooManyAttempts(SOON)
    underWay.set(id, others + 1)
    try {
      await next()
    } finally {
      const left = (underWay.get(id) ?? 1) - 1
      if (left > 0) underWay.set(id, left)
      else underWay.delete(id)
    }
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { createMiddleware } from 'hono/factory'
import { SECOND } from '../../shared/time.ts'
import type { Context } from '../context.ts'
import { type Limit, tooManyAttempts } from '../domain/limits.ts'
import type { Env } from './env.ts'
import { requireUser } from './session.ts'

/** Middleware that limits the requests of a client address (A5). */
export function limited({ limits }: Context, limit: Limit) {
  return createMiddleware<Env>(async (c, next) => {
    await limits.count(limit, c.get('address'))
    await next()
  })
}

/** Middleware that limits the requests of a person (A5). Rejects requests without a session. */
export function limitedToPerson({ limits }: Context, limit: Limit) {
  return createMiddleware<Env>(async (c, next) => {
    await limits.count(limit, requireUser(c).id)
    await next()
  })
}

const SOON = 1 * SECOND // Retry-After: roughly when the requests under way will be done
/** Beyond this many waiting refusals, further ones are sent at once, because each holds a connection. */
const MAX_LATE_REFUSALS = 1_000

/**
 * Middleware that rejects a request while `max` others of the same person are under way (A5). It waits before it
 * rejects, because clients retry at once.
 */
export function limitedAtOnce(max: number, refuseLate = lateRefusals()) {
  const underWay = new Map<string, number>()

  return createMiddleware<Env>(async (c, next) => {
    const { id } = requireUser(c)
    const others = underWay.get(id) ?? 0
    if (others >= max) {
      await refuseLate()
      throw tooManyAttempts(SOON)
    }
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

/** Returns a function that waits `ms`, or not at all while `max` calls of it wait. */
export function lateRefusals(ms = SOON, max = MAX_LATE_REFUSALS): () => Promise<void> {
  let waiting = 0
  return async () => {
    if (waiting >= max) return
    waiting++
    await sleep(ms)
    waiting--
  }
}

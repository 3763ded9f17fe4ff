import { setTimeout as sleep } from 'node:timers/promises'
import { createMiddleware } from 'hono/factory'
import { SECOND } from '../../shared/time.ts'
import type { Context } from '../context.ts'
import { type Limit, tooManyAttempts } from '../domain/limits.ts'
import type { Env } from './env.ts'
import { requireUser } from './session.ts'

/** Limits the requests of a client address (A5). */
export function limited({ limits }: Context, limit: Limit) {
  return createMiddleware<Env>(async (c, next) => {
    await limits.count(limit, c.get('address'))
    await next()
  })
}

/** Limits the requests of a person (A5). Throws AppError('not-signed-in'). */
export function limitedToPerson({ limits }: Context, limit: Limit) {
  return createMiddleware<Env>(async (c, next) => {
    await limits.count(limit, requireUser(c).id)
    await next()
  })
}

const RETRY_AFTER = 1 * SECOND // roughly when the requests under way will be done
const MAX_LATE_REFUSALS = 1_000 // further refusals are sent at once, because each waiting one holds a connection

/** Rejects a request while `max` of the same person run (A5), after a wait, because clients retry at once. */
export function limitedAtOnce(max: number, refuseLate = lateRefusals()) {
  const underWay = new Map<string, number>()

  return createMiddleware<Env>(async (c, next) => {
    const { id } = requireUser(c)
    const others = underWay.get(id) ?? 0
    if (others >= max) {
      await refuseLate()
      throw tooManyAttempts(RETRY_AFTER)
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

/** Returns a function that waits `ms`, or not at all while `max` of its calls wait. */
export function lateRefusals(ms = RETRY_AFTER, max = MAX_LATE_REFUSALS): () => Promise<void> {
  let waiting = 0
  return async () => {
    if (waiting >= max) return
    waiting++
    await sleep(ms)
    waiting--
  }
}

import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { PushAnswer } from '../../shared/sync.ts'
import { id } from '../../shared/validation.ts'
import type { Context } from '../context.ts'
import { applyMutations } from '../domain/mutations.ts'
import { currentCursor, hasSeen } from '../domain/sync/changes.ts'
import type { Env } from '../http/env.ts'
import { jsonBody } from '../http/json-body.ts'
import { limitedAtOnce } from '../http/limited.ts'
import { requireUser } from '../http/session.ts'

/**
 * `POST /sync/mutations` `{mutations: [{id, name, args, version}]}` -> `{cursor, outcomes}`, one for each, in
 * order (S7); `cursor` sees them all (S8). A refused mutation is an outcome, not an error of the request.
 */
export function mutationRoutes(context: Context): Hono<Env> {
  const { database, feed, limits, now, log, metrics } = context
  return new Hono<Env>().post('/sync/mutations', limitedAtOnce(MOST_REQUESTS), async (c) => {
    const { id: personId } = requireUser(c)
    const { mutations } = await jsonBody(c, batch)
    await limits.countTimes('changes of person', mutations.length, personId)
    const before = await currentCursor(database, personId)
    const requestId = c.get('requestId')
    const onFault = (error: unknown) =>
      log.error({ error: String(error), requestId }, 'mutation refused')
    for (const { id } of mutations) metrics.mutationCame(id, now())
    const outcomes = await applyMutations({ database, onFault }, mutations, {
      personId,
      now: now(),
    })
    feed.wake()
    const after = await currentCursor(database, personId)
    // A restore in between may have lost the mutations: then no server continues from `before`.
    const cursor = (await hasSeen(database, before)) ? after : before
    return c.json({ cursor, outcomes } satisfies PushAnswer)
  })
}

/** Requests of one person at once. Each device sends one after the other, but a cancelled one may still run. */
const MOST_REQUESTS = 10
const MOST_AT_ONCE = 100

const batch = z.object({
  mutations: z
    .array(
      z.object({
        id,
        name: z.string().check(z.maxLength(100)),
        args: z.unknown(),
        version: z.optional(z.int().check(z.positive())),
      }),
      'mutations debe ser una lista.',
    )
    .check(z.maxLength(MOST_AT_ONCE, `Se pueden enviar hasta ${MOST_AT_ONCE} cambios a la vez.`)),
})

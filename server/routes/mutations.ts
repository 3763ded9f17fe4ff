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
    // Put back in between, the database may lack what was done: no server continues from `before` then.
    const cursor = (await hasSeen(database, before)) ? after : before
    return c.json({ cursor, outcomes } satisfies PushAnswer)
  })
}

/** Each of a person's devices sends one request after the other; one that it gave up may still be under way. */
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

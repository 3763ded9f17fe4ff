import type { Hono } from 'hono'
import { pushMutations } from '../../shared/api/mutations.ts'
import type { Context } from '../context.ts'
import { applyMutations } from '../domain/mutations.ts'
import { currentCursor, hasSeen } from '../domain/sync/changes.ts'
import { ApiRoutes } from '../http/api-routes.ts'
import type { Env } from '../http/env.ts'
import { limitedAtOnce } from '../http/limited.ts'
import { requireUser } from '../http/session.ts'

/** Receives the changes that a replica pushes (S7, S9). */
export function mutationRoutes(context: Context): Hono<Env> {
  const { database, feed, notices, limits, now, log, metrics } = context
  return new ApiRoutes().serve(pushMutations, [limitedAtOnce(MOST_REQUESTS)], async (c, input) => {
    const { id: personId } = requireUser(c)
    const { mutations, answered } = await input()
    await limits.countTimes('changes of person', mutations.length, personId)
    const start = await currentCursor(database, personId)
    // The server acknowledged changes that a restore then lost: this push must not come before them (S7).
    if (answered !== undefined && !(await hasSeen(database, answered))) {
      return { restart: 'other-epoch' as const, outcomes: [] }
    }
    const requestId = c.get('requestId')
    const onFault = (error: unknown) =>
      log.error({ error: String(error), requestId }, 'mutation refused')
    for (const { id } of mutations) metrics.mutationReceived(id, now())
    const actor = { personId, now: now() }
    const applied = await applyMutations({ database, onFault }, mutations, actor, start)
    feed.wake()
    notices.soon()
    return applied
  })
}

/** A person's pushes at once. Each device sends one after the other, but a cancelled one may still run. */
const MOST_REQUESTS = 10

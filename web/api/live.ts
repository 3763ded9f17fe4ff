/* The live queries of this page, on the replica or the server. Without a live replica, a visible page polls. */
import type * as z from 'zod/mini'
import { runQuery } from '../../shared/api/queries.ts'
import { hasCode } from '../../shared/errors.ts'
import type { NamedQuery } from '../../shared/named-query.ts'
import { createLiveQueries, type LiveRow } from './live-queries.ts'
import { type LocalReplica, localReplica, untilOpen } from './local-replica.ts'
import { persistResults } from './persisted-results.ts'
import { announceChange, onChange, queryCache } from './query-cache.ts'
import { request } from './request.ts'
import { scriptUrlOfPage, sessionEnded } from './session.ts'

const REFRESH_MS = 4_000
/** While the replica has not caught up, queries wait this long for the server alone. */
const BEHIND_MS = 1_000

export const live = createLiveQueries(async (name, json, signal) => {
  try {
    return await fetchResult(name, json, signal)
  } catch (error) {
    if (hasCode(error, 'not-signed-in')) sessionEnded()
    throw error
  }
})

/** Runs a query once, on the same source as `useQuery`. Throws AppError. */
export async function askOnce<Args extends z.ZodMiniType, Answer>(
  query: NamedQuery<Args, Answer>,
  args: z.input<Args>,
): Promise<Answer> {
  const answer = await fetchResult(query.name, JSON.stringify(args), new AbortController().signal)
  return answer as Answer
}

/** Without `isSure` asks only the replica, to leave the network to requested data. */
export function prefetch<Args extends z.ZodMiniType, Answer>(
  query: NamedQuery<Args, Answer>,
  args: z.input<Args>,
  { isSure = false } = {},
): Promise<void> {
  if (!isSure && !localReplica()?.isPreferred()) return Promise.resolve()
  return live.prefetch(query.name, JSON.stringify(args))
}

onChange(live.refresh)
window.addEventListener('online', announceChange)
document.addEventListener('visibilitychange', refreshVisible)
window.addEventListener('pagehide', persistSeen)
setInterval(refreshVisible, REFRESH_MS)

function refreshVisible(): void {
  if (document.visibilityState === 'visible') live.poll(!localReplica()?.isLive())
  persistSeen()
}

let kept: LiveRow[] = []

function persistSeen(): void {
  const person = queryCache.owner()
  const seen = live.seen()
  const isKept = seen.length === kept.length && seen.every((row) => kept.includes(row))
  if (person === null || isKept) return
  kept = seen
  persistResults(person, scriptUrlOfPage(), seen, localStorage)
}

/** Screens must never go back in time: until the replica has caught up, the server is asked. */
async function fetchResult(name: string, json: string, signal: AbortSignal): Promise<unknown> {
  const person = queryCache.owner() ?? undefined
  const replica = localReplica()
  if (replica?.isPreferred()) return byReplica(replica)
  const giveUp = new AbortController()
  const stop = () => giveUp.abort()
  signal.addEventListener('abort', stop)
  // A slow server must not hold up a person whose replica is ready by now.
  let isLate = false
  const stopIfReplicaCan = () => {
    if (isLate ? localReplica()?.isReady() : localReplica()?.isPreferred()) stop()
  }
  const stopWaiting = onChange(stopIfReplicaCan)
  const lateTimer = setTimeout(() => {
    isLate = true
    stopIfReplicaCan()
  }, BEHIND_MS)
  try {
    return await byServer(giveUp.signal)
  } catch (error) {
    // Offline the program starts before its replica is open.
    if (hasCode(error, 'unavailable')) await untilOpen(signal)
    const filled = localReplica()
    if (signal.aborted || !filled?.isReady()) throw error
    return byReplica(filled)
  } finally {
    signal.removeEventListener('abort', stop)
    stopWaiting()
    clearTimeout(lateTimer)
  }

  async function byReplica(replica: LocalReplica): Promise<unknown> {
    try {
      return await replica.runQuery(name, JSON.parse(json))
    } catch (error) {
      if (!hasCode(error, 'internal')) throw error
      return byServer(signal)
    }
  }

  function byServer(until: AbortSignal): Promise<unknown> {
    const input = { args: json }
    // Another tab may have signed in as another person meanwhile.
    return request(runQuery, { params: { name }, input, signal: until, as: person })
  }
}

import { withTimeout } from '../../shared/async.ts'
import { type LocalReplica, localReplica } from '../api/local-replica.ts'
import { startReplica } from '../replica/replica.ts'

const OPENING_LIMIT = 40_000 // ms

/**
 * Returns this tab's replica, and opens it when no screen has: a sign-out counts its unsent changes and deletes its data.
 * Rejects after 40 s.
 */
export async function openLocalReplica(personId: string): Promise<LocalReplica> {
  const open = localReplica()
  if (open) return open
  const replica = startReplica(personId)
  const firstState = new Promise<void>((resolve) => {
    const stop = replica.onState(() => {
      stop()
      resolve()
    })
  })
  await withTimeout(firstState, OPENING_LIMIT)
  const opened = localReplica()
  if (!opened) throw new Error('The replica has a state and is not set')
  return opened
}

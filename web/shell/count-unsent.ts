import { withTimeout } from '../../shared/async.ts'
import { localReplica } from '../api/local-replica.ts'
import { createOutbox } from '../replica/outbox.ts'
import { startReplica } from '../replica/replica.ts'

const OPENING_LIMIT = 40_000 // ms

/**
 * Returns the number of changes that a sign-out would delete. Opens the replica when no screen has, because the sign-out
 * deletes its data; rejects if that takes 40 s.
 */
export async function countUnsent(personId: string): Promise<number> {
  if (!localReplica()) await openReplica(personId)
  const replica = localReplica()
  if (!replica) throw new Error('The replica has a state and is not set')
  if (!replica.isOpening()) return replica.unsent()
  // Its changes are unknown until it is open. Without storage there are none.
  const onDisk = await createOutbox(personId)
    .all()
    .catch(() => [])
  return onDisk.length
}

/** Resolves when the replica has a state. */
async function openReplica(personId: string): Promise<void> {
  const replica = startReplica(personId)
  const firstState = new Promise<void>((resolve) => {
    const stop = replica.onState(() => {
      stop()
      resolve()
    })
  })
  await withTimeout(firstState, OPENING_LIMIT)
}

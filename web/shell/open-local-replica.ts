import { withTimeout } from '../../shared/async.ts'
import { type LocalReplica, localReplica } from '../api/local-replica.ts'
import { startReplica } from '../replica/replica.ts'

const OPENING_LIMIT = 40_000 // ms

/** Opens it for signing out if no screen has: it knows unsent changes and deletes the data. Rejects after 40 s. */
export async function openLocalReplica(personId: string): Promise<LocalReplica> {
  const open = localReplica()
  if (open) return open
  const replica = startReplica(personId)
  const stated = new Promise<void>((resolve) => {
    const stop = replica.onState(() => {
      stop()
      resolve()
    })
  })
  await withTimeout(stated, OPENING_LIMIT)
  const opened = localReplica()
  if (!opened) throw new Error('The replica has a state and is not set')
  return opened
}

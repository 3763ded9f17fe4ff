import { DAY } from '../../shared/time.ts'
import { readKnownUser } from '../api/known-user.ts'
import { type LeftData, removeMark } from '../api/left-data.ts'
import { postToServiceWorker } from '../api/service-worker-messages.ts'
import { deleteStatements } from '../api/statement-store.ts'
import { createOutbox, deleteOutbox } from './outbox.ts'
import { deleteReplicas } from './stored-replicas.ts'
import { lockOf } from './tabs.ts'

/** Unsent changes wait for this time for a person whose session has ended. */
const KEPT_FOR = 30 * DAY

/**
 * Deletes the replicas of people whose session has ended, and their outbox if it is empty or has waited for 30
 * days. Each waits until no tab runs that person's replica: a change may be on its way into the outbox.
 */
export async function clearLeftData(left: readonly LeftData[], now: Date): Promise<void> {
  if (readKnownUser() === null) void postToServiceWorker('forget-organiser')
  await Promise.all(left.map((one) => whenUnused(one.personId, () => clear(one, now))))
}

async function clear({ personId, since }: LeftData, now: Date): Promise<void> {
  if (readKnownUser()?.id === personId) return // signed in again while this waited
  await deleteReplicas(personId)
  await deleteStatements(personId)
  const unsent = await createOutbox(personId).all()
  if (unsent.length > 0 && now.getTime() - since.getTime() < KEPT_FOR) return
  await deleteOutbox(personId)
  removeMark(personId, localStorage)
}

async function whenUnused(personId: string, work: () => Promise<void>): Promise<void> {
  // Without locks this browser never held a replica.
  if (navigator.locks) await navigator.locks.request(lockOf(personId), work)
  else await work()
}

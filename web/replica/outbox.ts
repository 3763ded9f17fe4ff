/*
 * Changes that this person made and the server has not confirmed. Nothing else in the browser is
 * irreplaceable, so they have an IndexedDB database of their own, apart from the replica, which may be
 * thrown away. A change counts as kept only when the disk has it. Only the owner of the replica uses it (S11).
 */
import type { Clock } from '../../shared/async.ts'
import type { Refusal } from '../../shared/named-mutation.ts'
import { createDatabase, deleteDatabase } from '../outbox/database.ts'
import { createDurableQueue, type DurableQueue } from '../outbox/durable-queue.ts'
import type { Pending } from './pending.ts'

/** A pending change; a refused one stays, with the reason, until it is retried or discarded (S9). */
export type OutboxEntry = Pending & {
  refusal: Refusal | null
  /** Ids of earlier changes that this one superseded before they were sent. */
  supersededIds?: readonly string[]
  /** The server did it before the rows that the copy has, and has yet to say whether it refused it. */
  isInRows?: boolean
}

export type Outbox = DurableQueue<OutboxEntry>

const STORE = 'entries'

/** The outbox of `personId` in this browser. Methods throw AppError 'unavailable' without storage. */
export function createOutbox(personId: string, databases?: IDBFactory, clock?: Clock): Outbox {
  const stores = { [STORE]: { keyPath: 'id' } }
  const database = createDatabase({ name: nameFor(personId), stores, databases, clock })
  return createDurableQueue({ database, store: STORE, clock })
}

/** Returns the entry of this change, or the one that superseded it. */
export function entryOf(entries: readonly OutboxEntry[], id: string): OutboxEntry | undefined {
  return entries.find((entry) => entry.id === id || entry.supersededIds?.includes(id))
}

/** Deletes the outbox of `personId` and everything in it from this browser (S10). */
export function deleteOutbox(personId: string, databases?: IDBFactory): Promise<void> {
  return deleteDatabase(nameFor(personId), databases)
}

function nameFor(personId: string): string {
  return `entre-todos-outbox-${personId}`
}

/*
 * Changes that this person made and the server has not confirmed. Nothing else in the browser is
 * irreplaceable, so they have an IndexedDB database of their own, apart from the replica, which may be
 * deleted. A change counts as stored only when the disk has it. Only the owner of the replica uses it (S11).
 */
import type { Clock } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import type { UnsentChange } from '../api/diagnosis.ts'
import { createDurableQueue, type DurableQueue } from '../outbox/durable-queue.ts'
import { createIndexedDb, deleteDatabase } from '../outbox/indexed-db.ts'

/** A change not yet confirmed by the stream. */
export type Pending = MutationRequest & Pick<UnsentChange, 'at'>

export interface OutboxEntry extends UnsentChange {
  /** The server handled it before it read the replica's rows. Whether it refused the change is not known yet. */
  isInRows?: boolean
}

export type Outbox = DurableQueue<OutboxEntry>

const STORE = 'entries'

/** The outbox of `personId` in this browser. Methods throw AppError 'unavailable' without storage. */
export function createOutbox(personId: string, databases?: IDBFactory, clock?: Clock): Outbox {
  const stores = { [STORE]: { keyPath: 'id' } }
  const database = createIndexedDb({ name: nameFor(personId), stores, databases, clock })
  return createDurableQueue({ database, store: STORE, clock })
}

/** Returns the entry of this change, or the one that superseded it. */
export function entryOf(entries: readonly OutboxEntry[], id: string): OutboxEntry | undefined {
  return entries.find((entry) => entry.id === id || entry.supersededIds?.includes(id))
}

/** Returns the part of a pending change that is sent. */
export function requestOf({ id, name, args, version }: Pending): MutationRequest {
  return { id, name, args, version }
}

/** Returns a refused change as a new one with the id `id`, with other arguments where there are any (S9). */
export function again(
  refused: Pending,
  args: unknown,
  version: number,
  id = newId(),
): MutationRequest {
  const { name } = refused
  if (args === undefined) return { id, name, args: refused.args, version: refused.version }
  return { id, name, args, version }
}

/** Throws 'not-found' if the retry came with new arguments, which would be lost. */
export function nothingToRetry(args: unknown): void {
  if (args !== undefined) throw new AppError('not-found', 'Ese cambio ya no espera una decisión.')
}

/** Deletes the outbox of `personId` and everything in it from this browser (S10). */
export function deleteOutbox(personId: string, databases?: IDBFactory): Promise<void> {
  return deleteDatabase(nameFor(personId), databases)
}

function nameFor(personId: string): string {
  return `entre-todos-outbox-${personId}`
}

/*
 * What this person did and the server has not confirmed: the one precious thing in the browser
 * (DESIGN 1). It lives in an IndexedDB database of its own, apart from the copy that can be thrown
 * away, and a change counts as kept only when the disk has it.
 */
import type { Refusal } from '../../shared/named-mutation.ts'
import { runOnStore } from '../api/run-on-store.ts'
import type { Pending } from './pending.ts'

/** A pending change; a refused one stays, with the reason, until it is retried or discarded (S9). */
export type OutboxEntry = Pending & { refusal: Refusal | null }

export interface Outbox {
  /** Every entry, in the order in which they were made: ids are UUIDs of version 7. */
  all(): Promise<OutboxEntry[]>
  /** Resolves when the entry is on the disk. */
  put(entry: OutboxEntry): Promise<void>
  delete(id: string): Promise<void>
}

const STORE = 'entries'

/** The outbox of `personId` in this browser. Methods throw AppError 'unavailable' without storage. */
export function createOutbox(personId: string): Outbox {
  let database: Promise<IDBDatabase> | null = null

  function open(): Promise<IDBDatabase> {
    database ??= openDatabase(nameFor(personId), forget).catch((error) => {
      forget()
      throw error
    })
    return database
  }

  function forget(): void {
    database = null
  }

  const run = <T>(
    mode: IDBTransactionMode,
    durability: IDBTransactionDurability,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ) => runOnStore(open, STORE, mode, durability, work)

  return {
    all: () => run<OutboxEntry[]>('readonly', 'default', (store) => store.getAll()),
    async put(entry) {
      await run('readwrite', 'strict', (store) => store.put(entry))
    },
    // One that comes back after a power failure is sent again, which changes nothing (S7).
    async delete(id) {
      await run('readwrite', 'relaxed', (store) => store.delete(id))
    },
  }
}

/** Removes the outbox of `personId` and all it holds from this browser (S10). */
export function deleteOutbox(personId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(nameFor(personId))
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

function nameFor(personId: string): string {
  return `entre-todos-outbox-${personId}`
}

/**
 * No version is asked for: a newer release's database opens too, and an upgrade only ever adds. A
 * connection that stands in the way of an upgrade, or that the browser closes, is opened again.
 */
function openDatabase(name: string, onGone: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      database.onversionchange = () => {
        database.close()
        onGone()
      }
      database.onclose = onGone
      resolve(database)
    }
  })
}

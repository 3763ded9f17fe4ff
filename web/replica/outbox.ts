/*
 * Changes that this person made and the server has not confirmed. Nothing else in the browser is
 * irreplaceable, so they have an IndexedDB database of their own, apart from the replica, which may be
 * thrown away. A change counts as kept only when the disk has it.
 *
 * Only the owner of the replica uses it (S11). It therefore reads the disk once and keeps the entries
 * in memory as well: reading them costs nothing, and storage that the browser wipes is written again.
 */
import { type Clock, startTimer, systemClock } from '../../shared/async.ts'
import type { Refusal } from '../../shared/named-mutation.ts'
import { runOnStore } from '../api/run-on-store.ts'
import type { Pending } from './pending.ts'

/** A pending change; a refused one stays, with the reason, until it is retried or discarded (S9). */
export type OutboxEntry = Pending & {
  refusal: Refusal | null
  /** Ids of earlier changes that this one superseded before they were sent. */
  supersededIds?: readonly string[]
  /** The server did it before the rows that the copy has, and has yet to say whether it refused it. */
  isInRows?: boolean
}

export interface Outbox {
  /** Returns all entries in the order in which they were first put. No clock decides it. */
  all(): Promise<OutboxEntry[]>
  /** Resolves when the entry is on the disk. An entry with a known id keeps its place. */
  put(entry: OutboxEntry): Promise<void>
  /** Removes these entries in one transaction; ignores unknown ids. */
  delete(ids: readonly string[]): Promise<void>
  /** False while the browser has wiped its storage and not taken the entries back. */
  isOnDisk(): boolean
  /** Calls back when `isOnDisk` changes. Returns how to stop. */
  onDiskChange(listener: () => void): () => void
  /** Puts nothing back any more. */
  close(): void
}

/** `seq` is the entry's place in the order; releases before it was added stored none. */
type StoredEntry = OutboxEntry & { seq?: number }

const STORE = 'entries'
const PUT_BACK_PAUSE = 1_000 // ms

/** The outbox of `personId` in this browser. Methods throw AppError 'unavailable' without storage. */
export function createOutbox(
  personId: string,
  databases = globalThis.indexedDB,
  clock: Clock = systemClock,
): Outbox {
  let database: Promise<IDBDatabase> | null = null
  let loading: Promise<Map<string, StoredEntry>> | null = null
  let lastSeq = 0
  let isWiped = false
  const listeners = new Set<() => void>()

  function setWiped(value: boolean): void {
    if (value === isWiped) return
    isWiped = value
    for (const listener of listeners) listener()
  }

  function open(): Promise<IDBDatabase> {
    database ??= openDatabase(databases, nameFor(personId), onClose).catch((error) => {
      database = null
      throw error
    })
    return database
  }

  function onClose(cause: CloseCause): void {
    database = null
    if (cause === 'deleted') forget() // the person signed out
    if (cause !== 'browser' || !loading) return
    setWiped(true)
    putBackSoon()
  }

  function forget(): void {
    loading = null
    setWiped(false)
  }

  /** Not at once: a browser that is still wiping refuses to open the database. */
  function putBackSoon(): void {
    startTimer(clock, PUT_BACK_PAUSE, () => {
      if (isWiped) void write('strict', () => {}).catch(putBackSoon)
    })
  }

  /** Returns the entries in order: setting a known key of a Map keeps its place. */
  function entries(): Promise<Map<string, StoredEntry>> {
    loading ??= load().catch((error) => {
      loading = null
      throw error
    })
    return loading
  }

  async function load(): Promise<Map<string, StoredEntry>> {
    const stored = await runOnStore<StoredEntry[]>(open, STORE, 'readonly', 'default', (store) =>
      store.getAll(),
    )
    stored.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)) // stable: entries without `seq` stay in order of their ids
    lastSeq = stored.at(-1)?.seq ?? 0
    return new Map(stored.map((entry) => [entry.id, entry]))
  }

  async function write(
    durability: IDBTransactionDurability,
    change: (store: IDBObjectStore) => void,
  ): Promise<void> {
    const known = await entries()
    await runOnStore(open, STORE, 'readwrite', durability, (store) => {
      if (isWiped) for (const entry of known.values()) store.put(entry)
      change(store)
      return store.count()
    })
    setWiped(false)
  }

  return {
    async all() {
      return [...(await entries()).values()].map(({ seq, ...entry }) => entry)
    },
    async put(entry) {
      const known = await entries()
      const stored = { ...entry, seq: known.get(entry.id)?.seq ?? ++lastSeq }
      await write('strict', (store) => store.put(stored))
      known.set(entry.id, stored)
    },
    // An entry that comes back after a power failure is sent again, which changes nothing (S7).
    async delete(ids) {
      const known = await entries()
      await write('relaxed', (store) => {
        for (const id of ids) store.delete(id)
      })
      for (const id of ids) known.delete(id)
    },
    isOnDisk: () => !isWiped,
    onDiskChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: forget,
  }
}

/** Returns the entry of this change, or the one that superseded it. */
export function entryOf(entries: readonly OutboxEntry[], id: string): OutboxEntry | undefined {
  return entries.find((entry) => entry.id === id || entry.supersededIds?.includes(id))
}

/** Deletes the outbox of `personId` and everything in it from this browser (S10). */
export function deleteOutbox(personId: string, databases = globalThis.indexedDB): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = databases.deleteDatabase(nameFor(personId))
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
}

function nameFor(personId: string): string {
  return `entre-todos-outbox-${personId}`
}

/** `browser`: it closed the database by itself, and may have deleted its files. */
type CloseCause = 'deleted' | 'upgraded' | 'browser'

/**
 * Opens without a version, so that a database of a newer release opens too; an upgrade only ever adds.
 * A connection that blocks an upgrade or a deletion closes.
 */
function openDatabase(
  databases: IDBFactory,
  name: string,
  onClose: (cause: CloseCause) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = databases.open(name)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      database.onversionchange = ({ newVersion }) => {
        database.close()
        onClose(newVersion === null ? 'deleted' : 'upgraded')
      }
      database.onclose = () => onClose('browser')
      resolve(database)
    }
  })
}

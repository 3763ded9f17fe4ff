/*
 * One IndexedDB database. It opens at its first use and stays open: a browser that deletes a site's storage
 * closes the connection, and that event is the only notice.
 */
import { type IDBPDatabase, type IDBPObjectStore, wrap } from 'idb'
import { type Clock, systemClock, withTimeout } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'

export type ObjectStore = IDBPObjectStore<unknown, string[], string, 'readwrite'>

/** `browser`: it closed the connection by itself, and may have deleted the files. */
export type CloseCause = 'deleted' | 'upgraded' | 'browser'

/** Must await its requests, and nothing else. */
type Work<T> = (store: ObjectStore) => Promise<T>

/** Runs work in a transaction, and resolves when that is complete: until then it may be rolled back. */
export interface IndexedDb {
  /** Returns undefined where there is no database, and creates none. */
  read<T>(store: string, work: Work<T>): Promise<T | undefined>
  /** A strict write is on the disk when it resolves. */
  write<T>(store: string, durability: 'strict' | 'relaxed', work: Work<T>): Promise<T | undefined>
  /** Like a relaxed `write`, but creates no database. */
  update<T>(store: string, work: Work<T>): Promise<T | undefined>
  onClose(listener: (cause: CloseCause) => void): void
}

interface Options {
  name: string
  stores: Record<string, IDBObjectStoreParameters>
  databases?: IDBFactory | undefined
  clock?: Clock | undefined
}

/** A request to open, or a transaction, can stay without a response. A slow phone needs some seconds. */
const LIMIT = 10_000 // ms
/** The limit of a transaction after one that failed: what blocks it may stay for long. */
const LIMIT_AFTER_FAILURE = 1_000 // ms

/** Its methods throw AppError 'unavailable' when storage is blocked, full or does not respond. */
export function createIndexedDb({
  name,
  stores,
  databases = globalThis.indexedDB,
  clock = systemClock,
}: Options): IndexedDb {
  let opening: Promise<IDBPDatabase | null> | null = null
  let connection: IDBPDatabase | null = null
  let onClose = (_cause: CloseCause) => {}
  let limit = LIMIT

  /**
   * Opens without a version, so that a database of a newer release opens too; an upgrade only ever adds.
   * Returns null where there is no database and it should not create one.
   */
  async function connect(creates: boolean): Promise<IDBPDatabase | null> {
    const request = databases.open(name)
    let isMissing = false
    request.onupgradeneeded = () => {
      isMissing = !creates
      if (isMissing)
        request.transaction?.abort() // the browser drops the empty database
      else for (const store in stores) request.result.createObjectStore(store, stores[store])
    }
    try {
      const opened = (await wrap(request)) as IDBPDatabase
      closeWhenAsked(opened)
      return opened
    } catch (error) {
      if (isMissing) return null
      throw error
    }
  }

  /** A connection that stays open blocks an upgrade or a deletion by another tab. */
  function closeWhenAsked(opened: IDBPDatabase): void {
    opened.onversionchange = ({ newVersion }) => {
      opened.close()
      closed(newVersion === null ? 'deleted' : 'upgraded')
    }
    opened.onclose = () => closed('browser')
  }

  function closed(cause: CloseCause): void {
    connection = null
    onClose(cause)
  }

  async function open(creates: boolean): Promise<IDBPDatabase | null> {
    if (connection) return connection
    opening ??= connect(creates)
    try {
      connection = await withTimeout(opening, LIMIT, clock)
    } finally {
      opening = null
    }
    // The request may have been one of a reader, which creates nothing.
    return connection ?? (creates ? open(creates) : null)
  }

  async function begin(
    creates: boolean,
    store: string,
    mode: IDBTransactionMode,
    durability: IDBTransactionDurability,
  ) {
    const opened = await open(creates)
    try {
      return opened?.transaction(store, mode, { durability })
    } catch {
      // WebKit loses connections of pages in the background, and reports it at their next use.
      opened?.close()
      connection = null
      return (await open(creates))?.transaction(store, mode, { durability })
    }
  }

  async function run<T>(begun: ReturnType<typeof begin>, work: Work<T>): Promise<T | undefined> {
    try {
      const transaction = await begun
      if (!transaction) return undefined
      const working = Promise.all([work(transaction.store as ObjectStore), transaction.done])
      // WebKit puts a page with a running transaction into its back/forward cache: it blocks those of other pages.
      const [result] = await withTimeout(working, limit, clock).catch((error) => {
        abort(transaction)
        throw error
      })
      limit = LIMIT
      return result
    } catch (cause) {
      limit = LIMIT_AFTER_FAILURE
      throw new AppError(
        'unavailable',
        'No se pudo guardar en este dispositivo. Revisa si tiene espacio e intenta nuevamente.',
        { cause },
      )
    }
  }

  return {
    read: (store, work) => run(begin(false, store, 'readonly', 'default'), work),
    write: (store, durability, work) => run(begin(true, store, 'readwrite', durability), work),
    update: (store, work) => run(begin(false, store, 'readwrite', 'relaxed'), work),
    onClose(listener) {
      onClose = listener
    },
  }
}

/** A late write would bring back what was sent meanwhile. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // It has ended.
  }
}

/** A tab that a phone has suspended does not close its connection. */
const DELETING_LIMIT = 5_000 // ms

/**
 * Deletes the database. If something still has it open, this rejects after DELETING_LIMIT, and the browser deletes the
 * database once that ends.
 */
export async function deleteDatabase(
  name: string,
  databases = globalThis.indexedDB,
): Promise<void> {
  await withTimeout(wrap(databases.deleteDatabase(name)), DELETING_LIMIT)
}

/* Bank statements under review. No request carries them. Deleted at sign-out and 30 days after the last visit. */
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { DAY } from '../../shared/time.ts'
import { createIndexedDb, deleteDatabase, type ObjectStore } from '../outbox/indexed-db.ts'
import { openChannel } from '../outbox/open-channel.ts'
import { readStoredJson, store as storeLocally } from './device-storage.ts'
import { endsOfKeys } from './persisted-results.ts'

export interface StatementRecords {
  get<Value>(key: string): Promise<Value | undefined>
  put(key: string, value: unknown): Promise<void>
  /** Changes a record in one transaction, so that two tabs lose nothing. undefined: nothing could be stored. */
  update<Value>(
    key: string,
    change: (before: Value | undefined) => Value,
  ): Promise<Value | undefined>
  delete(keys: readonly string[]): Promise<void>
}

export interface StatementStore extends StatementRecords {
  tabId: string
  /** Returns the record with every change; undefined where nothing is stored. */
  load<Value, Change>(record: ChangedRecord<Value, Change>): Promise<Value | undefined>
  /**
   * Applies a change of the person, and returns the record; undefined: nothing could be stored. Copies the change to
   * local storage before it returns, because a reload right after a press interrupts the transaction.
   */
  change<Value, Change>(
    record: ChangedRecord<Value, Change>,
    change: Change,
  ): Promise<Value | undefined>
  /** Calls `onChange` with the keys that another tab stored; null: any may have changed. */
  watch(onChange: (keys: readonly string[] | null) => void): () => void
}

export interface ChangedRecord<Value, Change> {
  key: string
  initial: Value
  /** Has no further effect when a change is applied twice: a reload can come after the transaction. */
  apply(before: Value, change: Change): Value
}

const PREFIX = 'entre-todos-statements-'
const STORE = 'records'
const KEPT_FOR = 30 * DAY

interface Stored {
  value: unknown
  /** ms since 1970. */
  at: number
}

/**
 * Returns a store that holds nothing without storage or space, or after a sign-out: a review then lasts as long as the
 * page.
 */
export function statementStore(personId: string, tabId: string, clock = Date.now): StatementStore {
  const database = open(personId)
  let isDeleted = false
  database.onClose((cause) => {
    isDeleted ||= cause === 'deleted'
  })
  const unstored = unstoredChanges(personId, clock)
  const announce = (keys: readonly string[]) => {
    const channel = openChannel(PREFIX + personId)
    channel?.postMessage({ tabId, keys } satisfies ChangedKeys)
    channel?.close()
  }
  /** Throws after a sign-out, because a late write would create the database again. */
  const write = async <T>(work: (store: ObjectStore) => Promise<T>) => {
    if (isDeleted) throw new AppError('not-signed-in', 'Tu sesión terminó.')
    return database.write(STORE, 'relaxed', work)
  }
  const records: StatementRecords = {
    async get<Value>(key: string) {
      const read = database.read(STORE, (store): Promise<Stored | undefined> => store.get(key))
      return (await read.catch(noStorage))?.value as Value | undefined
    },
    async put(key, value) {
      const stored: Stored = { value, at: clock() }
      await write((store) => store.put(stored, key)).then(() => announce([key]), noStorage)
    },
    async update<Value>(key: string, change: (before: Value | undefined) => Value) {
      const changed = write(async (store) => {
        const before: Stored | undefined = await store.get(key)
        const value = change(before?.value as Value | undefined)
        await store.put({ value, at: clock() } satisfies Stored, key)
        return value
      })
      const value = await changed.catch(noStorage)
      if (value !== undefined) announce([key])
      return value
    },
    async delete(keys) {
      unstored.drop(unstored.list().filter(({ key }) => keys.includes(key)))
      const deleted = database.update(STORE, (store) =>
        Promise.all(keys.map((key) => store.delete(key))),
      )
      await deleted.then(() => announce(keys), noStorage)
    },
  }

  function unstoredOf(record: string): Unstored[] {
    return unstored.list().filter(({ key }) => key === record)
  }

  async function applyUnstored<Value, Change>(record: ChangedRecord<Value, Change>) {
    let applied: Unstored[] = []
    const value = await records.update<Value>(record.key, (before) => {
      // Read here, because another tab may just have stored some of them.
      applied = unstoredOf(record.key)
      return withChanges(record, before, applied)
    })
    if (value !== undefined) unstored.drop(applied)
    return value
  }

  return {
    ...records,
    tabId,
    async load<Value, Change>(record: ChangedRecord<Value, Change>) {
      const { key } = record
      if (unstoredOf(key).length === 0) return records.get<Value>(key)
      const stored = await applyUnstored(record)
      // A full disk can still be read.
      return stored ?? withChanges(record, await records.get<Value>(key), unstoredOf(key))
    },
    async change(record, change) {
      if (isDeleted) return undefined
      unstored.add(record.key, change)
      return applyUnstored(record)
    },
    watch(onChange) {
      const channel = openChannel(PREFIX + personId)
      // Without storage nothing is announced: the page would read nothing and lose its review, which is in memory.
      if (!channel) {
        const probe = () => database.read(STORE, (store) => store.count())
        return onTabShown(() => void probe().then(() => onChange(null), noStorage))
      }
      channel.onmessage = ({ data }: MessageEvent<ChangedKeys>) => {
        if (data.tabId !== tabId) onChange(data.keys)
      }
      return () => channel.close()
    },
  }
}

function withChanges<Value, Change>(
  { initial, apply }: ChangedRecord<Value, Change>,
  before: Value = initial,
  changes: readonly Unstored[],
): Value {
  return changes.reduce((value, { change }) => apply(value, change as Change), before)
}

/** The message to the person's other tabs. */
interface ChangedKeys {
  tabId: string
  keys: readonly string[]
}

const noStorage = () => undefined

interface Unstored {
  id: string
  key: string
  change: unknown
  /** ms since 1970. */
  at: number
}

/** Changes that no transaction has stored yet: in local storage, and in memory where that is full or missing. */
function unstoredChanges(personId: string, clock: () => number) {
  const prefix = `${PREFIX}${personId} `
  const inMemory = new Map<string, Unstored>()

  function inLocalStorage(): Unstored[] {
    return idsIn(prefix).flatMap((id) => {
      const stored = readStoredJson(prefix + id) as Omit<Unstored, 'id'> | null
      return stored ? { ...stored, id } : []
    })
  }

  return {
    /** Returns all of them, in the order in which they were made. */
    list: () =>
      [...inLocalStorage(), ...inMemory.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    add(key: string, change: unknown): void {
      const id = newId()
      const unstored = { key, change, at: clock() }
      storeLocally(prefix + id, JSON.stringify(unstored))
      if (readStoredJson(prefix + id) === null) inMemory.set(id, { ...unstored, id })
    },
    drop(dropped: readonly Pick<Unstored, 'id'>[]): void {
      for (const { id } of dropped) {
        inMemory.delete(id)
        storeLocally(prefix + id, null)
      }
    },
  }
}

function idsIn(prefix: string): string[] {
  try {
    return endsOfKeys(prefix, localStorage)
  } catch {
    return []
  }
}

function onTabShown(listener: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && listener()
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

const open = (personId: string) =>
  createIndexedDb({ name: PREFIX + personId, stores: { [STORE]: {} } })

/** Deletes everything of this person (S10). Rejects without storage, and like `deleteDatabase`. */
export async function deleteStatements(personId: string): Promise<void> {
  const unstored = unstoredChanges(personId, Date.now)
  unstored.drop(unstored.list())
  await deleteDatabase(PREFIX + personId)
}

/** Deletes those that nobody touched for 30 days. What the person chose about columns and lines stays. */
export async function deleteOldReviews(personId: string, now = Date.now()): Promise<void> {
  const unstored = unstoredChanges(personId, Date.now)
  unstored.drop(unstored.list().filter(({ at }) => now - at >= KEPT_FOR))
  await open(personId).update(STORE, async (store) => {
    const keys = (await store.getAllKeys()) as string[]
    const stored: Stored[] = await store.getAll()
    const accounts = keys.flatMap((key) => REVIEW.exec(key)?.groups?.account ?? [])
    for (const account of new Set(accounts)) {
      const own = keys.filter((key) => REVIEW.exec(key)?.groups?.account === account)
      const last = Math.max(...own.map((key) => stored[keys.indexOf(key)]?.at ?? 0))
      if (now - last >= KEPT_FOR) for (const key of own) await store.delete(key)
    }
  })
}

const REVIEW = /^(?:review|lines|decisions|receipts) (?<account>.+)$/

/** Returns the key of lines that the person marked as not of this colecta. They outlast the review. */
export const dismissedKey = (account: string) => `dismissed ${account}`

export const reviewKeys = (account: string) => ({
  review: `review ${account}`,
  lines: `lines ${account}`,
  decisions: `decisions ${account}`,
  receipts: `receipts ${account}`,
})

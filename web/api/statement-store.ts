/* Bank statements under review. No request carries them. Deleted at sign-out and 30 days after the last visit. */
import { DAY } from '../../shared/time.ts'
import { createIndexedDb, deleteDatabase } from '../outbox/indexed-db.ts'

export interface StatementStore {
  tabId: string
  get<Value>(key: string): Promise<Value | undefined>
  put(key: string, value: unknown): Promise<void>
  /** Changes a record in one transaction, so that two tabs lose nothing. undefined: nothing could be stored. */
  update<Value>(
    key: string,
    change: (before: Value | undefined) => Value,
  ): Promise<Value | undefined>
  delete(keys: readonly string[]): Promise<void>
  /** Calls `onChange` with the keys that another tab stored; null: any may have changed. */
  watch(onChange: (keys: readonly string[] | null) => void): () => void
}

const PREFIX = 'entre-todos-statements-'
const STORE = 'records'
const KEPT = 30 * DAY

interface Stored {
  value: unknown
  /** ms since 1970. */
  at: number
}

/** Returns a store that holds nothing without storage or space: a review then lasts as long as the page. */
export function statementStore(personId: string, tabId: string, clock = Date.now): StatementStore {
  const database = open(personId)
  const announce = (keys: readonly string[]) => {
    const channel = openChannel(personId)
    channel?.postMessage({ tabId, keys } satisfies Change)
    channel?.close()
  }
  return {
    tabId,
    async get<Value>(key: string) {
      const read = database.read(STORE, (store): Promise<Stored | undefined> => store.get(key))
      return (await read.catch(noStorage))?.value as Value | undefined
    },
    async put(key, value) {
      const stored: Stored = { value, at: clock() }
      const put = database.write(STORE, 'relaxed', (store) => store.put(stored, key))
      await put.then(() => announce([key]), noStorage)
    },
    async update<Value>(key: string, change: (before: Value | undefined) => Value) {
      const changed = database.write(STORE, 'relaxed', async (store) => {
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
      const deleted = database.update(STORE, (store) =>
        Promise.all(keys.map((key) => store.delete(key))),
      )
      await deleted.then(() => announce(keys), noStorage)
    },
    watch(onChange) {
      const channel = openChannel(personId)
      // Without storage nothing is announced: the page would read nothing and lose its review, which is in memory.
      if (!channel) {
        const probe = () => database.read(STORE, (store) => store.count())
        return onTabShown(() => void probe().then(() => onChange(null), noStorage))
      }
      channel.onmessage = ({ data }: MessageEvent<Change>) => {
        if (data.tabId !== tabId) onChange(data.keys)
      }
      return () => channel.close()
    },
  }
}

interface Change {
  tabId: string
  keys: readonly string[]
}

const noStorage = () => undefined

function openChannel(personId: string): BroadcastChannel | null {
  return globalThis.BroadcastChannel ? new BroadcastChannel(PREFIX + personId) : null
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

/** Deletes everything of this person (S10). Rejects when the browser has no storage. */
export async function deleteStatements(personId: string): Promise<void> {
  await deleteDatabase(PREFIX + personId)
}

/** Deletes those that nobody touched for 30 days. What the person chose about columns and lines stays. */
export async function deleteOldReviews(personId: string, now = Date.now()): Promise<void> {
  await open(personId).update(STORE, async (store) => {
    const keys = (await store.getAllKeys()) as string[]
    const stored: Stored[] = await store.getAll()
    const accounts = keys.flatMap((key) => REVIEW.exec(key)?.groups?.account ?? [])
    for (const account of new Set(accounts)) {
      const own = keys.filter((key) => REVIEW.exec(key)?.groups?.account === account)
      const last = Math.max(...own.map((key) => stored[keys.indexOf(key)]?.at ?? 0))
      if (now - last >= KEPT) for (const key of own) await store.delete(key)
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

/*
 * Bank statements under review, and how their columns are read. They stay on this device: no request carries them.
 * A database of its own for each person, deleted at sign-out and, if nobody comes back, after 30 days.
 */
import { deleteDB, openDB } from 'idb'
import { DAY } from '../../shared/time.ts'

export interface StatementStore {
  get<Value>(key: string): Promise<Value | undefined>
  put(key: string, value: unknown): Promise<void>
  delete(keys: readonly string[]): Promise<void>
}

const PREFIX = 'entre-todos-statements-'
const STORE = 'records'
const KEPT = 30 * DAY

interface Stored {
  value: unknown
  /** ms since 1970. */
  at: number
}

/** Stores and returns nothing where the browser has no storage or no space: a review then lasts as long as the page. */
export function statementStore(personId: string, clock = Date.now): StatementStore {
  async function use<Result>(
    work: (database: Awaited<ReturnType<typeof open>>) => Promise<Result>,
  ) {
    // Opened for each use: a connection that stays open would hold up the deletion at sign-out.
    const database = await open(personId)
    try {
      return await work(database)
    } finally {
      database.close()
    }
  }
  return {
    async get<Value>(key: string) {
      const read = use((database): Promise<Stored | undefined> => database.get(STORE, key))
      return (await read.catch(() => undefined))?.value as Value | undefined
    },
    async put(key, value) {
      const stored: Stored = { value, at: clock() }
      await use((database) => database.put(STORE, stored, key)).catch(() => {})
    },
    async delete(keys) {
      await use(async (database) => {
        const { store, done } = database.transaction(STORE, 'readwrite')
        for (const key of keys) void store.delete(key)
        await done
      }).catch(() => {})
    },
  }
}

function open(personId: string) {
  return openDB(PREFIX + personId, 1, {
    upgrade: (database) => void database.createObjectStore(STORE),
  })
}

/** Everything of this person (S10). Rejects where the browser has no storage. */
export async function deleteStatements(personId: string): Promise<void> {
  await deleteDB(PREFIX + personId)
}

/** Deletes reviews that nobody has touched for 30 days. What the person chose about columns and lines stays. */
export async function deleteOldReviews(personId: string, now = Date.now()): Promise<void> {
  const names = (await indexedDB.databases?.()) ?? []
  if (!names.some(({ name }) => name === PREFIX + personId)) return
  const database = await open(personId)
  try {
    const { store, done } = database.transaction(STORE, 'readwrite')
    const keys = (await store.getAllKeys()) as string[]
    const stored: Stored[] = await store.getAll()
    const accounts = keys.flatMap((key) => REVIEW.exec(key)?.groups?.account ?? [])
    for (const account of new Set(accounts)) {
      const own = keys.filter((key) => REVIEW.exec(key)?.groups?.account === account)
      const last = Math.max(...own.map((key) => stored[keys.indexOf(key)]?.at ?? 0))
      if (now - last >= KEPT) for (const key of own) void store.delete(key)
    }
    await done
  } finally {
    database.close()
  }
}

const REVIEW = /^(?:review|lines|decisions|receipts) (?<account>.+)$/

/** Records of one review, which end together. */
export const reviewKeys = (account: string) => ({
  review: `review ${account}`,
  lines: `lines ${account}`,
  decisions: `decisions ${account}`,
  receipts: `receipts ${account}`,
})

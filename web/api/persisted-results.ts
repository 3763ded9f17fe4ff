/* The last query results of a person's lists, so that a reload renders at once. Signing out deletes them (S10). */
import type { LiveRow } from './live-queries.ts'

/** The queries of the dashboard and of a collection. Forms need current data instead. */
const KEPT_QUERIES = [
  'my-totals',
  'my-collections',
  'my-contributions',
  'collection',
  'collection-contributions',
]
const MOST_RESULTS = 24
const MOST_CHARACTERS = 150_000

type Seen = [key: string, answer: unknown]
type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface Persisted {
  /** The release: results of the next one may have another shape. */
  program: string
  seen: Seen[]
}

/** Returns the results that this release stored, and deletes those of another one. */
export function openPersisted(personId: string, program: string, storage: DeviceStorage): Seen[] {
  const kept = read(personId, storage)
  const seen = kept?.program === program ? kept.seen : []
  write(personId, { program, seen }, storage)
  return seen
}

/**
 * Stores as many results as fit, the newest last. Does nothing once another tab has signed out or has a newer release,
 * which may expect results of another shape.
 */
export function persistResults(
  personId: string,
  program: string,
  rows: readonly LiveRow[],
  storage: DeviceStorage,
): void {
  const kept = read(personId, storage)
  if (kept?.program !== program) return
  const seen = new Map(kept.seen)
  for (const { key, answer, stale } of rows) {
    if (stale || !KEPT_QUERIES.some((name) => key.startsWith(`${personId} ${name} `))) continue
    seen.delete(key)
    if (answer !== null) seen.set(key, answer)
  }
  write(personId, { ...kept, seen: latestOf([...seen]) }, storage)
}

export function deletePersisted(personId: string, storage: DeviceStorage): void {
  storage.removeItem(nameFor(personId))
}

export function peopleWithResults(storage: Pick<Storage, 'key' | 'length'>): string[] {
  return endsOfKeys(PREFIX, storage)
}

export function endsOfKeys(prefix: string, storage: Pick<Storage, 'key' | 'length'>): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

function latestOf(seen: readonly Seen[]): Seen[] {
  const latest: Seen[] = []
  let characters = 0
  for (const entry of seen.slice(-MOST_RESULTS).reverse()) {
    characters += JSON.stringify(entry).length
    if (characters > MOST_CHARACTERS) break
    latest.unshift(entry)
  }
  return latest
}

function read(personId: string, storage: DeviceStorage): Persisted | null {
  try {
    return JSON.parse(storage.getItem(nameFor(personId)) ?? 'null')
  } catch {
    return null
  }
}

/** Without storage only the next reload is slower. */
function write(personId: string, kept: Persisted, storage: DeviceStorage): void {
  try {
    storage.setItem(nameFor(personId), JSON.stringify(kept))
  } catch {}
}

const PREFIX = 'entre-todos-seen-'
const nameFor = (personId: string) => PREFIX + personId

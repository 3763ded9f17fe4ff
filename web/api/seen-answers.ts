/*
 * What a person last saw of their lists, kept on the device so that a reload paints it at once, before
 * copy or server have spoken, and without either. It goes when they sign out (S10).
 */
import type { LiveRow } from './live-queries.ts'

/** The first questions of the dashboard and of a collection. Forms begin with what is true now. */
const KEPT_QUERIES = [
  'my-totals',
  'my-collections',
  'my-contributions',
  'collection',
  'collection-contributions',
]
const MOST_ANSWERS = 24
const MOST_CHARACTERS = 150_000

type Seen = [key: string, answer: unknown]
type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface SeenOf {
  /** Which program kept it: the next one's answers may have another shape. */
  program: string
  seen: Seen[]
}

/** What this person last saw. From now on `keepSeen` may keep more. */
export function openSeen(personId: string, program: string, storage: DeviceStorage): Seen[] {
  const kept = read(personId, storage)
  const seen = kept?.program === program ? kept.seen : []
  write(personId, { program, seen }, storage)
  return seen
}

/**
 * Keeps these answers, newest last, and of those from before as many as there is room for. Nothing
 * once another tab has signed out.
 */
export function keepSeen(personId: string, rows: readonly LiveRow[], storage: DeviceStorage): void {
  const kept = read(personId, storage)
  if (!kept) return
  const seen = new Map(kept.seen)
  for (const { key, answer, stale } of rows) {
    if (stale || !KEPT_QUERIES.some((name) => key.startsWith(`${personId} ${name} `))) continue
    seen.delete(key)
    // What is gone need not be remembered.
    if (answer !== null) seen.set(key, answer)
  }
  write(personId, { ...kept, seen: latestOf([...seen]) }, storage)
}

/** Leaves nothing of this person. */
export function forgetSeen(personId: string, storage: DeviceStorage): void {
  storage.removeItem(nameFor(personId))
}

/** Ids of the people whose answers are kept here. */
export function peopleSeen(storage: Pick<Storage, 'key' | 'length'>): string[] {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
}

function latestOf(seen: readonly Seen[]): Seen[] {
  const latest: Seen[] = []
  let characters = 0
  for (const entry of seen.slice(-MOST_ANSWERS).reverse()) {
    characters += JSON.stringify(entry).length
    if (characters > MOST_CHARACTERS) break
    latest.unshift(entry)
  }
  return latest
}

function read(personId: string, storage: DeviceStorage): SeenOf | null {
  try {
    return JSON.parse(storage.getItem(nameFor(personId)) ?? 'null')
  } catch {
    return null
  }
}

/** A full or forbidden storage keeps nothing, which costs a moment at the next reload and no more. */
function write(personId: string, kept: SeenOf, storage: DeviceStorage): void {
  try {
    storage.setItem(nameFor(personId), JSON.stringify(kept))
  } catch {
    // Said above.
  }
}

const PREFIX = 'entre-todos-seen-'
const nameFor = (personId: string) => PREFIX + personId

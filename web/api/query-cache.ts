/* The cache of the signed-in person's query results, so that going back to a screen renders at once. */
const MAX_KEPT = 400

let owner: string | null = null
const kept = new Map<string, CachedResult>()
const listeners = new Set<() => void>()

export interface CachedResult<Answer = unknown> {
  answer: Answer
  /** From an earlier visit; shown until a new result arrives. */
  stale: boolean
}

export const queryCache = {
  /** Results that arrive after another person signed in are dropped. */
  owner: () => owner,
  get: <Answer>(key: string) => kept.get(key) as CachedResult<Answer> | undefined,
  set(key: string, answer: unknown) {
    kept.delete(key)
    kept.set(key, { answer, stale: false })
    const oldest = kept.keys().next()
    if (kept.size > MAX_KEPT && !oldest.done) kept.delete(oldest.value)
  },
}

/** Calls back when results may be outdated. Returns a function that stops it. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceChange(): void {
  for (const listener of listeners) listener()
}

export function openQueryCache(
  personId: string | null,
  earlier: Iterable<readonly [key: string, answer: unknown]> = [],
): void {
  owner = personId
  clearQueryCache()
  for (const [key, answer] of earlier) kept.set(key, { answer, stale: true })
}

export function clearQueryCache(): void {
  kept.clear()
}

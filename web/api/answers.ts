/*
 * What was last answered to each named query of whoever is here, so that going back to a screen paints
 * at once, and who wants to hear that something changed.
 */
const MAX_KEPT = 200

let owner: string | null = null
const kept = new Map<string, KeptAnswer>()
const listeners = new Set<() => void>()

export interface KeptAnswer {
  answer: unknown
  /** It is from an earlier visit: shown until somebody has answered in this one. */
  stale: boolean
}

export const answers = {
  /** Whose they are: an answer that arrives after another person did is not to be kept. */
  owner: () => owner,
  get: (key: string) => kept.get(key),
  set(key: string, answer: unknown) {
    kept.delete(key)
    kept.set(key, { answer, stale: false })
    const oldest = kept.keys().next()
    if (kept.size > MAX_KEPT && !oldest.done) kept.delete(oldest.value)
  },
}

/** Calls back whenever a change of ours may have made answers old. Answers how to stop. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceChange(): void {
  for (const listener of listeners) listener()
}

/** From now on they are this person's, beginning with these of an earlier visit, and nobody else's. */
export function startAnswers(
  personId: string | null,
  earlier: Iterable<readonly [key: string, answer: unknown]> = [],
): void {
  owner = personId
  forgetAnswers()
  for (const [key, answer] of earlier) kept.set(key, { answer, stale: true })
}

export function forgetAnswers(): void {
  kept.clear()
}

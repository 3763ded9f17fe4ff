/*
 * What the server last answered to each named query, so that going back to a screen paints at once,
 * and who wants to hear that something changed.
 */
const MAX_KEPT = 200

const kept = new Map<string, unknown>()
const listeners = new Set<() => void>()

export const answers = {
  get: (key: string) => kept.get(key),
  set(key: string, answer: unknown) {
    kept.delete(key)
    kept.set(key, answer)
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

export function forgetAnswers(): void {
  kept.clear()
}

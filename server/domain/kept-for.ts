/** Caches the result of `ask` for `ms`; failures are not cached. */
export function keptFor<Answer>(ms: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let kept: { answer: Promise<Answer>; until: number } | null = null

  return () => {
    if (kept && Date.now() < kept.until) return kept.answer
    const fresh = { answer: ask(), until: Date.now() + ms }
    kept = fresh
    fresh.answer.catch(() => {
      if (kept === fresh) kept = null
    })
    return fresh.answer
  }
}

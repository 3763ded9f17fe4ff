import type { AnalyticsEvent } from '../../shared/analytics.ts'

type Measure = (event: AnalyticsEvent) => void

let listener: Measure | null = null
const waiting = new Set<() => void>()

/** Notes what somebody did; nothing comes of it unless visits are measured and this person agreed. */
export function measure(event: AnalyticsEvent): void {
  listener?.(event)
}

/** Calls back once somebody listens, which may be now. Answers how to give up. */
export function whenMeasuring(act: () => void): () => void {
  if (listener) act()
  else waiting.add(act)
  return () => waiting.delete(act)
}

/** Who listens from now on; null for nobody. */
export function measureBy(next: Measure | null): void {
  listener = next
  if (next === null) return
  for (const act of waiting) act()
  waiting.clear()
}

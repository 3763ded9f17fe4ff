import type { AnalyticsEvent } from '../../shared/analytics.ts'

type Measure = (event: AnalyticsEvent) => void

let listener: Measure | null = null
const waiting = new Set<() => void>()

/** Records an event; it is dropped without analytics or consent. */
export function measure(event: AnalyticsEvent): void {
  listener?.(event)
}

/** Calls `act` once analytics run, which may be now. Returns a function that cancels it. */
export function whenMeasuring(act: () => void): () => void {
  if (listener) act()
  else waiting.add(act)
  return () => waiting.delete(act)
}

/** Sets the receiver of events, or null. */
export function measureBy(next: Measure | null): void {
  listener = next
  if (next === null) return
  for (const act of waiting) act()
  waiting.clear()
}

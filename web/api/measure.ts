import type { AnalyticsEvent } from '../../shared/analytics.ts'

type Measure = (event: AnalyticsEvent) => void

let listener: Measure | null = null

/** Notes what somebody did; nothing comes of it unless visits are measured and this person agreed. */
export function measure(event: AnalyticsEvent): void {
  listener?.(event)
}

/** Who listens from now on; null for nobody. */
export function measureBy(next: Measure | null): void {
  listener = next
}

import type { AnalyticsEvent } from '../../shared/analytics.ts'
import { agreesToMeasuring } from './consent.ts'

type Measure = (event: AnalyticsEvent) => void

let listener: Measure | null = null
const waiting = new Set<() => void>()

/** Until the code that sends them is loaded. */
let early: AnalyticsEvent[] = []
const MOST_EARLY = 20

/** Does nothing without consent. */
export function measure(event: AnalyticsEvent): void {
  if (listener) listener(event)
  else if (agreesToMeasuring() && early.length < MOST_EARLY) early.push(event)
}

type PaymentEvent = Extract<AnalyticsEvent, { name: 'payment_guest' | 'payment_logged' }>

export function measurePayment(payment: Omit<PaymentEvent, 'name'>, payer: 'guest' | 'logged') {
  const { collectionId, amount, paymentMethod } = payment
  measure({ name: `payment_${payer}`, collectionId, amount, paymentMethod })
  measure({ name: 'conversion', kind: 'contribution' })
}

/** Calls `act` once analytics run, which may be now. Returns a function that cancels it. */
export function whenMeasuring(act: () => void): () => void {
  if (listener) act()
  else waiting.add(act)
  return () => waiting.delete(act)
}

/** Sends the events that waited, too. null stops measuring. */
export function setMeasure(next: Measure | null): void {
  listener = next
  const events = early
  early = []
  if (next === null) return
  for (const event of events) next(event)
  for (const act of waiting) act()
  waiting.clear()
}

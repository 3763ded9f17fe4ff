import type { AnalyticsEvent } from '../../shared/analytics.ts'

type Measure = (event: AnalyticsEvent) => void

let listener: Measure | null = null
const waiting = new Set<() => void>()

export function measure(event: AnalyticsEvent): void {
  listener?.(event)
}

type PaymentEvent = Extract<AnalyticsEvent, { name: 'payment_guest' | 'payment_logged' }>

export function measurePayment(payment: Omit<PaymentEvent, 'name'>, payer: 'guest' | 'logged') {
  const { collectionId, amount, paymentMethod } = payment
  measure({ name: `payment_${payer}`, collectionId, amount, paymentMethod })
  measure({ name: 'conversion', kind: 'contribution' })
}

/** Once analytics run, which may be now. Returns a function that cancels it. */
export function whenMeasuring(act: () => void): () => void {
  if (listener) act()
  else waiting.add(act)
  return () => waiting.delete(act)
}

export function measureBy(next: Measure | null): void {
  listener = next
  if (next === null) return
  for (const act of waiting) act()
  waiting.clear()
}

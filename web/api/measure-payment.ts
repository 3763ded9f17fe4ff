import type { AnalyticsEvent } from '../../shared/analytics.ts'
import { measure } from './measure.ts'

type PaymentEvent = Extract<AnalyticsEvent, { name: 'payment_guest' | 'payment_logged' }>

/** Measures a contribution that counts. */
export function measurePayment(payment: Omit<PaymentEvent, 'name'>, payer: 'guest' | 'logged') {
  const { collectionId, amount, paymentMethod } = payment
  measure({ name: `payment_${payer}`, collectionId, amount, paymentMethod })
  measure({ name: 'conversion', kind: 'contribution' })
}

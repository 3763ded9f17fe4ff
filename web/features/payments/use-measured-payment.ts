import { useEffect } from 'react'
import { measurePayment, whenMeasuring } from '../../api/measure.ts'
import { takeCheckout } from '../../api/measured-checkouts.ts'
import type { KnownPayment } from './use-payment.ts'

/** Measures a payment that its provider confirmed, of whoever agreed, once. */
export function useMeasuredPayment(reference: string | null, known: KnownPayment): void {
  const payment =
    known.name === 'known' && known.payment.state === 'confirmed' ? known.payment : null

  useEffect(() => {
    if (reference === null || !payment) return
    return whenMeasuring(() => {
      const payer = takeCheckout(reference)
      if (payer) measurePayment(payment, payer)
    })
  }, [reference, payment])
}

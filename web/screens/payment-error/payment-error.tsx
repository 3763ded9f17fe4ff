import { ResultPage } from '../../features/payments/result-page.tsx'
import { useOutcome } from '../../features/payments/use-outcome.tsx'
import { usePaymentReturn } from '../../features/payments/use-payment-return.ts'

/** Where a payment provider sends whoever could not pay. */
export function PaymentError() {
  const said = usePaymentReturn()
  const outcome = useOutcome({
    said,
    says: 'failed',
    reason: said.error,
    unverified: 'Error verifying payment',
  })
  return <ResultPage {...outcome} />
}

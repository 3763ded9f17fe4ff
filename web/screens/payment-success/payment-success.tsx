import { ResultPage } from '../../features/payments/result-page.tsx'
import { useOutcome } from '../../features/payments/use-outcome.tsx'
import { usePaymentReturn } from '../../features/payments/use-payment-return.ts'

/** Where a payment provider sends whoever paid. */
export function PaymentSuccess() {
  const said = usePaymentReturn()
  const outcome = useOutcome({ said, says: 'paid', unverified: 'Error verifying payment' })
  return <ResultPage {...outcome} />
}

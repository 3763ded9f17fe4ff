import { ResultPage } from '../../features/payments/result-page.tsx'
import { useOutcome } from '../../features/payments/use-outcome.tsx'
import { usePaymentReturn } from '../../features/payments/use-payment-return.ts'

/** Where a payment provider sends whoever has not paid yet: cash, or a payment it still looks at. */
export function PaymentPending() {
  const said = usePaymentReturn()
  const outcome = useOutcome({ said, says: 'waiting', unverified: 'Error verifying payment' })
  return <ResultPage {...outcome} />
}

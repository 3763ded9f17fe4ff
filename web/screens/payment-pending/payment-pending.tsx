import { Clock } from 'lucide-react'
import { HEARSAY } from '../../features/payments/hearsay.ts'
import { ResultPage } from '../../features/payments/result-page.tsx'
import { returnFacts } from '../../features/payments/return-facts.ts'
import { usePaymentReturn } from '../../features/payments/use-payment-return.ts'
import { WayOn } from '../../features/payments/way-on.tsx'

/** Where a payment provider sends whoever has not paid yet: cash, or a payment it still looks at. */
export function PaymentPending() {
  const said = usePaymentReturn()
  return (
    <ResultPage
      icon={Clock}
      tone="warn"
      title="Pago pendiente"
      lead="El medio de pago todavía lo está procesando y te avisará cuando se acredite. No hace falta que pagues otra vez."
      amount={said.amount}
      facts={returnFacts(said)}
      note={HEARSAY}
      actions={<WayOn />}
    />
  )
}

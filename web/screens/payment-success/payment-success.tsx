import { HandCoins } from 'lucide-react'
import { HEARSAY } from '../../features/payments/hearsay.ts'
import { ResultPage } from '../../features/payments/result-page.tsx'
import { returnFacts } from '../../features/payments/return-facts.ts'
import { usePaymentReturn } from '../../features/payments/use-payment-return.ts'
import { WayOn } from '../../features/payments/way-on.tsx'

/** Where a payment provider sends whoever paid (specification 2). */
export function PaymentSuccess() {
  const said = usePaymentReturn()
  return (
    <ResultPage
      icon={HandCoins}
      title="Pago informado"
      lead="El medio de pago dice que tu pago se hizo. Cuando nos lo confirme, tu aporte contará en la colecta."
      amount={said.amount}
      facts={returnFacts(said)}
      note={HEARSAY}
      actions={<WayOn />}
    />
  )
}

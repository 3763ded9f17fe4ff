import { CircleX, HandCoins, SearchX } from 'lucide-react'
import { HEARSAY } from '../../features/payments/hearsay.ts'
import { ResultPage } from '../../features/payments/result-page.tsx'
import { returnFacts } from '../../features/payments/return-facts.ts'
import { usePaymentReturn } from '../../features/payments/use-payment-return.ts'
import { WayOn } from '../../features/payments/way-on.tsx'
import { useProcessing } from './use-processing.ts'

/** Where a wallet sends people back to: processing, then success, failed or error (specification 4). */
export function PaymentCallback() {
  const said = usePaymentReturn()
  const isProcessing = useProcessing()

  if (isProcessing) {
    return (
      <ResultPage title="Procesando el pago…" lead="Espera un momento, no cierres esta página." />
    )
  }
  if (!said.reference) {
    return (
      <ResultPage
        icon={SearchX}
        tone="bad"
        title="No pudimos identificar tu pago"
        lead="La billetera te trajo de vuelta sin decir de qué pago se trata. Si pagaste, su confirmación nos llega igual."
        detail="No payment reference found in URL"
        actions={<WayOn />}
      />
    )
  }
  if (said.status !== 'completed') {
    return (
      <ResultPage
        icon={CircleX}
        tone="bad"
        title="El pago no se completó"
        lead="La billetera no terminó el pago. Puedes intentarlo nuevamente o aportar con una transferencia."
        facts={returnFacts(said)}
        note={HEARSAY}
        actions={<WayOn />}
      />
    )
  }
  return (
    <ResultPage
      icon={HandCoins}
      title="Pago informado"
      lead="La billetera dice que tu pago se hizo. Cuando nos lo confirme, tu aporte contará en la colecta."
      amount={said.amount}
      facts={returnFacts(said)}
      note={HEARSAY}
      actions={<WayOn />}
    />
  )
}

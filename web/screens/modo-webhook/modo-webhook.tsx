import { CircleCheck, CircleX, SearchX } from 'lucide-react'
import { HEARSAY } from '../../features/payments/hearsay.ts'
import { ResultPage } from '../../features/payments/result-page.tsx'
import { usePaymentReturn } from '../../features/payments/use-payment-return.ts'
import { WayOn } from '../../features/payments/way-on.tsx'

/** What a provider's notice says, for whoever opens its address. The server hears of it elsewhere. */
export function ModoWebhook() {
  const { paymentId, status, amount } = usePaymentReturn()
  if (!paymentId || !status) {
    return (
      <ResultPage
        icon={SearchX}
        tone="bad"
        title="Error procesando el webhook"
        lead="A esta dirección le falta decir de qué pago se trata o cómo terminó."
        actions={<WayOn />}
      />
    )
  }
  const isApproved = status === 'approved'
  return (
    <ResultPage
      icon={isApproved ? CircleCheck : CircleX}
      tone={isApproved ? 'ok' : 'bad'}
      title={isApproved ? 'Pago procesado exitosamente' : 'Pago rechazado o fallido'}
      lead="Es lo que dice esta dirección. El estado del aporte cambia cuando el medio de pago se lo confirma a nuestro servidor."
      amount={amount}
      facts={[{ label: 'Pago', value: paymentId }]}
      note={HEARSAY}
      actions={<WayOn />}
    />
  )
}

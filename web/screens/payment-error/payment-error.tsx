import { CircleX } from 'lucide-react'
import { HEARSAY } from '../../features/payments/hearsay.ts'
import { ResultPage } from '../../features/payments/result-page.tsx'
import { usePaymentReturn } from '../../features/payments/use-payment-return.ts'
import { WayOn } from '../../features/payments/way-on.tsx'

/** Where a payment provider sends whoever could not pay (specification 2). */
export function PaymentError() {
  const { error } = usePaymentReturn()
  return (
    <ResultPage
      icon={CircleX}
      tone="bad"
      title="El pago no se completó"
      lead="Puedes volver a la colecta e intentarlo nuevamente, o aportar con una transferencia."
      facts={[{ label: 'Motivo', value: error }]}
      note={HEARSAY}
      actions={<WayOn />}
    />
  )
}

import { SearchX } from 'lucide-react'
import { ResultPage, type ResultPageProps } from '../../features/payments/result-page.tsx'
import { useOutcome } from '../../features/payments/use-outcome.tsx'
import { usePaymentReturn } from '../../features/payments/use-payment-return.ts'
import { WayOn } from '../../features/payments/way-on.tsx'
import { useProcessing } from './use-processing.ts'

/** Where a wallet sends people back to: processing, then success, failed or error. */
export function PaymentCallback() {
  const said = usePaymentReturn()
  const isProcessing = useProcessing()
  const outcome = useOutcome({
    said,
    says: said.status === 'completed' ? 'paid' : 'failed',
    unverified: 'Error processing payment callback',
  })
  if (isProcessing) return <ResultPage {...PROCESSING} />
  return <ResultPage {...(said.reference ? outcome : NO_REFERENCE)} />
}

const PROCESSING: ResultPageProps = {
  title: 'Procesando el pago…',
  lead: 'Espera un momento, no cierres esta página.',
}

const NO_REFERENCE: ResultPageProps = {
  icon: SearchX,
  tone: 'bad',
  title: 'No pudimos identificar tu pago',
  lead: 'La billetera te trajo de vuelta sin decir de qué pago se trata. Si pagaste, su confirmación nos llega igual.',
  detail: 'No payment reference found in URL',
  actions: <WayOn />,
}

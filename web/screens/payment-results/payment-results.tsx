import { CircleCheck, CircleX, SearchX } from 'lucide-react'
import { useState } from 'react'
import { SECOND } from '../../../shared/time.ts'
import { useTimer } from '../../components/use-timer.ts'
import { usePaymentReturn } from '../../features/payments/payment-return.ts'
import {
  ADDRESS_ONLY_NOTE,
  NextStepLink,
  ResultPage,
  type ResultPageProps,
} from '../../features/payments/result-page.tsx'
import { useOutcome } from '../../features/payments/use-outcome.tsx'

/** `/payment/success`: a payment provider returns people who paid to this page. */
export const PaymentSuccess = () => <Returned outcome="paid" />

/** `/payment/pending`: the person chose to pay cash, or the provider still examines the payment. */
export const PaymentPending = () => <Returned outcome="waiting" />

/** `/payment/error`: the payment failed. */
export const PaymentError = () => <Returned outcome="failed" />

function Returned({ outcome }: { outcome: 'paid' | 'waiting' | 'failed' }) {
  const returned = usePaymentReturn()
  const reason = outcome === 'failed' ? { reason: returned.error } : {}
  const unverified = 'Error verifying payment'
  return <ResultPage {...useOutcome({ returned, outcome, unverified, ...reason })} />
}

/** `/payment/callback`: a wallet returns people to this page: processing, then success, failed or error. */
export function PaymentCallback() {
  const returned = usePaymentReturn()
  const isProcessing = useProcessing()
  const outcome = useOutcome({
    returned,
    outcome: returned.status === 'completed' ? 'paid' : 'failed',
    unverified: 'Error processing payment callback',
  })
  if (isProcessing) return <ResultPage {...PROCESSING} />
  return <ResultPage {...(returned.reference ? outcome : NO_REFERENCE)} />
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
  actions: <NextStepLink />,
}

const PROCESSING_TIME = 2 * SECOND

function useProcessing(): boolean {
  const [isProcessing, setProcessing] = useState(true)

  useTimer(() => setProcessing(false), PROCESSING_TIME)

  return isProcessing
}

/** `/webhook/modo`: shows a provider's notification to a person who opens it. The server receives them elsewhere. */
export function ModoWebhook() {
  const { paymentId, status, amount } = usePaymentReturn()
  if (!paymentId || !status) {
    return (
      <ResultPage
        icon={SearchX}
        tone="bad"
        title="Error procesando el webhook"
        lead="A esta dirección le falta decir de qué pago se trata o cómo terminó."
        actions={<NextStepLink />}
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
      note={ADDRESS_ONLY_NOTE}
      actions={<NextStepLink />}
    />
  )
}

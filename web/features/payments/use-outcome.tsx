import { CircleCheck, CircleX, Clock, HandCoins } from 'lucide-react'
import { useEffect } from 'react'
import type { PaymentProgress } from '../../../shared/contribution.ts'
import { links } from '../../../shared/links.ts'
import { measurePayment, whenMeasuring } from '../../api/measure.ts'
import { takeCheckout } from '../../api/measured-checkouts.ts'
import { ButtonLink } from '../../components/button.tsx'
import type { Fact } from '../../components/facts.tsx'
import type { PaymentReturn } from './payment-return.ts'
import { ADDRESS_ONLY_NOTE, NextStepLink, type ResultPageProps } from './result-page.tsx'
import { type KnownPayment, usePayment } from './use-payment.ts'

interface Told {
  said: PaymentReturn
  /** From the query string. */
  says: 'paid' | 'waiting' | 'failed'
  reason?: string
  unverified: string
}

/** The server's result, or the query string's if the server does not have the payment. Polls until confirmed. */
export function useOutcome(told: Told): ResultPageProps {
  const known = usePayment(told.said.reference)
  useMeasuredPayment(told.said.reference, known)
  // The content below depends on the response, and would move when it arrives.
  if (known.name === 'asking') return LOOKS[told.says]
  if (known.name !== 'known') return fromAddressOnly(told, known.name === 'failed')
  const { payment } = known
  switch (payment.state) {
    case 'confirmed':
      return {
        icon: CircleCheck,
        tone: 'ok',
        title: '¡Gracias!',
        lead: `Tu aporte a «${payment.collectionTitle}» está confirmado.`,
        amount: payment.amount,
        facts: referenceOf(told.said),
        actions: (
          <>
            <NextStepLink />
            <ToCollection payment={payment} />
          </>
        ),
      }
    case 'pending':
      return told.says === 'failed' ? notPaid(told, payment) : pending(told, payment)
    case 'rejected':
      return payment.isUndone ? undone(told, payment) : notPaid(told, payment)
  }
}

function pending({ said, says }: Told, payment: PaymentProgress): ResultPageProps {
  return {
    ...(says === 'waiting' ? LOOKS.waiting : {}),
    title: LOOKS[says].title,
    lead:
      says === 'waiting'
        ? 'El medio de pago todavía lo está procesando. Te avisaremos en esta página cuando se acredite; no hace falta que pagues otra vez.'
        : 'El medio de pago dice que tu pago se hizo. Esta página se actualiza sola cuando nos lo confirme.',
    amount: payment.amount,
    facts: [{ label: 'Colecta', value: payment.collectionTitle }, ...referenceOf(said)],
    note: 'El monto y la colecta son los de nuestros registros. Esta página no confirma ni cambia ningún pago.',
    actions: <ToCollection payment={payment} />,
  }
}

function undone({ said }: Told, payment: PaymentProgress): ResultPageProps {
  return {
    ...LOOKS.failed,
    title: 'Pago devuelto o cancelado',
    lead: `El medio de pago devolvió o canceló tu pago a «${payment.collectionTitle}», y tu aporte ya no cuenta. Puedes aportar nuevamente.`,
    amount: payment.amount,
    facts: referenceOf(said),
    actions: <ToCollection payment={payment} isFirst />,
  }
}

function notPaid({ said, reason }: Told, payment: PaymentProgress): ResultPageProps {
  return {
    ...LOOKS.failed,
    lead: `Tu aporte a «${payment.collectionTitle}» no quedó pagado. Puedes intentarlo nuevamente o aportar con una transferencia.`,
    amount: payment.amount,
    facts: [...reasonOf(reason), ...referenceOf(said)],
    actions: <ToCollection payment={payment} isFirst />,
  }
}

function fromAddressOnly(
  { said, says, reason, unverified }: Told,
  isAway: boolean,
): ResultPageProps {
  const who = { label: 'Aportante', value: said.contributorName }
  return {
    ...LOOKS[says],
    amount: said.amount,
    facts: [...(reason ? reasonOf(reason) : [who]), ...referenceOf(said)],
    ...(isAway ? { detail: unverified } : {}),
    note: isAway
      ? `No pudimos consultar tu pago; seguimos intentando. ${ADDRESS_ONLY_NOTE}`
      : ADDRESS_ONLY_NOTE,
    actions: <NextStepLink />,
  }
}

const LOOKS = {
  paid: {
    icon: HandCoins,
    tone: 'primary',
    title: 'Pago informado',
    lead: 'El medio de pago dice que tu pago se hizo. Cuando nos lo confirme, tu aporte contará en la colecta.',
  },
  waiting: {
    icon: Clock,
    tone: 'warn',
    title: 'Pago pendiente',
    lead: 'El medio de pago todavía lo está procesando y te avisará cuando se acredite. No hace falta que pagues otra vez.',
  },
  failed: {
    icon: CircleX,
    tone: 'bad',
    title: 'El pago no se completó',
    lead: 'Puedes volver a la colecta e intentarlo nuevamente, o aportar con una transferencia.',
  },
} satisfies Record<Told['says'], ResultPageProps>

const reasonOf = (reason: string | undefined): Fact[] =>
  reason ? [{ label: 'Motivo', value: reason }] : []

const referenceOf = ({ reference }: PaymentReturn): Fact[] =>
  reference ? [{ label: 'Referencia', value: reference }] : []

function ToCollection({ payment, isFirst }: { payment: PaymentProgress; isFirst?: boolean }) {
  return (
    <ButtonLink
      to={links.contribute(payment.collectionId)}
      variant={isFirst ? 'primary' : 'secondary'}
      size="lg"
      block
    >
      {isFirst ? 'Volver a la colecta' : 'Ver la colecta'}
    </ButtonLink>
  )
}

/** Once, if the payer agreed to it. */
function useMeasuredPayment(reference: string | null, known: KnownPayment): void {
  const payment =
    known.name === 'known' && known.payment.state === 'confirmed' ? known.payment : null

  useEffect(() => {
    if (reference === null || !payment) return
    return whenMeasuring(() => {
      const payer = takeCheckout(reference)
      if (payer) measurePayment(payment, payer)
    })
  }, [reference, payment])
}

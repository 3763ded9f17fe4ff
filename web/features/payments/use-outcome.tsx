import { CircleCheck, CircleX, Clock, HandCoins } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getPayment } from '../../../shared/api/payments.ts'
import { systemClock } from '../../../shared/async.ts'
import type { PaymentProgress } from '../../../shared/contribution.ts'
import { hasCode } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import { SECOND } from '../../../shared/time.ts'
import { measurePayment, whenMeasuring } from '../../api/measure.ts'
import { takeCheckout } from '../../api/measured-checkouts.ts'
import { request } from '../../api/request.ts'
import { ButtonLink } from '../../components/button.tsx'
import type { Fact } from '../../components/facts.tsx'
import type { PaymentReturn } from './payment-return.ts'
import { ADDRESS_ONLY_NOTE, NextStepLink, type ResultPageProps } from './result-page.tsx'

interface Claim {
  returned: PaymentReturn
  outcome: 'paid' | 'waiting' | 'failed'
  reason?: string
  unverified: string
}

/** The server's state of the payment replaces the claim of the query string. Polls until the payment is confirmed. */
export function useOutcome(claim: Claim): ResultPageProps {
  const known = usePayment(claim.returned.reference)
  useMeasuredPayment(claim.returned.reference, known)
  return outcomeOf(claim, known)
}

export function outcomeOf(claim: Claim, known: KnownPayment): ResultPageProps {
  // The content below depends on the response, and would move when it arrives.
  if (known.name === 'asking') return LOOKS[claim.outcome]
  if (known.name !== 'known') return fromAddressOnly(claim, known.name === 'failed')
  const { payment } = known
  switch (payment.state) {
    case 'confirmed':
      return {
        icon: CircleCheck,
        tone: 'ok',
        title: '¡Gracias!',
        lead: `Tu aporte a «${payment.collectionTitle}» está confirmado.`,
        amount: payment.amount,
        facts: referenceOf(claim.returned),
        actions: (
          <>
            <NextStepLink />
            <ToCollection payment={payment} />
          </>
        ),
      }
    case 'pending':
      return claim.outcome === 'failed' ? notPaid(claim, payment) : pending(claim, payment)
    case 'rejected':
      return payment.isUndone ? undone(claim, payment) : notPaid(claim, payment)
  }
}

function pending({ returned, outcome }: Claim, payment: PaymentProgress): ResultPageProps {
  return {
    ...(outcome === 'waiting' ? LOOKS.waiting : {}),
    title: LOOKS[outcome].title,
    lead:
      outcome === 'waiting'
        ? 'El medio de pago todavía lo está procesando. Te avisaremos en esta página cuando se acredite; no hace falta que pagues otra vez.'
        : 'El medio de pago dice que tu pago se hizo. Esta página se actualiza sola cuando nos lo confirme.',
    amount: payment.amount,
    facts: [{ label: 'Colecta', value: payment.collectionTitle }, ...referenceOf(returned)],
    note: 'El monto y la colecta son los de nuestros registros. Esta página no confirma ni cambia ningún pago.',
    actions: <ToCollection payment={payment} />,
  }
}

function undone({ returned }: Claim, payment: PaymentProgress): ResultPageProps {
  return {
    ...LOOKS.failed,
    title: 'Pago devuelto o cancelado',
    lead: `El medio de pago devolvió o canceló tu pago a «${payment.collectionTitle}», y tu aporte ya no cuenta. Puedes aportar nuevamente.`,
    amount: payment.amount,
    facts: referenceOf(returned),
    actions: <ToCollection payment={payment} isFirst />,
  }
}

function notPaid({ returned, reason }: Claim, payment: PaymentProgress): ResultPageProps {
  return {
    ...LOOKS.failed,
    lead: `Tu aporte a «${payment.collectionTitle}» no quedó pagado. Puedes intentarlo nuevamente o aportar con una transferencia.`,
    amount: payment.amount,
    facts: [...reasonOf(reason), ...referenceOf(returned)],
    actions: <ToCollection payment={payment} isFirst />,
  }
}

function fromAddressOnly(
  { returned, outcome, reason, unverified }: Claim,
  isAway: boolean,
): ResultPageProps {
  const who = { label: 'Aportante', value: returned.contributorName }
  return {
    ...LOOKS[outcome],
    amount: returned.amount,
    facts: [...(reason ? reasonOf(reason) : [who]), ...referenceOf(returned)],
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
} satisfies Record<Claim['outcome'], ResultPageProps>

const reasonOf = (reason: string | undefined): Fact[] =>
  reason ? [{ label: 'Motivo', value: reason }] : []

const referenceOf = ({ reference }: PaymentReturn): Fact[] =>
  reference ? [{ label: 'Referencia', value: reference }] : []

function ToCollection({ payment, isFirst }: { payment: PaymentProgress; isFirst?: boolean }) {
  return (
    <ButtonLink
      to={links.contribute(payment.collectionId)}
      variant={isFirst ? 'primary' : 'secondary'}
      main
    >
      {isFirst ? 'Volver a la colecta' : 'Ver la colecta'}
    </ButtonLink>
  )
}

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

/** Most providers notify the server within seconds; later polls are slower. */
const FIRST_INTERVAL = 3 * SECOND
const LATER_INTERVAL = 15 * SECOND
const FIRST_POLLS = 40

type KnownPayment =
  | { name: 'asking' }
  | { name: 'known'; payment: PaymentProgress }
  /** The server has no such payment, or the URL names none. */
  | { name: 'unknown' }
  | { name: 'failed' }

function usePayment(reference: string | null): KnownPayment {
  const [known, setKnown] = useState<KnownPayment>(
    reference === null ? { name: 'unknown' } : { name: 'asking' },
  )

  useEffect(() => {
    if (reference === null) return
    const stopping = new AbortController()
    void poll(reference, stopping.signal, setKnown)
    return () => stopping.abort()
  }, [reference])

  return known
}

async function poll(
  reference: string,
  signal: AbortSignal,
  update: (known: (before: KnownPayment) => KnownPayment) => void,
): Promise<void> {
  for (let asked = 0; !signal.aborted; asked += 1) {
    if (document.visibilityState === 'visible') {
      const answer = await ask(reference, signal)
      if (signal.aborted) return
      // A known result stays while the server is not reachable.
      update((before) => (answer.name === 'failed' && before.name === 'known' ? before : answer))
      if (answer.name === 'unknown') return
      if (answer.name === 'known' && answer.payment.state === 'confirmed') return
    }
    await systemClock.sleep(asked < FIRST_POLLS ? FIRST_INTERVAL : LATER_INTERVAL, signal)
  }
}

async function ask(reference: string, signal: AbortSignal): Promise<KnownPayment> {
  try {
    return { name: 'known', payment: await request(getPayment, { params: { reference }, signal }) }
  } catch (error) {
    return { name: hasCode(error, 'not-found') ? 'unknown' : 'failed' }
  }
}

import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { PaymentProgress } from '../../../shared/contribution.ts'
import { readReturn } from '../../../web/features/payments/payment-return.ts'
import { outcomeOf } from '../../../web/features/payments/use-outcome.tsx'

const THANKS = '¡Gracias!'
const REPORTED = 'Pago informado'
const WAITING = 'Pago pendiente'
const FAILED = 'El pago no se completó'
const UNDONE = 'Pago devuelto o cancelado'

const NOT_PAID = /^Tu aporte a «Regalo para la seño» no quedó pagado\./
const CONFIRMED = /^Tu aporte a «Regalo para la seño» está confirmado\.$/
const GIVEN_BACK = /devolvió o canceló tu pago a «Regalo para la seño», y tu aporte ya no cuenta/
const FROM_ADDRESS = {
  paid: /dice que tu pago se hizo. Cuando nos lo confirme/,
  waiting: /todavía lo está procesando y te avisará/,
  failed: /^Puedes volver a la colecta/,
}

const LEADS: Record<Name, Record<Outcome, RegExp>> = {
  confirmed: { paid: CONFIRMED, waiting: CONFIRMED, failed: CONFIRMED },
  pending: {
    paid: /dice que tu pago se hizo\. Esta página se actualiza sola/,
    waiting: /todavía lo está procesando\. Te avisaremos en esta página/,
    failed: NOT_PAID,
  },
  rejected: { paid: NOT_PAID, waiting: NOT_PAID, failed: NOT_PAID },
  undone: { paid: GIVEN_BACK, waiting: GIVEN_BACK, failed: GIVEN_BACK },
  unknown: FROM_ADDRESS,
  failed: FROM_ADDRESS,
  asking: FROM_ADDRESS,
}

const TITLES: Record<Name, Record<Outcome, string>> = {
  confirmed: { paid: THANKS, waiting: THANKS, failed: THANKS },
  pending: { paid: REPORTED, waiting: WAITING, failed: FAILED },
  rejected: { paid: FAILED, waiting: FAILED, failed: FAILED },
  undone: { paid: UNDONE, waiting: UNDONE, failed: UNDONE },
  // Not in our records: what the address says.
  unknown: { paid: REPORTED, waiting: WAITING, failed: FAILED },
  failed: { paid: REPORTED, waiting: WAITING, failed: FAILED },
  asking: { paid: REPORTED, waiting: WAITING, failed: FAILED },
}

const NAMES = Object.keys(TITLES) as Name[]
const OUTCOMES: Outcome[] = ['paid', 'waiting', 'failed']

test.each(NAMES.flatMap((name) => OUTCOMES.map((outcome) => [name, outcome] as const)))(
  'shows the result of a payment that is %s when the address says %s',
  (name, outcome) => {
    const returned = readReturn(new URLSearchParams('reference=r-1'))
    const claim = { returned, outcome, reason: 'Sin saldo', unverified: 'Not asked' }
    const page = outcomeOf(claim, knownAs(name))
    const title = TITLES[name][outcome]
    const lead = LEADS[name][outcome]
    expect(page.lead).toMatch(lead)
    const isKnown = knownAs(name).name === 'known'
    expect(page.amount ?? null).toBe(isKnown ? 15_000_00 : null)
    expect(page.title).toBe(title)
    expect(page.detail).toBe(name === 'failed' ? 'Not asked' : undefined)
    const isReasonShown = lead === NOT_PAID || name === 'unknown' || name === 'failed'
    expect(JSON.stringify(page.facts ?? []).includes('Sin saldo')).toBe(isReasonShown)
    const actions = renderToString(createElement(MemoryRouter, null, page.actions))
    expect(actions.includes('href="/contribuir/c-1"')).toBe(isKnown)
    if (title === FAILED || title === UNDONE) expect(page.tone).toBe('bad')
    else expect(page.tone).not.toBe('bad')
  },
)

type Known = Parameters<typeof outcomeOf>[1]
type Outcome = 'paid' | 'waiting' | 'failed'
type Name = PaymentProgress['state'] | 'undone' | 'unknown' | 'failed' | 'asking'

function knownAs(name: Name): Known {
  if (name === 'unknown' || name === 'failed' || name === 'asking') return { name }
  const isUndone = name === 'undone'
  const payment = {
    state: isUndone ? 'rejected' : name,
    isUndone,
    amount: 15_000_00,
    collectionId: 'c-1',
    collectionTitle: 'Regalo para la seño',
    paymentMethod: 'MODO',
  } as const
  return { name: 'known', payment }
}

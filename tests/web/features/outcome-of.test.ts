import { expect, test } from 'vitest'
import type { PaymentProgress } from '../../../shared/contribution.ts'
import { readReturn } from '../../../web/features/payments/payment-return.ts'
import { outcomeOf } from '../../../web/features/payments/use-outcome.tsx'

const THANKS = '¡Gracias!'
const REPORTED = 'Pago informado'
const WAITING = 'Pago pendiente'
const FAILED = 'El pago no se completó'
const UNDONE = 'Pago devuelto o cancelado'

test.each([
  ['confirmed', { paid: THANKS, waiting: THANKS, failed: THANKS }],
  ['pending', { paid: REPORTED, waiting: WAITING, failed: FAILED }],
  ['rejected', { paid: FAILED, waiting: FAILED, failed: FAILED }],
  ['undone', { paid: UNDONE, waiting: UNDONE, failed: UNDONE }],
  // Not in our records: what the address says.
  ['unknown', { paid: REPORTED, waiting: WAITING, failed: FAILED }],
  ['failed', { paid: REPORTED, waiting: WAITING, failed: FAILED }],
  ['asking', { paid: REPORTED, waiting: WAITING, failed: FAILED }],
] as const)('a payment that is %s here is shown so, whatever the address says', (name, titles) => {
  for (const [outcome, title] of Object.entries(titles)) {
    const returned = readReturn(new URLSearchParams('reference=r-1'))
    const claim = { returned, outcome: outcome as keyof typeof titles, unverified: 'Not asked' }
    const page = outcomeOf(claim, knownAs(name))
    expect(page.title, outcome).toBe(title)
    expect(page.detail, outcome).toBe(name === 'failed' ? 'Not asked' : undefined)
    if (title === FAILED || title === UNDONE) expect(page.tone, outcome).toBe('bad')
    else expect(page.tone, outcome).not.toBe('bad')
  }
})

type Known = Parameters<typeof outcomeOf>[1]
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

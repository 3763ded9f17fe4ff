import { describe, expect, it, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  checkout,
  checkoutRequest,
  contributionReport,
  contributionState,
  guestCorrection,
  isPlausible,
  MAX_MESSAGE_LENGTH,
  METHOD_NAMES,
  MOST_CONTRIBUTIONS_AT_ONCE,
  manualContribution,
  manualCorrection,
  manyContributions,
  paymentMethod,
  rejectionReason,
} from '../../shared/contribution.ts'
import { newId } from '../../shared/id.ts'
import { ownReportKey } from '../../shared/own-report.ts'
import { check } from '../../shared/validation.ts'

const julieta = {
  id: newId(),
  contributorName: 'Julieta Romero',
  contributorEmail: 'julieta@example.com',
  amount: 5_000_00,
}

const problemsOf = (schema: z.ZodMiniType, input: unknown) => {
  const checked = check(schema, input)
  return checked.ok ? null : checked.problems
}

describe.each([
  ['a report', contributionReport, 'Transferencia', { message: '', hasReceipt: false }],
  ['a checkout', checkoutRequest, 'MODO', { message: '' }],
] as const)('%s', (_, schema, method, defaults) => {
  const input = { ...julieta, paymentMethod: method }

  it('is read, with what it leaves out filled in', () => {
    expect(check(schema, input)).toEqual({ ok: true, value: { ...input, ...defaults } })
  })

  it('asks for name, e-mail and amount', () => {
    expect(problemsOf(schema, { id: newId(), paymentMethod: method })).toEqual({
      contributorName: 'Por favor, ingresa tu nombre',
      contributorEmail: 'Por favor, ingresa tu email',
      amount: 'Por favor, ingresa un monto válido',
    })
  })

  it('limits the name and the message', () => {
    const name = (length: number) =>
      problemsOf(schema, { ...input, contributorName: 'a'.repeat(length) })
    const message = (length: number) =>
      problemsOf(schema, { ...input, message: 'a'.repeat(length) })
    expect([name(120), message(MAX_MESSAGE_LENGTH)]).toEqual([null, null])
    expect(Object.keys(name(121) ?? {})).toEqual(['contributorName'])
    expect(Object.keys(message(MAX_MESSAGE_LENGTH + 1) ?? {})).toEqual(['message'])
  })
})

describe('a payment method', () => {
  test.each([
    ['Transferencia', null],
    ['Manual', 'Ese método de pago todavía no está disponible.'],
    ['MODO', 'Ese método de pago todavía no está disponible.'],
  ])('%s is answered in a report with %j', (method, problem) => {
    const problems = problemsOf(contributionReport, { ...julieta, paymentMethod: method })
    expect(problems?.paymentMethod ?? null).toBe(problem)
  })

  test.each([
    ['MercadoPago', null],
    ['MODO', null],
    ['Transferencia', 'Ese método de pago no está disponible.'],
  ])('%s is answered in a checkout with %j', (method, problem) => {
    const problems = problemsOf(checkoutRequest, { ...julieta, paymentMethod: method })
    expect(problems?.paymentMethod ?? null).toBe(problem)
  })

  it('has a name on screen', () => {
    expect(METHOD_NAMES).toEqual({
      Transferencia: 'Transferencia',
      Manual: 'Manual',
      MercadoPago: 'Mercado Pago',
      MODO: 'MODO',
    })
    expect(Object.keys(METHOD_NAMES)).toEqual(paymentMethod.options)
  })
})

describe('a contribution written down by hand', () => {
  const input = { ...julieta, contributorEmail: null, collectionId: newId() }

  it('needs no e-mail and no message', () => {
    expect(check(manualContribution, input)).toEqual({ ok: true, value: { ...input, message: '' } })
  })

  it('asks for the rest', () => {
    expect(problemsOf(manualContribution, {})).toEqual({
      id: 'El identificador no es válido.',
      collectionId: 'El identificador no es válido.',
      contributorName: 'Ingresa el nombre de quien aportó.',
      contributorEmail: 'Ingresa el email de quien aportó.',
      amount: 'Por favor, ingresa un monto válido',
    })
  })
})

describe('a report', () => {
  const collection = { suggestedAmount: 1_000_00, totalAmount: 50_000_00, amountCollected: 0 }

  it.each([
    ['five times the suggested amount', 5_000_00, 48_000_00, true],
    ['more than that, and more than is left to collect', 5_000_01, 48_000_00, false],
    ['all that is left to collect', 20_000_00, 30_000_00, true],
    ['a centavo more than is left to collect', 20_000_01, 30_000_00, false],
  ])('of %s is plausible or waits', (_what, amount, amountCollected, plausible) => {
    expect(isPlausible(amount, { ...collection, amountCollected })).toBe(plausible)
  })
})

describe('contributions that change together', () => {
  const ids = (length: number) => Array.from({ length }, newId)

  it.each([
    [undefined, 'Elige uno o más aportes.'],
    [[], 'Elige uno o más aportes.'],
    [ids(1), undefined],
    [ids(MOST_CONTRIBUTIONS_AT_ONCE), undefined],
    [ids(MOST_CONTRIBUTIONS_AT_ONCE + 1), 'Se pueden cambiar hasta 250 aportes a la vez.'],
  ])('are one at least, and not too many', (given, problem) => {
    expect(problemsOf(manyContributions, given)?.['']).toBe(problem)
  })
})

it("reads the id and the key of a guest's own report", () => {
  const id = newId()
  expect(check(ownReportKey, { id, key: 'k'.repeat(100) }).ok).toBe(true)
  expect(problemsOf(ownReportKey, { id, key: 'k'.repeat(101) })).toEqual({
    key: expect.any(String),
  })
  expect(Object.keys(problemsOf(ownReportKey, {}) ?? {})).toEqual(['id', 'key'])
})

describe('the state of a contribution', () => {
  test.each(['confirmed', 'verified', 'pending', 'rejected'])('may be %s', (state) => {
    expect(check(contributionState, state).ok).toBe(true)
  })

  test.each(['', 'lost'])('is not %j', (state) => {
    expect(problemsOf(contributionState, state)).toEqual({
      '': 'El estado del aporte no es válido.',
    })
  })
})

test('a correction has the fields that it changes', () => {
  expect(guestCorrection.parse({ amount: 5_00 })).toEqual({ amount: 5_00 })
  expect(manualCorrection.parse({ message: 'Hola' })).toEqual({ message: 'Hola' })
})

test('a rejection has no reason unless one is given', () => {
  expect(rejectionReason.parse(undefined)).toBe('')
})

test('a checkout has a reference and a page', () => {
  const begun = { reference: 'MODO_7', url: 'https://billetera.example' }
  expect(checkout.parse(begun)).toEqual(begun)
})

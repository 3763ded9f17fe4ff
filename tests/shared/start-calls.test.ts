import { describe, expect, it } from 'vitest'
import { getCollection, getInstallation, getSession } from '../../shared/api/start.ts'

const LUCIA = {
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'lucia@example.com',
  firstName: 'Lucía',
  lastName: 'Paz',
  isAdmin: false,
}

const COLLECTION = {
  id: '0190a000-0000-7000-8000-000000000002',
  title: 'Regalo para la seño',
  description: '',
  organiserName: 'Lucía',
  suggestedAmount: 500_000,
  totalAmount: 10_000_000,
  amountCollected: 0,
  deadline: '2026-12-01',
  bankAccount: 'lucia.regalo.mp',
  accountIdentifier: 'Lucía Paz',
  cantidadPersonas: null,
  status: 'abierta',
  createdAt: '2026-11-20T12:00:00.000Z',
}

const RESPONSES = [
  ['session', getSession, { access_token: null, refresh_token: null, user: LUCIA }],
  [
    'installation',
    getInstallation,
    {
      origin: 'https://entretodos.example',
      paymentQrCurrency: '032',
      supportEmail: null,
      google: false,
      analytics: true,
      checkout: ['MercadoPago'],
    },
  ],
  ['collection', getCollection, COLLECTION],
] as const

describe.each(RESPONSES)('the response %s', (_, { output }, whole) => {
  it('is accepted whole', () => {
    expect(output?.parse(whole)).toEqual(whole)
  })

  it.each(Object.keys(whole))('is rejected without %s, and with another type of it', (name) => {
    const { [name]: _dropped, ...rest } = whole as Record<string, unknown>
    expect(() => output?.parse(rest)).toThrow(TypeError)
    expect(() => output?.parse({ ...rest, [name]: { another: 'type' } })).toThrow(TypeError)
  })

  it.each([null, undefined, 'text', 1, []])('is rejected when it is %j', (value) => {
    expect(() => output?.parse(value)).toThrow(TypeError)
  })
})

describe('optional fields of a collection', () => {
  it('are accepted with their type alone', () => {
    const full = { ...COLLECTION, isSuspended: true, formToken: 't', checkout: ['MODO'] }
    expect(getCollection.output?.parse(full)).toEqual(full)
    for (const wrong of [{ isSuspended: 1 }, { formToken: null }, { checkout: ['Efectivo'] }])
      expect(() => getCollection.output?.parse({ ...COLLECTION, ...wrong })).toThrow(TypeError)
  })
})

describe('the person of a session', () => {
  it('may be null, and is otherwise complete', () => {
    const session = { access_token: null, refresh_token: null }
    const nobody = { ...session, user: null }
    expect(getSession.output?.parse(nobody)).toEqual(nobody)
    const { email: _, ...nameless } = LUCIA
    expect(() => getSession.output?.parse({ ...session, user: nameless })).toThrow(TypeError)
  })
})

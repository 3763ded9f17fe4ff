import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { MAX_AMOUNT } from '../../shared/money.ts'
import { crc16, paymentQr } from '../../shared/payment-qr.ts'
import vectors from './vectors.json'

const account = vectors.synthetic_valid_cvu.mercado_pago
const [, , withoutAmount, withAmount, withZeros] = vectors.qr_ok

/** Reads `tag, length, value` fields back; lengths count characters. */
function fieldsOf(payload: string): Record<string, string> {
  if (payload === '') return {}
  const [tag, length] = [payload.slice(0, 2), Number(payload.slice(2, 4))]
  const value = payload.slice(4, 4 + length)
  expect(value.length).toBe(length)
  return { [tag]: value, ...fieldsOf(payload.slice(4 + length)) }
}

describe('the checksum', () => {
  test.each(Object.entries(vectors.crc))('of %s is %s', (text, crc) => {
    expect(crc16(text)).toBe(crc)
  })

  test.each(vectors.qr_ok)('ends %s', (payload) => {
    expect(crc16(payload.slice(0, -4))).toBe(payload.slice(-4))
  })
})

describe('a payment QR', () => {
  it('equals the known ones byte for byte', () => {
    const name = 'Colecta regalo seño Ana'
    expect(paymentQr({ account, name })).toBe(withoutAmount)
    expect(paymentQr({ account, name, amount: 15_000_00 })).toBe(withAmount)
    // Its checksum begins with two zeros.
    expect(paymentQr({ account, name, amount: 213_00 })).toBe(withZeros)
  })

  it('carries account, amount and name so that they can be read back', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 60 })
    const amount = fc.option(fc.integer({ min: 1, max: MAX_AMOUNT }), { nil: undefined })
    fc.assert(
      fc.property(name, amount, (name, amount) => {
        const payload = paymentQr({ account, name, amount })
        expect(payload).toMatch(/^[ -~]+$/)
        const fields = fieldsOf(payload)
        expect(fields).toMatchObject({
          '00': '01',
          '51': `0022${account}`,
          '53': '032',
          '58': 'AR',
        })
        expect(fields['01']).toBe(amount === undefined ? '11' : '12')
        expect(fields['54']).toBe(amount === undefined ? undefined : (amount / 100).toFixed(2))
        expect(fields['59']).toMatch(/^[!-~](?:[ -~]{0,23}[!-~])?$/)
        expect(fields['63']).toBe(crc16(payload.slice(0, -4)))
      }),
    )
  })

  test.each([
    ['Ñandú Ávila', 'NANDU AVILA'],
    ['  Regalo\u00A0 para 🎁 la   seño ', 'REGALO PARA LA SENO'],
    ['Viaje de egresados séptimo B', 'VIAJE DE EGRESADOS SEPTIM'],
    ['Viaje de los egresados 7 y 8', 'VIAJE DE LOS EGRESADOS 7'],
    ['Cumpleaños de la profesora Ana', 'CUMPLEANOS DE LA PROFESOR'],
    ['🎁💸', 'ENTRE TODOS'],
    ['', 'ENTRE TODOS'],
  ])('names %j as %j', (name, expected) => {
    expect(fieldsOf(paymentQr({ account, name }))['59']).toBe(expected)
  })

  it('carries the smallest and the largest amount', () => {
    const amountIn = (amount: number) => fieldsOf(paymentQr({ account, name: 'Ana', amount }))['54']
    expect(amountIn(1)).toBe('0.01')
    expect(amountIn(MAX_AMOUNT)).toBe('9999999999.99')
  })

  it('asks in reais only when told to', () => {
    expect(fieldsOf(paymentQr({ account, name: 'Ana' }))['53']).toBe('032')
    expect(fieldsOf(paymentQr({ account, name: 'Ana', currency: '986' }))['53']).toBe('986')
  })

  test.each([
    ['an alias', { account: 'lucia.fer' }],
    ['21 digits', { account: account.slice(1) }],
    ['23 digits', { account: `0${account}` }],
    ['a letter before the digits', { account: `x${account}` }],
    ['nothing', { account, amount: 0 }],
    ['half a centavo', { account, amount: 0.5 }],
    ['more than fits', { account, amount: MAX_AMOUNT + 1 }],
  ])('cannot be made of %s', (_, wrong) => {
    expect(() => paymentQr({ name: 'Ana', ...wrong })).toThrow(
      /^A payment QR (?:needs a CBU|cannot carry \d)/,
    )
    expect(() => paymentQr({ name: 'Ana', ...wrong })).toThrow(RangeError)
  })
})

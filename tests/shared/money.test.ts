import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatAmount, formatMoney, MAX_AMOUNT, parseMoney, percentOf } from '../../shared/money.ts'

const centavos = fc.integer({ min: 0, max: MAX_AMOUNT })

describe('reading an amount', () => {
  test.each([
    ['1500', 1500_00],
    ['1.500', 1500_00],
    ['1,500', 1500_00],
    ['$ 1.500', 1500_00],
    ['$1500', 1500_00],
    ['\u00A0$\u00A01.500\u00A0', 1500_00],
    ['1.500,50', 1500_50],
    ['1,500.50', 1500_50],
    ['1500.50', 1500_50],
    ['1500,5', 1500_50],
    ['1.5', 1_50],
    ['12.34', 12_34],
    ['1.234.567', 1_234_567_00],
    ['1.234.567,8', 1_234_567_80],
    ['1 500', 1500_00],
    ['1\u202F500\u202F000,50', 1_500_000_50],
    ['$1500.-', 1500_00],
    ['$ 1.500,-', 1500_00],
    ['1500 $', 1500_00],
    ['1500$', 1500_00],
    ['1500 pesos', 1500_00],
    ['ARS 1500', 1500_00],
    ['AR$ 1.500,50', 1500_50],
    ['\u200E$\u00A0\u20681.500\u2069\u200B', 1500_00],
    ['0', 0],
    ['0,05', 5],
    ['007', 7_00],
    ['9.999.999.999,99', MAX_AMOUNT],
  ])('%j is %i centavos', (text, expected) => {
    expect(parseMoney(text)).toBe(expected)
  })

  test('one sign may group and divide: the last one with two digits is the decimal mark', () => {
    expect(parseMoney('1.500.50')).toBe(1500_50)
    expect(parseMoney('1,500,5')).toBe(1500_50)
  })

  test.each([
    ['nothing', ''],
    ['spaces', ' \u00A0 '],
    ['the sign alone', '$'],
    ['two signs', '$$ 5'],
    ['the sign on both sides twice', '$ 1500 $ $'],
    ['the sign in the middle', '1$500'],
    ['a negative', '-5'],
    ['a plus', '+5'],
    ['letters', 'mil'],
    ['an exponent', '1e5'],
    ['a hexadecimal', '0x10'],
    ['another currency', 'USD 1500'],
    ['a currency alone', 'pesos'],
    ['emoji', '💸'],
    ['digits of another script', '１５００'],
    ['spaces between other groups', '15 00'],
    ['groups by two kinds of space', '1\u00A0500\u202F000'],
    ['groups of two', '12.34.567'],
    ['a group of two before the decimals', '1.50.00'],
    ['groups by two different signs', '1.500,500'],
    ['three digits behind four: thousands or decimals?', '1500.500'],
    ['three decimals of a peso', '0.500'],
    ['four digits in a group', '1.5000'],
    ['a sign without digits behind', '1.500,'],
    ['a sign without digits before', ',50'],
    ['one centavo too much', '10.000.000.000,00'],
    ['digits without end', '9'.repeat(400)],
  ])('refuses %s', (_, text) => {
    expect(parseMoney(text)).toBeNull()
  })

  it('reads back every amount that it writes', () => {
    fc.assert(
      fc.property(centavos, (amount) => {
        expect(parseMoney(formatMoney(amount))).toBe(amount)
        expect(parseMoney(formatAmount(amount))).toBe(amount)
        expect(parseMoney((amount / 100).toFixed(2))).toBe(amount)
      }),
    )
  })

  it('reads any text as whole centavos within the limit, or as null', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789.,$ -e\u00A0') })
    fc.assert(
      fc.property(typed, (text) => {
        const amount = parseMoney(text) ?? 0
        expect(Number.isInteger(amount) && amount >= 0 && amount <= MAX_AMOUNT).toBe(true)
      }),
    )
  })
})

describe('writing an amount', () => {
  test.each([
    [0, '$\u00A00'],
    [5, '$\u00A00,05'],
    [1500_00, '$\u00A01.500'],
    [1500_50, '$\u00A01.500,50'],
    [24_000_000_00, '$\u00A024.000.000'],
    [MAX_AMOUNT, '$\u00A09.999.999.999,99'],
  ])('%i centavos read %j', (amount, expected) => {
    expect(formatMoney(amount)).toBe(expected)
  })

  it('agrees with the es-AR of Intl, sums beyond one amount included', () => {
    const intl = (digits: number) =>
      new Intl.NumberFormat('es-AR', {
        style: 'currency',
        currency: 'ARS',
        minimumFractionDigits: digits,
      })
    const [whole, exact] = [intl(0), intl(2)]
    fc.assert(
      fc.property(fc.oneof(centavos, fc.integer({ min: 0, max: 1e14 })), (amount) => {
        const expected = (amount % 100 === 0 ? whole : exact).format(amount / 100)
        expect(formatMoney(amount)).toBe(expected)
      }),
    )
  })
})

describe('progress in percent', () => {
  test.each([
    ['nothing yet', 0, 900_000_00, 0],
    ['rounded up', 494_000_00, 900_000_00, 55],
    ['rounded down', 433_500_00, 900_000_00, 48],
    ['half rounds up', 5, 1000, 1],
    ['all', 100, 100, 100],
    ['more than all', 250, 100, 100],
    ['less than nothing', -50, 100, 0],
    ['of nothing', 50, 0, 0],
  ])('%s', (_, part, whole, expected) => {
    expect(percentOf(part, whole)).toBe(expected)
  })
})

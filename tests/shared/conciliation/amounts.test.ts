import { describe, expect, it } from 'vitest'
import { decimalMarkOf, isAmount, readAmount } from '../../../shared/conciliation/amounts.ts'

describe('decimalMarkOf', () => {
  it.each([
    [[], ','],
    [['15000'], ','],
    [['0,50'], ','],
    [['0.50'], '.'],
    [[' 0.50 '], '.'],
    [['0,50', '0.50'], ','],
    [['0,50', '0.50', '0.75'], '.'],
    [[0.5, '0.50', null], '.'],
    [['Saldo', '', '0.50'], '.'],
    [['1.234,50'], ','],
    [['1.234,50', '0.50'], ','],
    [['1,234.50'], '.'],
    [['1,234,567'], '.'],
    [['1.234.567', '0.50'], ','],
    [['12.345'], ','],
    [['123.456'], ','],
    [['1234.567'], '.'], // no thousands: four digits stand before the mark
    [['01.234'], '.'],
    [['0.500'], '.'],
    [['12.5'], '.'],
    [['12.50'], '.'],
    [['-$ 12.50'], '.'],
  ] as const)('is for %j %j', (values, mark) => {
    expect(decimalMarkOf(values)).toBe(mark)
  })
})

describe('readAmount', () => {
  it.each([
    ['5,00 C', 500],
    ['5,00 CR', 500],
    ['5,00 D', -500],
    ['5,00 d', -500],
    ['5,00 DB', -500],
    ['5,00 DR', -500],
    ['5,00DB', -500],
    ['−5,00', -500],
    ['–5,00', -500],
    ['5,00–', -500],
    ['$ -5,00', -500],
    ['+ 15.000 ARS', 1_500_000],
    ['ARS 5,00', 500],
    ['AR$ 5,00', 500],
    ['-AR$5,00', -500],
    ['5,00 $', 500],
    [' 5,00 ', 500],
    ['(5,00)', -500],
    ['($ 5,00)', -500],
    ['-0,00', 0],
    ['1’234,50', 123_450],
    ["1'234,50", 123_450],
    ['1 234 567,50', 123_456_750],
    ['1.234.567,50', 123_456_750],
    ['1,500', 150],
    ['1,5', 150],
    ['1,05', 105],
    ['1,001', 100_100], // no part of a centavo: thousands
    ['9999999999999,99', 999_999_999_999_999],
    [1234.560000001, 123_456],
    [-1234.56, -123_456],
    [0, 0],
    [1_234_567_890.13, 123_456_789_013],
  ])('reads %j with a decimal comma', (cell, centavos) => {
    expect(readAmount(cell, ',')).toBe(centavos)
  })

  it.each([
    ['1,234.50', 123_450],
    ['1,234', 123_400],
    ['1.234', 123_400],
    ['1.230', 123],
    ['1.234,50', 123_450],
    ['12,34', 1_234],
  ])('reads %j with a decimal point', (cell, centavos) => {
    expect(readAmount(cell, '.')).toBe(centavos)
  })

  it.each([
    null,
    undefined,
    true,
    new Date('2026-03-12'),
    '-1,2,3',
    '5,00 X',
    '5,00 CREDITO',
    'x5,00',
    '1,0.00',
    '12 34,00',
    '1234.567,00',
    '1.23,00',
    '1.2345,00',
    '1,0011',
    '1.234,001',
    '99999999999999,99', // 16 digits
    1234.5601,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e16,
  ])('refuses %j', (cell) => {
    expect(readAmount(cell, ',')).toBeNull()
  })
})

describe('isAmount', () => {
  it.each([
    ['1,00', true],
    ['1.00', true],
    ['1,234.50', true],
    ['1.234,50', true],
    ['15000', true],
    [5, true],
    [0, true],
    ['x', false],
    ['', false],
    ['12/03/2026', false],
    [null, false],
    [undefined, false],
  ])('of %j is %s', (cell, is) => {
    expect(isAmount(cell)).toBe(is)
  })
})

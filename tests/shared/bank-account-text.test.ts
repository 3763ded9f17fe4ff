import { expect, it, test } from 'vitest'
import { bankAccountText, groupDigits } from '../../shared/bank-account-text.ts'

test.each([
  ['0070999000000000000178', { name: 'CBU', text: '0070 9990 0000 0000 0001 78' }],
  ['0000003110000000000953', { name: 'CVU', text: '0000 0031 1000 0000 0009 53' }],
  ['lucia.fer', { name: 'Alias', text: 'lucia.fer' }],
  ['00709990000000000001789', { name: 'Alias', text: '00709990000000000001789' }],
  ['x0070999000000000000178', { name: 'Alias', text: 'x0070999000000000000178' }],
  ['0070999000000000000178x', { name: 'Alias', text: '0070999000000000000178x' }],
])('shows the stored account %s as %j', (stored, expected) => {
  expect(bankAccountText(stored)).toEqual(expected)
})

it('groups digits by four, without a space at the end', () => {
  expect(groupDigits('0070999')).toBe('0070 999')
  expect(groupDigits('00709990')).toBe('0070 9990')
})

import { expect, it } from 'vitest'
import { timeLeft } from '../../../web/screens/dashboard/collection-columns.tsx'

/** Nine in the morning of 21 November in Buenos Aires. */
const NOW = new Date('2026-11-21T12:00:00Z')

const standing = (deadline: string, amountCollected = 0) =>
  timeLeft({ deadline, amountCollected, totalAmount: 100_00 }, NOW)

it.each([
  ['2026-11-30', 'Faltan 9 días'],
  ['2026-11-22', 'Falta 1 día'],
  ['2026-11-21', 'Último día'],
  ['2026-11-20', 'Pasó la fecha'],
])('shows the time left of a collection until %s: %s', (deadline, words) => {
  expect(standing(deadline)).toBe(words)
})

it('shows that a collection is complete in place of the time', () => {
  expect(standing('2026-11-20', 100_00)).toBe('Completa')
  expect(standing('2026-11-30', 100_01)).toBe('Completa')
})

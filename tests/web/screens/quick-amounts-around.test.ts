import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_AMOUNT } from '../../../shared/money.ts'
import { quickAmountsAround } from '../../../web/screens/contribute/contribution-form.tsx'

const PESO = 100

it.each([
  [15_000, [10_000, 15_000, 20_000]],
  [10_000, [5_000, 10_000, 15_000]],
  [32_000, [20_000, 32_000, 50_000]],
  [5_000, [3_000, 5_000, 8_000]],
  [1_500, [1_000, 1_500, 2_000]],
  [2, [1, 2, 3]],
])('offers round amounts around $ %d', (suggested, pesos) => {
  expect(quickAmountsAround(suggested * PESO)).toEqual(pesos.map((amount) => amount * PESO))
})

it('offers nothing below one peso', () => {
  expect(quickAmountsAround(PESO)).toEqual([PESO, 2 * PESO])
})

it('always rises, keeps the suggested amount, and adds whole pesos only', () => {
  fc.assert(
    fc.property(fc.integer({ min: PESO, max: MAX_AMOUNT }), (suggested) => {
      const amounts = quickAmountsAround(suggested)
      expect(amounts).toContain(suggested)
      expect(amounts).toEqual([...new Set(amounts)].sort((a, b) => a - b))
      expect(amounts.length).toBeLessThanOrEqual(3)
      for (const amount of amounts) {
        expect(amount === suggested || amount % PESO === 0).toBe(true)
        expect(amount).toBeLessThanOrEqual(MAX_AMOUNT)
        expect(amount).toBeGreaterThanOrEqual(PESO)
      }
    }),
  )
})

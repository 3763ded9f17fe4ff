import { type Centavos, MAX_AMOUNT } from '../../../shared/money.ts'

const PESO: Centavos = 100
/** Times a power of ten: the amounts that people choose. */
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 8]

/**
 * Returns the suggested amount between a clearly smaller and a clearly larger round one.
 *
 * @example quickAmountsAround(15_000_00) // [10_000_00, 15_000_00, 20_000_00]
 */
export function quickAmountsAround(suggested: Centavos): Centavos[] {
  const smaller = roundAmounts(suggested).findLast((amount) => amount <= suggested * 0.7)
  const larger = roundAmounts(suggested).find((amount) => amount >= suggested * 1.3)
  return [smaller, suggested, larger].filter((amount) => amount !== undefined)
}

function roundAmounts(near: Centavos): Centavos[] {
  const power = 10 ** Math.floor(Math.log10(near))
  return [power / 10, power, power * 10]
    .flatMap((unit) => ROUND.map((round) => round * unit))
    .filter((amount) => amount % PESO === 0 && amount <= MAX_AMOUNT)
}

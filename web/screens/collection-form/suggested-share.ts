import { type Centavos, formatAmount, MAX_AMOUNT, parseMoney } from '../../../shared/money.ts'

/** Among how many a total is shared while nobody said how many they are. */
const USUAL_PEOPLE = 10

/** From here on people think in hundreds of pesos, in centavos. */
const THOUSAND = 1_000_00

/**
 * What to propose for each person, as it is typed: the total shared among them, rounded up so that it
 * adds up. Empty while there is no total to share.
 */
export function suggestedShare(totalAmount: string, cantidadPersonas: string): string {
  const total = parseMoney(totalAmount)
  if (!total) return ''
  const people = Math.max(1, Math.floor((parseMoney(cantidadPersonas) ?? 0) / 100) || USUAL_PEOPLE)
  return formatAmount(Math.min(MAX_AMOUNT, roundUp(total / people)))
}

function roundUp(share: number): Centavos {
  const step = share < THOUSAND ? 1_00 : 100_00
  return Math.ceil(share / step) * step
}

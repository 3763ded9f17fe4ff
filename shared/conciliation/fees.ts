import type { Centavos } from '../money.ts'

interface Amounts {
  amount: Centavos
  /** The amount before fees, where the file has it. */
  gross: Centavos | null
}

const MOST_PERCENT = 3

/** True when the amount before fees is `asked`, and the fees are at most 3 % of it. */
export function isPaidBeforeFees({ amount, gross }: Amounts, asked: Centavos): boolean {
  return gross === asked && (gross - amount) * 100 <= gross * MOST_PERCENT
}

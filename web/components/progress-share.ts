import { type Centavos, percentOf } from '../../shared/money.ts'

/** How far a colecta is, in centavos. `verified` is the part of `confirmed` seen in the account. */
export type Progress = { verified: Centavos; confirmed: Centavos; total: Centavos }

/** The progress in words, for `aria-label`: "66 % confirmado, 51 % acreditado". */
export function progressWords({ verified, confirmed, total }: Progress, isPublic = false): string {
  const confirmedWords = `${percentOf(confirmed, total)}\u00a0% confirmado`
  if (isPublic) return confirmedWords
  return `${confirmedWords}, ${percentOf(verified, total)}\u00a0% acreditado`
}

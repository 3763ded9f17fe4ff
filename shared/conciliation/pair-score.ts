/* Scores a line and a contribution for a suggestion. The organiser sees the reasons, not the number. */
import { countOf } from '../text.ts'
import { isPaidBeforeFees } from './fees.ts'
import { type Claim, type Credit, isSameCuit, isSameOperation, similarityOf } from './matching.ts'
import { isNear } from './near-amounts.ts'
import type { Tier } from './waiting-contribution.ts'

export interface ScoredPair {
  credit: Credit
  claim: Claim
  score: number
  /** 4 when name, CUIT or operation number agree; 5 for amount and day alone (Tier). */
  tier: Extract<Tier, 4 | 5>
  /** Comparison of the amounts (amountKind). */
  kind: 'exact' | 'dropped' | 'near' | 'part'
}

/** Pairs below this are not suggested. */
const MIN_SCORE = 52
/** A line may be this many days before its contribution (a late report) or after it (a late transfer). */
export const MAX_DAYS_BEFORE = 10
export const MAX_DAYS_AFTER = 7

/**
 * Returns the score of a pair, or null when it is too low for a suggestion. `mayBePart`: the line may be one of several
 * that pay the contribution, so a smaller amount and half a name are enough.
 */
export function scorePair(credit: Credit, claim: Claim, mayBePart = false): ScoredPair | null {
  const days = credit.day - claim.day
  if (days < -MAX_DAYS_BEFORE || days > MAX_DAYS_AFTER) return null
  const similarity = similarityOf(credit, claim)
  const hasOperation = isSameOperation(credit, claim)
  const hasCuit = isSameCuit(credit, claim)
  const isOtherCuit = credit.cuit !== null && claim.cuit !== null && !hasCuit
  const isPayer = (minSimilarity: number) =>
    hasOperation || hasCuit || (similarity ?? 0) >= minSimilarity

  const kind = amountKind(credit, claim, isPayer(mayBePart ? 0.55 : 0.75))
  if (kind === null || (kind === 'near' && !isPayer(0.55))) return null

  const amount = kind === 'exact' && claim.contribution.isUnique ? POINTS.unique : POINTS[kind]
  const score =
    amount +
    (similarity === null ? 8.75 : 35 * similarity) +
    (hasOperation ? 40 : 0) +
    (hasCuit ? 35 : 0) -
    (isOtherCuit ? 20 : 0) +
    dayPoints(days)
  if (score < MIN_SCORE && !mayBePart) return null
  return { credit, claim, score, tier: isPayer(0.5) ? 4 : 5, kind }
}

const POINTS = { exact: 40, unique: 55, dropped: 38, near: 22, part: 12 }

/** Compares the amounts; null when the line cannot be the contribution's money. */
export function amountKind(
  credit: Credit,
  claim: Claim,
  isSamePerson: boolean,
): ScoredPair['kind'] | null {
  const paid = credit.amount
  const asked = claim.amount
  if (paid === asked || isPaidBeforeFees(credit.line, asked)) return 'exact'
  const less = asked - paid
  if (claim.contribution.isUnique && paid % 100 === 0 && less > 0 && less < 50_00) return 'dropped'
  if (isNear(paid, asked)) return 'near'
  return isSamePerson && paid < asked * 4 ? 'part' : null
}

function dayPoints(days: number): number {
  if (days === 0) return 15
  if (days === 1) return 13
  if (days === -1) return 12
  return Math.abs(days) === 2 ? 9 : Math.max(0, 6 - Math.abs(days))
}

/** Returns the reasons of a pair in Spanish, strongest first. */
export function reasonsOf({
  credit,
  claim,
  kind,
}: Pick<ScoredPair, 'credit' | 'claim' | 'kind'>): string[] {
  const reasons: string[] = []
  if (isSameOperation(credit, claim)) reasons.push('mismo número de operación')
  if (isSameCuit(credit, claim)) reasons.push('mismo CUIT')
  reasons.push(AMOUNTS[kind])
  reasons.push(daysInWords(credit.day - claim.day))
  const similarity = similarityOf(credit, claim) ?? 0
  if (similarity >= 0.5) {
    const word = similarity >= 0.95 ? 'mismo nombre' : 'nombre parecido'
    reasons.push(`${word}: ${credit.line.name}`)
  }
  return reasons
}

const AMOUNTS = {
  exact: 'mismo monto',
  dropped: 'mismo monto sin los centavos',
  near: 'monto parecido',
  part: 'otro monto',
}

function daysInWords(days: number): string {
  if (days === 0) return 'mismo día'
  return `${countOf(Math.abs(days), 'día')} ${days > 0 ? 'después' : 'antes'}`
}

/*
 * Finds lines of a statement that pay several contributions each: of siblings, or of a family that reported on one day.
 * The organiser confirms them (propose.ts).
 */
import { memoized } from '../memoized.ts'
import { exactSum } from './exact-sum.ts'
import type { Claim, Credit, Matching } from './matching.ts'
import { nameWords } from './names.ts'
import { MAX_DAYS_AFTER, MAX_DAYS_BEFORE, type ScoredPair } from './pair-score.ts'

/**
 * Finds lines that are exactly the sum of two to four contributions of one surname or of one day. Those that name the
 * line's operation or CUIT come first.
 */
export function findJointPayments(
  { claims, claimsByOperation, claimsByCuit }: Matching,
  credits: readonly Credit[],
  taken: ReadonlySet<Claim>,
  pairsOf: ReadonlyMap<Credit, readonly ScoredPair[]>,
): Map<Credit, Claim[]> {
  const found = new Map<Credit, Claim[]>()
  const wordsOf = memoized(
    ({ contribution }: Claim) =>
      new Set(contribution.names.flatMap(nameWords).filter((word) => word.length > 2)),
  )
  const areRelated = (a: Claim, b: Claim) =>
    Math.abs(a.day - b.day) <= 1 || [...wordsOf(a)].some((word) => wordsOf(b).has(word))
  for (const credit of credits) {
    const first = pairsOf.get(credit)?.[0]
    if (first?.kind === 'exact' && first.tier === 4) continue
    const near = new Map<Claim, number>()
    const add = (claim: Claim | undefined, value: number) => {
      if (!claim || claim.amount >= credit.amount || taken.has(claim)) return
      const days = credit.day - claim.day
      if (days < -MAX_DAYS_BEFORE || days > MAX_DAYS_AFTER) return
      near.set(claim, Math.max(value, near.get(claim) ?? 0))
    }
    for (const [at, value] of credit.similar ?? []) if (value >= 0.3) add(claims[at], value)
    for (const claim of claimsByCuit.get(credit.cuit ?? '') ?? []) add(claim, 2)
    for (const claim of claimsByOperation.get(credit.operation ?? '') ?? []) add(claim, 3)
    const best = [...near]
      .toSorted(([a, valueOfA], [b, valueOfB]) => valueOfB - valueOfA || a.at - b.at)
      .slice(0, 12)
      .map(([claim]) => claim)
    const sum = exactSum(
      best,
      credit.amount,
      ({ amount }) => amount,
      (claim, chosen) => chosen.every((other) => areRelated(other, claim)),
    )
    if (sum) found.set(credit, sum)
  }
  return found
}

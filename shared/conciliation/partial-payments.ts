/* Finds several lines of a statement that together pay one contribution. The organiser confirms them (propose.ts). */
import { groupBy } from '../group-by.ts'
import { exactSum } from './exact-sum.ts'
import type { Claim, Credit } from './matching.ts'
import type { ScoredPair } from './pair-score.ts'

/** Finds lines whose sum is exactly a contribution's amount, best scores first. Each line pays one contribution only. */
export function findPartialPayments(pairs: readonly ScoredPair[]): Map<Credit, ScoredPair> {
  const candidates = pairs.filter(
    ({ credit, claim, kind, tier }) =>
      tier === 4 && kind !== 'exact' && credit.amount < claim.amount,
  )
  const sums = [...groupBy(candidates, ({ claim }) => claim)]
    .flatMap(([claim, group]) => bestSum(claim, group) ?? [])
    .toSorted((a, b) => b.score - a.score || a.claim.at - b.claim.at)
  const found = new Map<Credit, ScoredPair>()
  for (const { pairs } of sums) {
    if (pairs.some(({ credit }) => found.has(credit))) continue
    for (const pair of pairs) found.set(pair.credit, pair)
  }
  return found
}

/** Returns the lines of one contribution that pay it exactly; null when no sum of its eight best pairs does. */
function bestSum(
  claim: Claim,
  group: ScoredPair[],
): { claim: Claim; pairs: ScoredPair[]; score: number } | null {
  const best = group.toSorted((a, b) => b.score - a.score || a.credit.at - b.credit.at).slice(0, 8)
  const chosen = exactSum(best, claim.amount, ({ credit }) => credit.amount)
  if (!chosen) return null
  const score = chosen.reduce((sum, pair) => sum + pair.score, 0) / chosen.length
  return { claim, pairs: chosen, score }
}

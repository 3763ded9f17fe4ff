/* Suggestions for the organiser: the contributions that a line without an automatic match may pay, best first. */
import { groupBy } from '../group-by.ts'
import { assign } from './assignment.ts'
import { findJointPayments } from './joint-payments.ts'
import type { Claim, Credit, Matching } from './matching.ts'
import { type ScoredPair, scorePair } from './pair-score.ts'
import { findPartialPayments } from './partial-payments.ts'

export interface Suggestion {
  credit: Credit
  /** Best first. */
  pairs: ScoredPair[]
  /** Contributions that the line pays together, where their sum is its amount. */
  joint: readonly Claim[] | null
  /** A contribution whose money has come, of which this seems to be a second payment. */
  again: ScoredPair | null
}

/** The screen shows five; more only help to find the best assignment. */
const MAX_CANDIDATES = 24
const SHOWN = 5

export function suggestions(
  matching: Matching,
  used: ReadonlySet<Credit>,
  taken: ReadonlySet<Claim>,
): Suggestion[] {
  const find = candidateFinder(matching, taken)
  const credits = matching.credits.filter((credit) => !used.has(credit))
  const foundOf = new Map(credits.map((credit) => [credit, find(credit)]))
  const pairsOf = new Map([...foundOf].map(([credit, { pairs }]) => [credit, pairs]))
  const parts = findPartialPayments(
    [...foundOf.values()].flatMap(({ parts, pairs: [best] }) =>
      best?.kind === 'exact' && best.tier === 4 ? [] : parts,
    ),
  )
  const paid = new Set([...parts.values()].map(({ claim }) => claim))
  const joints = findJointPayments(matching, credits, taken, pairsOf)

  // Parts of one contribution are no rivals, so the assignment leaves them out.
  const edges = [...pairsOf.values()].flatMap((pairs) =>
    pairs
      .filter(({ credit, claim }) => !parts.has(credit) && !joints.has(credit) && !paid.has(claim))
      .map(({ credit, claim, score }) => ({
        row: credit.at,
        column: claim.at,
        weight: weightOf(score, credit.day - claim.day),
      })),
  )
  const assigned = assign(edges)
  return [...foundOf].map(([credit, { pairs, again }]) => {
    const joint = joints.get(credit) ?? null
    const part = parts.get(credit)
    const first = part?.claim.at ?? assigned.get(credit.at)
    const ordered = [
      ...(part ? [part] : pairs.filter(({ claim }) => claim.at === first)),
      ...pairs.filter(({ claim }) => claim.at !== first),
    ].slice(0, SHOWN)
    return { credit, pairs: ordered, joint, again }
  })
}

/**
 * Returns the weight of a pair in the assignment: the score above the least one, so that two weak pairs do not outweigh
 * a strong one; ties go to the closer day.
 */
function weightOf(score: number, days: number): number {
  return score - 50 - Math.abs(days) * 1e-3
}

interface Found {
  pairs: ScoredPair[]
  again: ScoredPair | null
  /** Pairs that are suggested only where several lines make up the amount. */
  parts: ScoredPair[]
}

/** Returns a function that finds the pairs of a line, best first, and the best one that is paid already. */
function candidateFinder(matching: Matching, taken: ReadonlySet<Claim>) {
  const { claims, claimsByAmount, claimsByCuit, claimsByOperation } = matching
  const uniqueByPesos = groupBy(
    claims.filter(({ contribution }) => contribution.isUnique),
    ({ amount }) => Math.floor(amount / 100),
  )
  return (credit: Credit): Found => {
    const parts: ScoredPair[] = []
    let again: ScoredPair | null = null
    const pairs: ScoredPair[] = []
    const considered = new Set<Claim>()
    const consider = (claim: Claim | undefined) => {
      if (!claim || considered.has(claim)) return
      considered.add(claim)
      const isTaken = taken.has(claim)
      if (isTaken && claim.amount !== credit.amount) return
      if (credit.amount < claim.amount) {
        const part = scorePair(credit, claim, true)
        if (part) parts.push(part)
      }
      const pair = scorePair(credit, claim)
      if (!pair) return
      if (!isTaken) pairs.push(pair)
      else if (pair.tier === 4 && pair.score > (again?.score ?? 0)) again = pair
    }
    for (const at of credit.similar?.keys() ?? []) consider(claims[at])
    for (const claim of claimsByCuit.get(credit.cuit ?? '') ?? []) consider(claim)
    for (const claim of claimsByOperation.get(credit.operation ?? '') ?? []) consider(claim)
    for (const amount of new Set([credit.amount, credit.line.gross ?? credit.amount])) {
      const same = claimsByAmount.get(amount) ?? []
      if (same.length <= MAX_CANDIDATES) for (const claim of same) consider(claim)
      else for (const claim of nearestInTime(same, credit)) consider(claim)
    }
    // Whole pesos may be a unique amount without its centavos.
    if (credit.amount % 100 === 0) {
      for (let pesos = 0; pesos < 50; pesos += 1) {
        for (const claim of uniqueByPesos.get(credit.amount / 100 + pesos) ?? []) consider(claim)
      }
    }
    const rank = (claim: Claim) => (claim.at - credit.at + claims.length * 2) % claims.length
    const best = pairs
      .toSorted(
        (a, b) =>
          b.score - a.score ||
          Math.abs(credit.day - a.claim.day) - Math.abs(credit.day - b.claim.day) ||
          rank(a.claim) - rank(b.claim),
      )
      .slice(0, MAX_CANDIDATES)
    return { pairs: best, again, parts }
  }
}

/**
 * Returns the contributions of an amount closest in time. Without a name only two days are close enough, and of
 * thousands with one amount a few are tried for each line.
 */
function nearestInTime(same: readonly Claim[], credit: Credit): Claim[] {
  const nearest: Claim[] = []
  for (const days of [0, 1, -1, 2, -2]) {
    const start = lowerBound(same, credit.day - days)
    const end = lowerBound(same, credit.day - days + 1)
    const count = end - start
    for (let step = 0; step < count && nearest.length < MAX_CANDIDATES; step += 1) {
      // Lines of one day begin at different contributions, so that they do not all get the same ones.
      const claim = same[start + ((step + credit.at) % count)]
      if (claim) nearest.push(claim)
    }
  }
  return nearest
}

function lowerBound(sorted: readonly Claim[], day: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.day ?? 0) < day) low = middle + 1
    else high = middle
  }
  return low
}

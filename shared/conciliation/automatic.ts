/*
 * Matches that need no confirmation: by the operation number, a unique amount, or a known CUIT. One wrong match costs
 * more trust than ten missing ones, so any contrary evidence leaves the pair to the organiser.
 */
import { groupBy } from '../group-by.ts'
import {
  type Claim,
  type Credit,
  isSameCuit,
  isSameOperation,
  type Matching,
  SAME_NAME,
  similarityOf,
} from './matching.ts'
import { nameWords } from './names.ts'
import { amountKind } from './pair-score.ts'
import type { Tier } from './waiting-contribution.ts'

export interface Automatic {
  credit: Credit
  claim: Claim
  tier: Extract<Tier, 1 | 2 | 3>
}

export function automaticMatches(matching: Matching): Automatic[] {
  const evidence = [...byOperation(matching), ...byUniqueAmount(matching), ...byCuit(matching)]
  const chosen: Automatic[] = []
  const taken = new Set<Claim>()
  const used = new Set<Credit>()
  for (const match of evidence) {
    const { credit, claim } = match
    if (taken.has(claim) || used.has(credit)) continue
    taken.add(claim)
    used.add(credit)
    chosen.push(match)
  }
  return chosen
}

/** 1. The operation number of one line and one contribution, of the same amount. */
function byOperation(matching: Matching): Automatic[] {
  const linesOf = groupBy(matching.credits, ({ operation }) => operation)
  return matching.credits.flatMap((credit) => {
    const { operation } = credit
    if (operation === null || linesOf.get(operation)?.length !== 1) return []
    const [claim, ...others] = matching.claimsByOperation.get(operation) ?? []
    if (!claim || others.length > 0 || claim.amount !== credit.amount) return []
    if (!isWithin(credit, claim, -15, 10)) return []
    return isSafe(matching, credit, claim, 'same') ? [{ credit, claim, tier: 1 }] : []
  })
}

/** 2. An amount that only one contribution has. Of several lines of one payer the first pays. */
function byUniqueAmount(matching: Matching): Automatic[] {
  return matching.claims.flatMap((claim) => {
    if (!claim.contribution.isUnique) return []
    if (matching.claimsByAmount.get(claim.amount)?.length !== 1) return []
    const lines = (matching.creditsByAmount.get(claim.amount) ?? []).filter((credit) =>
      isWithin(credit, claim, -15, 10),
    )
    const [credit, ...others] = lines
    if (!credit || !others.every((other) => isSamePayer(credit, other))) return []
    if (lines.some(({ isDoubtful }) => isDoubtful)) return []
    return isSafe(matching, credit, claim, 'other') ? [{ credit, claim, tier: 2 }] : []
  })
}

/** 3. A CUIT that is known for one contribution, and paid its amount once. */
function byCuit(matching: Matching): Automatic[] {
  return matching.claims.flatMap((claim) => {
    if (claim.cuit === null) return []
    const own = matching.claimsByCuit.get(claim.cuit) ?? []
    if (own.filter(({ amount }) => amount === claim.amount).length !== 1) return []
    const lines = (matching.creditsByAmount.get(claim.amount) ?? []).filter(
      (credit) => credit.cuit === claim.cuit && isWithin(credit, claim, -10, 7),
    )
    // A person who pays twice may also pay for somebody who typed no CUIT.
    const [credit, ...others] = lines
    if (!credit || others.length > 0 || credit.isDoubtful) return []
    if (isOfNamesake(matching, credit, claim)) return []
    return [{ credit, claim, tier: 3 }]
  })
}

function isWithin(credit: Credit, claim: Claim, from: number, to: number): boolean {
  const days = credit.day - claim.day
  return days >= from && days <= to
}

function isSamePayer(a: Credit, b: Credit): boolean {
  if (a.cuit !== null && b.cuit !== null) return a.cuit === b.cuit
  const wordsOf = ({ line }: Credit) => String(nameWords(line.name ?? '').toSorted())
  const words = wordsOf(a)
  return words !== '' && words === wordsOf(b)
}

/** Below this two names contradict each other. */
const CONTRARY = 0.5

/**
 * False when there is evidence against the pair. `rivals`: of which amounts another contribution may claim the line.
 */
function isSafe(
  matching: Matching,
  credit: Credit,
  claim: Claim,
  rivals: 'same' | 'other',
): boolean {
  if (credit.isDoubtful) return false
  const isKnown = isSameCuit(credit, claim)
  if (credit.cuit !== null && !isKnown) {
    if (claim.cuit !== null) return false
    if (matching.claimsByCuit.has(credit.cuit)) return false
  }
  const similarity = similarityOf(credit, claim)
  if (credit.similar !== null && !isKnown && (similarity ?? 0) < CONTRARY) return false
  // Of a number that a friend may have passed on, half a name proves no more than the friend's own half.
  const isHalf = rivals === 'same' && !isKnown && (similarity ?? 0) < 0.6
  return !hasBetterRival(matching, credit, claim, isHalf ? 0.45 : barFor(similarity), rivals)
}

/** Returns how well another name must agree to make a pair doubtful; none is enough beside the same name. */
function barFor(similarity: number | null): number {
  const value = similarity ?? 0
  return value >= SAME_NAME ? Number.POSITIVE_INFINITY : Math.max(0.6, value)
}

/** True when another contribution, whose own money has not come, agrees with the name of the line beyond `bar`. */
function hasBetterRival(
  matching: Matching,
  credit: Credit,
  claim: Claim,
  bar: number,
  rivals: 'same' | 'other',
): boolean {
  if (credit.similar === null) return false
  for (const [at, value] of credit.similar) {
    const rival = matching.claims[at]
    if (!rival || rival === claim || value <= bar) continue
    if ((rival.amount === credit.amount) !== (rivals === 'same')) continue
    if (!isWithin(credit, rival, -15, 10) || hasOwnMoney(matching, rival, credit)) continue
    if (!hasOtherMoney(matching, rival, credit)) return true
  }
  return false
}

/** A second contribution of the same person and amount may be the one that this line pays. */
function isOfNamesake(matching: Matching, credit: Credit, claim: Claim): boolean {
  return hasBetterRival(matching, credit, claim, barFor(similarityOf(credit, claim)), 'same')
}

function hasOwnMoney(matching: Matching, claim: Claim, except: Credit): boolean {
  return (matching.creditsByAmount.get(claim.amount) ?? []).some((credit) => {
    if (credit === except || !isWithin(credit, claim, -15, 10)) return false
    if (isSameCuit(credit, claim) || isSameOperation(credit, claim)) return true
    return (similarityOf(credit, claim) ?? (claim.contribution.isUnique ? 1 : 0)) >= 0.6
  })
}

/** True when the contribution's money came as another amount: a part, without centavos, or with a relative's. */
function hasOtherMoney(matching: Matching, claim: Claim, except: Credit): boolean {
  return matching.creditsNamedAs(claim).some(({ credit }) => {
    if (credit === except || amountKind(credit, claim, true) === null) return false
    const same = matching.claimsByAmount.get(credit.amount) ?? []
    return same.every((other) => (similarityOf(credit, other) ?? 0) < 0.6)
  })
}

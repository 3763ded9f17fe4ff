/*
 * Matches the credits of a statement with the contributions that wait for their money; the screen Conciliar shows the
 * result. Pure, and the same for any order of its input: proposals are made once, shown, and stored as they were
 * shown when the organiser confirms.
 */
import { compareTexts } from '../text.ts'
import { automaticMatches } from './automatic.ts'
import type { StatementLine } from './line.ts'
import { type Claim, type Credit, prepareMatching } from './matching.ts'
import { reasonsOf, scorePair } from './pair-score.ts'
import { type AccountOwner, sortCredits } from './payable-lines.ts'
import { type Suggestion, suggestions } from './suggestions.ts'
import {
  PAYS_AGAIN,
  PAYS_SEVERAL,
  type Proposal,
  type Tier,
  type WaitingContribution,
} from './waiting-contribution.ts'

/**
 * Returns the automatic proposals by line, then the others by line, best first within a line. Automatic ones use each line
 * and each contribution once. `matched`: lines that pay a contribution already. They get no proposal, and show of others
 * whether they are of one batch and which went back.
 */
export function propose(
  lines: readonly StatementLine[],
  contributions: readonly WaitingContribution[],
  owner: AccountOwner,
  matched: ReadonlySet<StatementLine> = new Set(),
): Proposal[] {
  const { payable } = sortCredits(lines, owner)
  const unmatched = payable.filter(({ line }) => !matched.has(line))
  const matching = prepareMatching(unmatched, lines, contributions)
  const automatic = automaticMatches(matching)
  const used = new Set(automatic.map(({ credit }) => credit))
  const taken = new Set(automatic.map(({ claim }) => claim))
  const proposals = automatic.map(({ credit, claim, tier }) => {
    const score = scorePair(credit, claim)?.score ?? 100
    const reasons = reasonsOf({ credit, claim, kind: 'exact' })
    return proposal({ credit, claim, tier, score }, [REASONS[tier], ...reasons])
  })
  for (const suggestion of suggestions(matching, used, taken)) {
    proposals.push(...proposalsOf(suggestion))
  }
  return sorted(proposals)
}

const REASONS = { 1: 'Número de operación', 2: 'Monto único', 3: 'CUIT' }

function proposalsOf({ credit, pairs, joint, again }: Suggestion): Proposal[] {
  const together = (joint ?? []).map((claim, at) =>
    proposal({ credit, claim, tier: 4, score: 100 - at }, [PAYS_SEVERAL]),
  )
  const isAgain = again !== null && again.score > (pairs[0]?.score ?? 0)
  const second = isAgain ? [proposal(again, [PAYS_AGAIN, ...reasonsOf(again)])] : []
  // The first pair is the assignment's, whatever its own score.
  const others = pairs.filter(({ claim }) => !joint?.includes(claim))
  return [...together, ...second, ...others.map((pair) => proposal(pair, reasonsOf(pair)))]
}

function proposal(
  pair: { credit: Credit; claim: Claim; tier: Tier; score: number },
  reasons: string[],
): Proposal {
  return {
    line: pair.credit.line.line,
    contribution: pair.claim.contribution.id,
    tier: pair.tier,
    isAutomatic: pair.tier < 4,
    score: Math.round(pair.score * 100) / 100,
    reasons,
  }
}

/** Sorts automatic ones first, then by line; within a line the order stays. */
function sorted(proposals: readonly Proposal[]): Proposal[] {
  return proposals.toSorted(
    (a, b) => Number(b.isAutomatic) - Number(a.isAutomatic) || compareTexts(a.line, b.line),
  )
}

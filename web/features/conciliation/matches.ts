/* A match carries of each line only its id, day, amount and reason. */
import { groupBy } from '../../../shared/group-by.ts'
import { newId } from '../../../shared/id.ts'
import type { Centavos } from '../../../shared/money.ts'
import type { UsedLine } from '../../../shared/queries/statement-matches.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { MOST_MATCHES_AT_ONCE, type StatementMatch } from '../../../shared/statement-match.ts'
import type { LineChoice, Review, ReviewLine } from './review.ts'

/** Lines that were matched before this review. */
export interface AlreadyMatched {
  matched: ReadonlySet<string>
  /** By contribution. */
  paid: ReadonlyMap<string, Centavos>
  /** Number of lines that pay it, by contribution. */
  transfers: ReadonlyMap<string, number>
  /** Contributions that count as paid in full, although less came. */
  wholes: ReadonlySet<string>
}

export function alreadyMatchedBy(lines: readonly UsedLine[]): AlreadyMatched {
  const paid = new Map<string, Centavos>()
  const transfers = new Map<string, number>()
  for (const { contributionId, part } of lines) {
    addTo(paid, contributionId, part)
    addTo(transfers, contributionId, 1)
  }
  const wholes = lines.filter(({ asIs }) => asIs).map(({ contributionId }) => contributionId)
  const matched = new Set(lines.map(({ lineId }) => lineId))
  return { matched, paid, transfers, wholes: new Set(wholes) }
}

export function addTo(sums: Map<string, number>, id: string, more: number): void {
  sums.set(id, (sums.get(id) ?? 0) + more)
}

/** Counts the lines of choices that are being sent as matched at once. */
export function withChosen(used: AlreadyMatched, chosen: readonly Chosen[]): AlreadyMatched {
  const matched = new Set(used.matched)
  const paid = new Map(used.paid)
  const transfers = new Map(used.transfers)
  const wholes = new Set(used.wholes)
  for (const { line, choice } of chosen) {
    if (matched.has(line.id)) continue
    matched.add(line.id)
    for (const { contributionId, part } of choice.parts) {
      addTo(paid, contributionId, part)
      addTo(transfers, contributionId, 1)
      if (choice.asIs) wholes.add(contributionId)
    }
  }
  return { matched, paid, transfers, wholes }
}

/** Counts the contributions that `matches` complete, and those of which they leave a part unpaid. */
export function countPaid(
  matches: readonly NewMatch[],
  waiting: readonly Pick<WaitingRow, 'id' | 'amount'>[],
  paidBefore: AlreadyMatched['paid'],
): { whole: number; inPart: number } {
  const amounts = new Map(waiting.map(({ id, amount }) => [id, amount]))
  const paid = new Map(paidBefore)
  for (const { contributionId, part } of matches) addTo(paid, contributionId, part)
  const ofContributions = groupBy(matches, ({ contributionId }) => contributionId)
  const whole = [...ofContributions].filter(
    ([id, parts]) =>
      parts.some(({ asIs }) => asIs) || (paid.get(id) ?? 0) >= (amounts.get(id) ?? 0),
  ).length
  return { whole, inPart: ofContributions.size - whole }
}

export type Chosen = { line: ReviewLine; choice: LineChoice }
export type NewMatch = StatementMatch & { reason: LineChoice['reason'] }

export function matchesOf(chosen: readonly Chosen[], review: Review): NewMatch[] {
  return chosen.flatMap(({ line, choice }) =>
    choice.parts.map(({ contributionId, part, version }) => ({
      id: newId(),
      contributionId,
      lineId: line.id,
      lineDay: line.day,
      lineAmount: line.amount,
      part,
      isSplit: choice.parts.length > 1,
      reason: choice.reason,
      isAutomatic: choice.isAutomatic,
      source: line.source,
      asIs: choice.asIs,
      version: version ?? review.claims[contributionId]?.version ?? 1,
    })),
  )
}

/** Each batch is one request, and they are sent one after another. */
const MOST_BATCHES = 50

/** Returns small batches, because a mutation is refused as a whole. The parts of a line stay together. */
export function batchesOf(matches: readonly NewMatch[]): NewMatch[][] {
  const most = Math.min(MOST_MATCHES_AT_ONCE, Math.ceil(matches.length / MOST_BATCHES))
  const batches: NewMatch[][] = [[]]
  const lines = groupBy(matches, ({ lineId }) => lineId)
  for (const ofLine of lines.values()) {
    const last = batches.at(-1) ?? []
    if (last.length + ofLine.length <= most) last.push(...ofLine)
    else batches.push([...ofLine])
  }
  return batches.filter((batch) => batch.length > 0)
}

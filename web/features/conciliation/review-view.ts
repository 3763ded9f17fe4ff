import { isPaidBeforeFees } from '../../../shared/conciliation/fees.ts'
import { isNear } from '../../../shared/conciliation/near-amounts.ts'
import { PAYS_AGAIN, PAYS_SEVERAL } from '../../../shared/conciliation/waiting-contribution.ts'
import type { Centavos } from '../../../shared/money.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { type AlreadyMatched, addTo, type Chosen } from './matches.ts'
import {
  type Decisions,
  type LineChoice,
  type Pair,
  REASON_OF_TIER,
  type Review,
  type ReviewLine,
} from './review.ts'

export interface MatchOption {
  pair: Pair
  row: WaitingRow
}

export interface MatchRow {
  line: ReviewLine
  best: MatchOption
  /** Best first. Computed when called, because few of thousands of lines are on the screen. */
  options: () => MatchOption[]
  together: MatchOption[]
  /** null where nothing is ticked. */
  choice: LineChoice | null
}

export interface ReviewView {
  sure: MatchRow[]
  questions: MatchRow[]
  unidentified: ReviewLine[]
  /** Lines that the person marked as not of this colecta. */
  dismissed: ReviewLine[]
  others: ReviewLine[]
  /** Reported in the days of the files; a part or all has not come. */
  missing: { row: WaitingRow; came: Centavos }[]
  /** Contributions that came or were corrected after the proposals were made. */
  changedSince: number
  /** By line. */
  chosen: Chosen[]
  /** Contributions that the choices pay. */
  count: number
  sum: Centavos
  /** Lines that seem to pay a contribution a second time: the contributor's name by line id. */
  paidTwice: ReadonlyMap<string, string>
}

/** The contributions that each line may pay, whatever is ticked. */
export interface Candidates {
  /** Of a payable line, best first. */
  optionsOf: (line: ReviewLine) => Iterable<MatchOption>
  sure: { line: ReviewLine; best: MatchOption }[]
  /** Payable, and not sure. */
  rest: ReviewLine[]
  others: ReviewLine[]
}

export interface Known {
  review: Review
  decisions: Decisions
  waiting: readonly WaitingRow[]
  /** Including those being sent. */
  used: AlreadyMatched
  dismissed: ReadonlySet<string>
  candidates: Candidates
}

const isTogether = ({ reasons: [first] }: Pair) => first === PAYS_SEVERAL
const isPaidAgain = ({ reasons: [first] }: Pair) => first === PAYS_AGAIN
/** A proposal with this score or more matches a full name. */
export const FULL_NAME = 85

/** Separate from `buildReviewView`, because no tick changes it. */
export function candidatesOf(
  review: Review,
  waiting: readonly WaitingRow[],
  { rejected }: Pick<Decisions, 'rejected'>,
  { matched }: Pick<AlreadyMatched, 'matched'>,
): Candidates {
  const asProposed = new Map(
    waiting
      .filter(({ id, version }) => review.claims[id]?.version === version)
      .map((row) => [row.id, row]),
  )
  const refused = new Set(rejected)
  const isRefused = (line: ReviewLine, { contribution }: Pair) =>
    refused.size > 0 && refused.has(`${line.id} ${contribution}`)
  function* optionsOf(line: ReviewLine): Generator<MatchOption> {
    for (const pair of review.pairs[line.id] ?? []) {
      const row = asProposed.get(pair.contribution)
      if (row && !isRefused(line, pair)) yield { pair, row }
    }
  }
  const candidates: Candidates = { optionsOf, sure: [], rest: [], others: [] }
  for (const line of review.lines) {
    if (matched.has(line.id)) continue
    if (line.use !== 'payable') {
      candidates.others.push(line)
      continue
    }
    const [best] = optionsOf(line)
    if (best?.pair.isAutomatic) candidates.sure.push({ line, best })
    else candidates.rest.push(line)
  }
  return candidates
}

export function buildReviewView({
  review,
  decisions,
  waiting,
  used,
  dismissed,
  candidates: { optionsOf, sure, rest, others },
}: Known): ReviewView {
  const rows = new Set(waiting.map(({ id }) => id))
  const chosen: Chosen[] = []
  const paid = new Map(used.paid)
  const wholes = new Set(used.wholes)
  const choose = (line: ReviewLine, choice: LineChoice | null) => {
    if (!choice) return
    chosen.push({ line, choice })
    for (const { contributionId, part } of choice.parts) {
      addTo(paid, contributionId, part)
      if (choice.asIs) wholes.add(contributionId)
    }
  }
  const cameOf = ({ id }: WaitingRow) => paid.get(id) ?? 0
  const leftOf = (row: WaitingRow) => (wholes.has(row.id) ? 0 : row.amount - cameOf(row))

  const sureRows = sure.map(({ line, best }): MatchRow => {
    const left = leftOf(best.row)
    const proposed = left > 0 ? choiceOf(line, best, left) : null
    const { [line.id]: choice = proposed } = decisions.choices
    choose(line, choice)
    return { line, best, options: () => [...optionsOf(line)], together: [], choice }
  })
  // Ticked questions come first: no other line may propose the contributions that they pay.
  for (const line of rest) {
    const decided = decisions.choices[line.id]
    if (decided?.parts.every(({ contributionId }) => rows.has(contributionId))) {
      choose(line, decided)
    }
  }
  function* possibleOf(line: ReviewLine): Generator<MatchOption> {
    const ticked = decisions.choices[line.id]?.parts.map(({ contributionId }) => contributionId)
    for (const option of optionsOf(line)) {
      const isTicked = ticked?.includes(option.row.id)
      if (isTicked || (!isPaidAgain(option.pair) && leftOf(option.row) > 0)) yield option
    }
  }
  const questions: MatchRow[] = []
  const asked = new Set<string>()
  const unpaid: ReviewLine[] = []
  const paidTwice = new Map<string, string>()
  for (const line of rest) {
    const choice = decisions.choices[line.id] ?? null
    const [best] = possibleOf(line)
    if (best) {
      const options = () => [...possibleOf(line)]
      // Joint payments are the first options.
      const together = isTogether(best.pair) ? options().filter(({ pair }) => isTogether(pair)) : []
      questions.push({ line, best, options, together, choice })
      for (const { contributionId } of choice?.parts ?? []) asked.add(contributionId)
      for (const { row } of together.length > 0 ? together : [best]) asked.add(row.id)
      continue
    }
    for (const { pair, row } of optionsOf(line)) {
      if (!isPaidAgain(pair)) continue
      paidTwice.set(line.id, row.contributorName)
      break
    }
    unpaid.push(line)
  }

  const expected = waiting.filter(({ state }) => state !== 'rejected')
  const missing = expected.flatMap((row) => {
    const day = review.claims[row.id]?.reportedOn
    const isCovered = day && review.from && review.to && day >= review.from && day <= review.to
    const isMissing = isCovered && !asked.has(row.id) && leftOf(row) > 0
    return isMissing ? [{ row, came: cameOf(row) }] : []
  })
  const isChanged = ({ id, version }: WaitingRow) => review.claims[id]?.version !== version
  const parts = chosen.flatMap(({ choice }) => choice.parts)
  return {
    sure: sureRows,
    questions,
    unidentified: unpaid.filter(({ id }) => !dismissed.has(id)),
    dismissed: unpaid.filter(({ id }) => dismissed.has(id)),
    others,
    missing,
    changedSince: expected.filter(isChanged).length,
    chosen,
    count: new Set(parts.map(({ contributionId }) => contributionId)).size,
    sum: parts.reduce((sum, { part }) => sum + part, 0),
    paidTwice,
  }
}

export interface Paid {
  sum: Centavos
  transfers: number
  /** Credited as it is, although the sum is less. */
  isWhole: boolean
}

/** Returns the amount paid by earlier matches and by the choices of lines other than `line`. */
export function paidByOthers(
  view: Pick<ReviewView, 'chosen'>,
  used: AlreadyMatched,
  { id }: WaitingRow,
  line: ReviewLine,
): Paid {
  const paid: Paid = {
    sum: used.paid.get(id) ?? 0,
    transfers: used.transfers.get(id) ?? 0,
    isWhole: used.wholes.has(id),
  }
  for (const other of view.chosen) {
    if (other.line.id === line.id) continue
    for (const { contributionId, part } of other.choice.parts) {
      if (contributionId !== id) continue
      paid.sum += part
      paid.transfers += 1
      paid.isWhole ||= other.choice.asIs
    }
  }
  return paid
}

export function leftAfter(paid: Paid, { amount }: WaitingRow): Centavos {
  return paid.isWhole ? 0 : Math.max(0, amount - paid.sum)
}

export type Tick = Pick<MatchRow, 'line' | 'best' | 'together'>

/** Returns the choices that tick a line. It replaces other lines that pay the whole contribution. */
export function choicesToTick(
  { line, best, together }: Tick,
  view: Pick<ReviewView, 'chosen'>,
  used: AlreadyMatched,
): Decisions['choices'] {
  const leftOf = (row: WaitingRow) => leftAfter(paidByOthers(view, used, row, line), row)
  if (together.length > 0) return { [line.id]: choiceOfSeveral(line, together, leftOf) }
  const { row } = best
  const left = leftOf(row)
  if (left > 0) return { [line.id]: choiceOf(line, best, left) }
  const pays = ({ choice }: Chosen) => choice.parts.some((part) => part.contributionId === row.id)
  const replaced = view.chosen.filter((other) => other.line.id !== line.id && pays(other))
  const rest = leftAfter(paidByOthers({ chosen: [] }, used, row, line), row)
  return {
    ...Object.fromEntries(replaced.map(({ line }) => [line.id, null])),
    [line.id]: rest > 0 ? choiceOf(line, best, rest) : null,
  }
}

/** `left`: the part that is not paid yet. */
export function choiceOf(line: ReviewLine, { pair, row }: MatchOption, left: Centavos): LineChoice {
  const part = Math.min(line.amount, left)
  return {
    parts: [{ contributionId: row.id, part }],
    reason: REASON_OF_TIER[pair.tier],
    isAutomatic: pair.isAutomatic,
    // A little less counts as paid in full.
    asIs: part < left && (line.gross === left ? isPaidBeforeFees(line, left) : isNear(part, left)),
  }
}

/** Pays one contribution after another, while its amount lasts. */
function choiceOfSeveral(
  line: ReviewLine,
  together: readonly MatchOption[],
  leftOf: (row: WaitingRow) => Centavos,
): LineChoice {
  let left = line.amount
  const parts = together.flatMap(({ row }) => {
    const part = Math.min(left, leftOf(row))
    left -= part
    return part > 0 ? [{ contributionId: row.id, part }] : []
  })
  return { parts, reason: 'by-hand', isAutomatic: false, asIs: false }
}

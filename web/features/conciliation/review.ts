import type { Proposal, Tier } from '../../../shared/conciliation/waiting-contribution.ts'
import type { Day } from '../../../shared/dates.ts'
import type { Centavos } from '../../../shared/money.ts'
import type { MatchReason } from '../../../shared/statement-match.ts'

/** A credit that was not matched before. `id` is the HMAC that a match carries. */
export interface ReviewLine {
  id: string
  day: Day
  amount: Centavos
  /** Before fees, where the file has it. */
  gross: Centavos | null
  name: string | null
  cuit: string | null
  /** The bank's own words. */
  text: string
  /** Folded, for the search. */
  words: string
  /** The bank format; `other` for an unknown one. */
  source: string
  /** `returned` went back to its sender; `other` is no transfer of somebody else. */
  use: 'payable' | 'returned' | 'other'
}

export type Pair = Omit<Proposal, 'line'>

export interface ClaimVersion {
  reportedOn: Day
  version: number
}

/** Stored on this device until the person has decided about it. */
export interface Review {
  files: string[]
  lines: ReviewLine[]
  /** By line id, best first. */
  pairs: Record<string, Pair[]>
  /** By contribution id. */
  claims: Record<string, ClaimVersion>
  /** Credits of the files that earlier imports matched. */
  known: number
  from: Day | null
  to: Day | null
  warnings: string[]
  problems: string[]
}

export interface Part {
  contributionId: string
  part: Centavos
  /** Of the contribution, where the person saw another one than the review has. */
  version?: number
}

export interface LineChoice {
  parts: Part[]
  reason: ChoiceReason
  isAutomatic: boolean
  /** The contribution counts as paid in full, although the parts are less. */
  asIs: boolean
}

export interface Decisions {
  /** By line id; null where an automatic match was unticked. */
  choices: Record<string, LineChoice | null>
  /** `line contribution`: pairs that the person refused. */
  rejected: string[]
}

export const NO_DECISIONS: Decisions = { choices: {}, rejected: [] }

/** `lineId`: the line whose pairs the person refused. */
export type DecisionChange =
  | { choices: Decisions['choices'] }
  | { lineId: string; rejected: readonly string[] }

export function applyDecision(before: Decisions, change: DecisionChange): Decisions {
  if ('choices' in change) {
    return { ...before, choices: { ...before.choices, ...change.choices } }
  }
  const { [change.lineId]: _, ...choices } = before.choices
  return { choices, rejected: [...new Set([...before.rejected, ...change.rejected])] }
}

export interface Dismissal {
  ids: readonly string[]
  isDismissed: boolean
}

export function applyDismissal(before: string[], { ids, isDismissed }: Dismissal): string[] {
  const others = before.filter((id) => !ids.includes(id))
  return isDismissed ? [...others, ...ids] : others
}

type ChoiceReason = Exclude<MatchReason, 'created'>

export const REASON_OF_TIER: Record<Tier, ChoiceReason> = {
  1: 'operation',
  2: 'unique-amount',
  3: 'cuit',
  4: 'name',
  5: 'amount',
}

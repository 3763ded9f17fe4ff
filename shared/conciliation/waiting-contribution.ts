import type { Day } from '../dates.ts'
import type { Centavos } from '../money.ts'

/** A contribution by transfer whose money the organiser has not seen. */
export interface WaitingContribution {
  id: string
  amount: Centavos
  /** Day of the report in Buenos Aires. */
  reportedOn: Day
  /** Names that its payer may have: the contributor's, the receipt's, those confirmed before. */
  names: readonly string[]
  operationNumber: string | null
  cuit: string | null
  /** The amount was made unique by centavos. */
  isUnique: boolean
}

/** Evidence for a match, best first: 1 operation number, 2 unique amount, 3 CUIT, 4 name, 5 amount and day. */
export type Tier = 1 | 2 | 3 | 4 | 5

/** A match of a line and a contribution: made at once when automatic, otherwise a question for the organiser. */
export interface Proposal {
  line: string
  /** The id of the contribution. */
  contribution: string
  tier: Tier
  isAutomatic: boolean
  score: number
  /** Reasons in Spanish, for the organiser. */
  reasons: string[]
}

/** The first reason of each contribution that a line pays together with others. */
export const PAYS_SEVERAL = 'este ingreso paga varios aportes'
/** The first reason of a line that seems to pay a contribution a second time. */
export const PAYS_AGAIN = '¿pagó dos veces?'

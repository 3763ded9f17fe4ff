import type { Centavos } from '../../money.ts'
import type { Row } from '../cell.ts'
import type { Payer } from '../payer.ts'

/** Columns of a block by their number. */
export interface Columns {
  day: number
  amount?: number
  credit?: number
  debit?: number
  /** Amount before fees. */
  gross?: number
  /** Says credit or debit where the amount has no sign. */
  sign?: number
  name?: number
  cuit?: number
  /** The account owner's, in each row. */
  ownCuit?: number
  reference?: number
  balance?: number
  currency?: number
  status?: number
  refunded?: number
  texts: number[]
}

/** Texts of a row by role, cleaned. */
export interface Fields {
  text: string
  name: string
  cuit: string
  status: string
}

type Named = Partial<Record<Exclude<keyof Columns, 'texts'>, readonly string[]>>

/** A known format of one bank. */
export interface Bank {
  /** Stored with a match, so it never changes. */
  name: string
  label: string
  /** Folded headers that must all be there. The recogniser with most of them wins. */
  header: readonly string[]
  /** Folded headers by role, in order of preference. */
  columns: Named & { texts?: readonly string[] }
  /** The reference stays the same in every download, and belongs to one movement. */
  hasStableReference?: boolean
  /** Finds the payer where the general rules would not. */
  payer?(fields: Fields): Payer
  /** Puts a row in order whose separators stand in its text too. */
  repair?(row: Row, columns: number): Row
  /** Returns false for rows that are no movement. */
  isMovement?(fields: Fields): boolean
  /** Sums that the file declares above its header. */
  totals?(above: readonly Row[]): { credits: Centavos; debits: Centavos } | null
}

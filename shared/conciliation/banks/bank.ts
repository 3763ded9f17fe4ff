import type { Centavos } from '../../money.ts'
import type { Row } from '../cell.ts'
import type { Payer } from '../payer.ts'

/** Indexes of the columns of a block, from 0, by role. Absent: the block has no such column. */
export interface Columns {
  day: number
  amount?: number
  credit?: number
  debit?: number
  /** Amount before fees. */
  gross?: number
  /** The bank's word for credit or debit, for amounts without a sign. */
  sign?: number
  name?: number
  cuit?: number
  /** CUIT of the account's owner, which some banks repeat in each row. */
  ownCuit?: number
  reference?: number
  balance?: number
  currency?: number
  status?: number
  /** The amount that went back to the payer. */
  refunded?: number
  /** Descriptions, which are joined into one text. */
  texts: number[]
}

/** Texts of a row, trimmed; '' for a column that is absent or empty. */
export interface Fields {
  text: string
  name: string
  cuit: string
  status: string
}

type HeadersByRole = Partial<Record<Exclude<keyof Columns, 'texts'>, readonly string[]>>

/** A format in which a bank or wallet exports statements. banks.ts lists all, and picks one by a file's header. */
export interface Bank {
  /** Stored with a match, so it never changes. */
  name: string
  /** Name for people. */
  label: string
  /** Folded headers that a file of this format has; others may follow. If several formats fit, the one with most wins. */
  header: readonly string[]
  /** Folded headers by role, in order of preference. */
  columns: HeadersByRole & { texts?: readonly string[] }
  /** The reference stays the same in every download, and belongs to one movement. */
  hasStableReference?: boolean
  /** Finds the payer instead of the general rules in payer.ts. */
  payer?(fields: Fields): Payer
  /** Joins cells of a row whose text contains the separator. `columns` is the number of headers. */
  repair?(row: Row, columns: number): Row
  /** Returns false for rows that are no movement. */
  isMovement?(fields: Fields): boolean
  /** Returns the sums that the file declares above its header, to find a truncated file; null when it declares none. */
  totals?(above: readonly Row[]): { credits: Centavos; debits: Centavos } | null
}

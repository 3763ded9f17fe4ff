import type { Day } from '../dates.ts'
import type { Centavos } from '../money.ts'
import type { LineKind } from './line-kinds.ts'

/** One movement of a statement. It never leaves the device. */
export interface StatementLine {
  /** `file#row` or `file#sheet!row`, for people and for tests. */
  line: string
  day: Day
  /** Negative for a debit. */
  amount: Centavos
  /** The amount before fees, where the file has it. */
  gross: Centavos | null
  name: string | null
  cuit: string | null
  /** The payer as part of the line's id; empty where another download may show it in another way. */
  payerKey: string
  reference: string | null
  hasStableReference: boolean
  text: string
  kind: LineKind
  /** The file itself shows that the money went back. */
  isReturned: boolean
  /** `name` of the bank's format (banks/bank.ts), or 'other'. */
  source: string
}

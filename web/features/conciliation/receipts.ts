import type { ReceiptFacts } from '../../../shared/conciliation/receipt-text.ts'
import type { Centavos } from '../../../shared/money.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'

/** By contribution, with the receipt that was read and the amount that it should be of. */
export type ReceiptsRead = Record<string, ReadReceipt>

type ReadReceipt = ReceiptFacts & { receiptId: string | null; amount: Centavos }

/**
 * Returns what the text of a receipt proves; null where another receipt or another amount came since: what the former
 * said proves nothing.
 */
export function factsOf(
  receipts: ReceiptsRead,
  { id, receiptId, amount }: WaitingRow,
): ReadReceipt | null {
  const facts = receipts[id]
  return facts && facts.receiptId === receiptId && facts.amount === amount ? facts : null
}

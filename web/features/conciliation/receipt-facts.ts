import type { ReceiptFacts } from '../../../shared/conciliation/receipt-text.ts'
import type { Centavos } from '../../../shared/money.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'

/** By contribution, with its receipt and its amount at that time. */
export type ReceiptsRead = Record<string, ReadReceipt>

type ReadReceipt = ReceiptFacts & { receiptId: string | null; amount: Centavos }

/** Returns null if receipt or amount have changed since: facts of the former receipt prove nothing. */
export function factsOf(
  receipts: ReceiptsRead,
  { id, receiptId, amount }: WaitingRow,
): ReadReceipt | null {
  const facts = receipts[id]
  return facts && facts.receiptId === receiptId && facts.amount === amount ? facts : null
}

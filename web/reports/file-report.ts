import type { ReceiptTicket } from '../../shared/receipt.ts'
import { request } from '../api/request.ts'
import type { KeptReport } from './kept-report.ts'

/**
 * Tells the server of a transfer; answers the right to send its receipt. Asked again after a lost
 * answer it is the same contribution: the report's id makes it one. Throws AppError.
 */
export async function fileReport({
  collectionId,
  report,
}: Pick<KeptReport, 'collectionId' | 'report'>): Promise<ReceiptTicket | null> {
  const path = `/api/collections/${collectionId}/contributions`
  const { receipt } = await request<{ receipt: ReceiptTicket | null }>('POST', path, report)
  return receipt
}

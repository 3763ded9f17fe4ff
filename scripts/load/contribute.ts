import type { ReceiptTicket } from '../../shared/api/collections.ts'
import type { Client } from './client.ts'
import { newContribution } from './new-contribution.ts'
import { makeReceiptFile } from './receipt-file.ts'
import { receiptSender } from './send-receipt.ts'

/** The share of reports that have one. */
const WITH_RECEIPT = 0.25

/** A guest reports a transfer and, one in four, sends its receipt. */
export async function contribute(client: Client, collectionId: string): Promise<void> {
  const { sent, fields } = newContribution(client, collectionId, 'Invitada')
  const hasReceipt = client.random.chance(WITH_RECEIPT)
  const body = { ...fields, paymentMethod: 'Transferencia', hasReceipt }
  const path = `/api/collections/${collectionId}/contributions`
  const answer = await client.perform('report', () => client.ask('POST', path, { body }))
  if (!answer) return
  sent.acknowledged = true
  const { receipt } = answer.body as { receipt: ReceiptTicket | null }
  if (receipt) await sendReceipt(client, fields.id, receipt.capability)
}

async function sendReceipt(client: Client, id: string, capability: string): Promise<void> {
  const file = makeReceiptFile()
  const sent = { sha256: file.sha256, acknowledged: false }
  client.ledger.receipts.set(id, sent)
  const send = receiptSender(client.origin, capability, file)
  if (await client.perform('receipt', send)) sent.acknowledged = true
}

/* The actions of guests and organisers. Each writes what it sends, and what was acknowledged, into the ledger. */
import type { ReceiptTicket } from '../../shared/api/collections.ts'
import { newId } from '../../shared/id.ts'
import type { MutationOutcome } from '../../shared/named-mutation.ts'
import { metadataOf, picture } from '../receipt-upload.ts'
import type { Client } from './client.ts'
import type { SentContribution } from './ledger.ts'
import type { Organiser } from './make-organisers.ts'
import { receiptSender } from './send-receipt.ts'

/** The share of reports that have one. */
const WITH_RECEIPT = 0.25
/** The size of a phone's photo after the contribution page has made it smaller (web/reports/read-receipt.ts). */
const RECEIPT_BYTES = 100_000

/** A guest reports a transfer and, one in four, sends its receipt. */
export async function contribute(client: Client, collectionId: string): Promise<void> {
  const { sent, fields } = newContribution(client, collectionId, 'Invitada')
  const hasReceipt = client.random.chance(WITH_RECEIPT)
  const body = { ...fields, paymentMethod: 'Transferencia', hasReceipt }
  const path = `/api/collections/${collectionId}/contributions`
  const response = await client.perform('report', () => client.send('POST', path, { body }))
  if (!response) return
  sent.acknowledged = true
  const { receipt } = response.body as { receipt: ReceiptTicket | null }
  if (receipt) await sendReceipt(client, fields.id, receipt.capability)
}

async function sendReceipt(client: Client, id: string, capability: string): Promise<void> {
  const bytes = picture(RECEIPT_BYTES)
  const metadata = metadataOf(bytes, capability)
  const sent = { sha256: metadata.sha256, acknowledged: false }
  client.ledger.receipts.set(id, sent)
  const attempt = receiptSender(client.origin, bytes, metadata)
  if (await client.perform('receipt', attempt)) sent.acknowledged = true
}

/** An organiser changes the colecta's description, or adds a contribution that was paid in cash. */
export async function edit(client: Client, organiser: Organiser): Promise<void> {
  if (client.random.chance(0.5)) await changeDescription(client, organiser)
  else await addByHand(client, organiser)
}

async function changeDescription(client: Client, { token, collectionId }: Organiser) {
  const description = `Cambio ${client.serial()}`
  const args = { id: collectionId, changes: { description } }
  const last = client.ledger.descriptions.get(collectionId)
  const sent = { sent: description, acknowledged: last?.acknowledged ?? '' }
  client.ledger.descriptions.set(collectionId, sent)
  if (await mutate(client, token, 'update-collection', args)) sent.acknowledged = description
}

async function addByHand(client: Client, { token, collectionId }: Organiser): Promise<void> {
  const { sent, fields } = newContribution(client, collectionId, 'En mano')
  const args = { ...fields, collectionId, contributorEmail: null }
  sent.acknowledged = await mutate(client, token, 'add-manual-contribution', args)
}

/** Returns false when the client gave up. Throws an Error when the server refuses the mutation. */
async function mutate(client: Client, token: string, name: string, args: object): Promise<boolean> {
  const mutation = { id: newId(), name, args }
  const sent = { acknowledged: false }
  client.ledger.mutations.set(mutation.id, sent)
  const body = { mutations: [mutation] }
  const response = await client.perform('edit', () =>
    client.send('POST', '/api/sync/mutations', { token, body }),
  )
  if (!response) return false
  const { outcomes } = response.body as { outcomes: MutationOutcome[] }
  const [outcome] = outcomes
  if (!outcome?.ok) throw new Error(`${name} was refused: ${outcome?.error.message}`)
  sent.acknowledged = true
  return true
}

/** Makes a contribution by `who` and a number, and adds it to the ledger as not acknowledged. */
export function newContribution(
  { ledger, random, serial }: Client,
  collectionId: string,
  who: string,
) {
  const id = newId()
  const number = serial()
  const name = `${who} ${number}`
  const amount = random.whole(500, 99_999) * 100
  const sent: SentContribution = {
    collectionId,
    name,
    amount,
    at: performance.now(),
    acknowledged: false,
  }
  ledger.contributions.set(id, sent)
  const contributorEmail = `${who.toLowerCase()}${number}@example.com`
  return { sent, fields: { id, contributorName: name, contributorEmail, amount } }
}

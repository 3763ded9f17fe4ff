import { newId } from '../../shared/id.ts'
import type { Client } from './client.ts'
import type { SentContribution } from './ledger.ts'

/** Makes up a contribution, of anybody called `who` and a number, and writes it into the ledger as not acknowledged. */
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

import { newId } from '../../shared/id.ts'
import type { MutationOutcome } from '../../shared/named-mutation.ts'
import type { Client } from './client.ts'
import type { Organiser } from './make-organisers.ts'
import { newContribution } from './new-contribution.ts'

/** An organiser changes the colecta's description, or adds a contribution that came in cash. */
export async function edit(client: Client, organiser: Organiser): Promise<void> {
  if (client.random.chance(0.5)) await describe(client, organiser)
  else await writeDown(client, organiser)
}

async function describe(client: Client, { token, collectionId }: Organiser): Promise<void> {
  const description = `Cambio ${client.serial()}`
  const args = { id: collectionId, changes: { description } }
  const last = client.ledger.descriptions.get(collectionId)
  const sent = { sent: description, acknowledged: last?.acknowledged ?? '' }
  client.ledger.descriptions.set(collectionId, sent)
  if (await mutate(client, token, 'update-collection', args)) sent.acknowledged = description
}

async function writeDown(client: Client, { token, collectionId }: Organiser): Promise<void> {
  const { sent, fields } = newContribution(client, collectionId, 'En mano')
  const args = { ...fields, collectionId, contributorEmail: null }
  sent.acknowledged = await mutate(client, token, 'add-manual-contribution', args)
}

/** False where it was given up. Throws an Error when the server refuses the mutation. */
async function mutate(client: Client, token: string, name: string, args: object): Promise<boolean> {
  const mutation = { id: newId(), name, args }
  const sent = { acknowledged: false }
  client.ledger.mutations.set(mutation.id, sent)
  const body = { mutations: [mutation] }
  const answer = await client.perform('edit', () =>
    client.ask('POST', '/api/sync/mutations', { token, body }),
  )
  if (!answer) return false
  const { outcomes } = answer.body as { outcomes: MutationOutcome[] }
  const [outcome] = outcomes
  if (!outcome?.ok) throw new Error(`${name} was refused: ${outcome?.error.message}`)
  sent.acknowledged = true
  return true
}

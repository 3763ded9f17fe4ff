import type { Database } from '../../server/data/database.ts'
import { createSessions } from '../../server/domain/sessions.ts'
import { newId } from '../../shared/id.ts'

/** A person who is signed in and has one open colecta. */
export interface Organiser {
  email: string
  /** Of their session. */
  token: string
  collectionId: string
}

/** Makes `count` organisers, at least one. */
export async function makeOrganisers(
  database: Database,
  count: number,
): Promise<[Organiser, ...Organiser[]]> {
  const sessions = createSessions(database, { now: () => new Date() })

  async function make(): Promise<Organiser> {
    const id = newId()
    const collectionId = newId()
    const email = `${id}@example.com`
    await database.query(
      `with organiser as (
         insert into users (id, email, first_name, last_name, email_confirmed_at)
         values ($1, $2, 'Lucía', 'Fernández', now())
         returning id, email
       )
       insert into collections (
         id, creator_id, creator_email, title, title_folded, description, suggested_amount,
         total_amount, deadline, bank_account, account_identifier
       )
       select $3, id, email, 'Viaje de egresados', 'viaje de egresados', '', 5000,
              100000, current_date + 30, 'patio.baldosa.sol', 'Lucía Fernández'
       from organiser`,
      [id, email, collectionId],
    )
    return { email, token: await sessions.create(id), collectionId }
  }

  const first = await make()
  const others: Organiser[] = []
  for (let made = 1; made < count; made++) others.push(await make())
  return [first, ...others]
}

import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { addedPeople, MOST_PEOPLE } from '../people/person.ts'
import { fold, formatCount } from '../text.ts'
import { getLiveCollection } from './owned-collection.ts'

/** Adds people to a collection's list. Also undoes `remove-people`, with the organiser's decisions about them. */
export const addPeople = namedMutation({
  name: 'add-people',
  args: addedPeople,
  async run(tx, { collectionId, people }, { personId, now }) {
    await getLiveCollection(tx, collectionId, personId)
    const folded = people.map((person) => ({ ...person, folded: fold(person.name) }))
    await tx.query(
      `insert into people (
         id, organiser_id, collection_id, name, name_folded, email, phone, position,
         contribution_id, missing_since
       )
       -- A device's clock may be ahead, so no decision is later than now.
       select p.id, $2, $3, p.name, p.folded, p.email, p.phone, p.position, c.id,
              case when p."missingSince" is not null then least(p."missingSince", $4) end
       from jsonb_to_recordset($1::text::jsonb) p (
         id uuid, name text, folded text, email text, phone text, position int,
         "contributionId" uuid, "missingSince" timestamptz
       )
       -- The contribution may be gone by now.
       left join contributions c on c.id = p."contributionId" and c.collection_id = $3
       on conflict (id) do nothing`,
      [JSON.stringify(folded), personId, collectionId, now.toISOString()],
    )
    const [{ count = 0 } = {}] = await tx.query<{ count: number }>(
      'select count(*) as "count" from people where collection_id = $1',
      [collectionId],
    )
    if (count > MOST_PEOPLE) {
      throw new AppError(
        'conflict',
        `La lista puede tener hasta ${formatCount(MOST_PEOPLE)} personas.`,
      )
    }
  },
})

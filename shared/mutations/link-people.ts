import { AppError } from '../errors.ts'
import { areSameRows, namedMutation } from '../named-mutation.ts'
import { linkedPeople } from '../people/person.ts'
import { OF_OWN_COLLECTION } from './owned-collection.ts'
import { contributionGone, getOwnedContribution } from './owned-contribution.ts'

/**
 * Stores the organiser's decision that these people gave this contribution, or nothing so far (`missingSince`). Several
 * people may share one. With neither, their contributions are matched by name again.
 */
export const linkPeople = namedMutation({
  name: 'link-people',
  args: linkedPeople,
  async run(tx, { ids, contributionId, missingSince }, { personId, now }) {
    const contribution =
      contributionId === null ? null : await getOwnedContribution(tx, contributionId, personId)
    if (contribution?.isDeleted) throw contributionGone()
    const linked = await tx.query(
      `update people set contribution_id = $3,
              missing_since = case when $4::timestamptz is not null then least($4::timestamptz, $5) end
       where id = any($1::uuid[]) and organiser_id = $2 and ${OF_OWN_COLLECTION}
         and ($6::uuid is null or collection_id = $6::uuid)
       returning id`,
      [
        ids,
        personId,
        contributionId,
        missingSince,
        now.toISOString(),
        contribution?.collectionId ?? null,
      ],
    )
    if (linked.length === 0) {
      throw new AppError('not-found', 'Esas personas ya no están en la lista.')
    }
  },
  // S7. The server refuses a link to a contribution that is gone. Then the earlier change must still be sent.
  supersedes: (later, earlier) => !later.contributionId && areSameRows(later, earlier),
})

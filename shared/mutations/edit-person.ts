import { AppError } from '../errors.ts'
import { changesAsMuch, namedMutation } from '../named-mutation.ts'
import { editedPerson } from '../people/person.ts'
import { fold } from '../text.ts'
import { OF_OWN_COLLECTION } from './owned-collection.ts'

/** Changes a person of a list: the last writer wins per column (S12). The organiser's decisions stay. */
export const editPerson = namedMutation({
  name: 'edit-person',
  args: editedPerson,
  async run(tx, { id, changes: { name, email, phone } }, { personId }) {
    const edited = await tx.query(
      `update people set
         name = coalesce($3, name),
         name_folded = coalesce($8, name_folded),
         email = case when $4::boolean then $5 else email end,
         phone = case when $6::boolean then $7 else phone end
       where id = $1 and organiser_id = $2 and ${OF_OWN_COLLECTION}
       returning id`,
      [
        ...[id, personId, name ?? null],
        ...[email !== undefined, email ?? null, phone !== undefined, phone ?? null],
        name === undefined ? null : fold(name),
      ],
    )
    if (edited.length === 0) {
      throw new AppError('not-found', 'Esta persona ya no está en la lista.')
    }
  },
  supersedes: changesAsMuch,
})

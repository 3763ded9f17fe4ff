import * as z from 'zod/mini'
import { namedMutation } from '../named-mutation.ts'
import { id } from '../validation.ts'
import { getOwnedCollection } from './owned-collection.ts'

/** Marks a collection as deleted: queries leave it and its contributions out. `restore-collection` undoes it. */
export const deleteCollection = namedMutation({
  name: 'delete-collection',
  args: z.object({ id }),
  async run(tx, { id }, { personId, now }) {
    await getOwnedCollection(tx, id, personId)
    await tx.query('update collections set deleted_at = $2 where id = $1 and deleted_at is null', [
      id,
      now.toISOString(),
    ])
  },
})

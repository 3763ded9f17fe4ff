import * as z from 'zod/mini'
import { namedMutation } from '../named-mutation.ts'
import { id } from '../validation.ts'
import { getOwnedCollection } from './owned-collection.ts'

export const restoreCollection = namedMutation({
  name: 'restore-collection',
  args: z.object({ id }),
  async run(tx, { id }, { personId }) {
    await getOwnedCollection(tx, id, personId)
    await tx.query('update collections set deleted_at = null where id = $1', [id])
  },
})

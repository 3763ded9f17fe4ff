import * as z from 'zod/mini'
import { collectionStatus } from '../collection.ts'
import { isSameRow, namedMutation } from '../named-mutation.ts'
import { id } from '../validation.ts'
import { getLiveCollection } from './owned-collection.ts'

export const setCollectionStatus = namedMutation({
  name: 'set-collection-status',
  args: z.object({ id, status: collectionStatus }),
  async run(tx, { id, status }, { personId, now }) {
    await getLiveCollection(tx, id, personId)
    await tx.query('update collections set status = $2, updated_at = $3 where id = $1', [
      id,
      status,
      now.toISOString(),
    ])
  },
  supersedes: isSameRow,
})

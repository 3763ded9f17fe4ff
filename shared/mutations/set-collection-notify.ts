import * as z from 'zod/mini'
import { notify } from '../collection.ts'
import { isSameRow, namedMutation } from '../named-mutation.ts'
import { id } from '../validation.ts'
import { getLiveCollection } from './owned-collection.ts'

export const setCollectionNotify = namedMutation({
  name: 'set-collection-notify',
  args: z.object({ id, notify }),
  async run(tx, { id, notify }, { personId }) {
    await getLiveCollection(tx, id, personId)
    await tx.query('update collections set notify = $2 where id = $1', [id, notify])
  },
  supersedes: isSameRow,
})

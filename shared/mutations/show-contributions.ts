import * as z from 'zod/mini'
import { manyContributions } from '../contribution.ts'
import { namedMutation } from '../named-mutation.ts'
import { lockOwnedContributions } from './owned-contribution.ts'

export const showContributions = namedMutation({
  name: 'show-contributions',
  args: z.object({ ids: manyContributions }),
  async run(tx, { ids }, { personId }) {
    await lockOwnedContributions(tx, ids, personId)
    await tx.query(
      `update contributions set deleted_at = null
       where id = any($1::uuid[]) and organiser_id = $2`,
      [ids, personId],
    )
  },
})

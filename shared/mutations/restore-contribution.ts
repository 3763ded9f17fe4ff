import * as z from 'zod/mini'
import { namedMutation } from '../named-mutation.ts'
import { id } from '../validation.ts'
import { getOwnedContribution } from './owned-contribution.ts'

export const restoreContribution = namedMutation({
  name: 'restore-contribution',
  args: z.object({ id }),
  async run(tx, { id }, { personId }) {
    await getOwnedContribution(tx, id, personId)
    await tx.query('update contributions set deleted_at = null where id = $1', [id])
  },
})

import * as z from 'zod/mini'
import { manyContributions } from '../contribution.ts'
import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { canHideContribution } from '../permissions.ts'
import { lockOwnedContributions } from './owned-contribution.ts'

/** Hides contributions that no provider paid. `show-contributions` undoes it, for HIDDEN_DAYS. */
export const hideContributions = namedMutation({
  name: 'hide-contributions',
  args: z.object({ ids: manyContributions }),
  async run(tx, { ids }, { personId, now }) {
    const contributions = await lockOwnedContributions(tx, ids, personId)
    for (const contribution of contributions) {
      const collection = { creatorId: contribution.organiserId }
      if (canHideContribution({ id: personId }, collection, contribution)) continue
      throw new AppError('not-allowed', 'Lo que se pagó con un proveedor no se puede ocultar.')
    }
    await tx.query(
      `update contributions set deleted_at = coalesce(deleted_at, $3)
       where id = any($1::uuid[]) and organiser_id = $2`,
      [ids, personId, now.toISOString()],
    )
  },
})

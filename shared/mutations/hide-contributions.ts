import * as z from 'zod/mini'
import { manyContributions } from '../contribution.ts'
import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { canHideContribution } from '../permissions.ts'
import { IS_WITHDRAWN } from '../queries/columns.ts'
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
      // A withdrawn one is then hidden by its organiser, so that its guest cannot bring it back.
      `update contributions c
       set deleted_at = case when ${IS_WITHDRAWN} then $3::timestamptz else coalesce(c.deleted_at, $3) end
       where c.id = any($1::uuid[]) and c.organiser_id = $2`,
      [ids, personId, now.toISOString()],
    )
  },
})

import * as z from 'zod/mini'
import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { canDeleteContribution } from '../permissions.ts'
import { id } from '../validation.ts'
import { getOwnedContribution } from './owned-contribution.ts'

/** Hides a manual contribution; `restore-contribution` undoes it. */
export const deleteContribution = namedMutation({
  name: 'delete-contribution',
  args: z.object({ id }),
  async run(tx, { id }, { personId, now }) {
    const contribution = await getOwnedContribution(tx, id, personId)
    const collection = { creatorId: contribution.organiserId }
    if (!canDeleteContribution({ id: personId }, collection, contribution)) {
      throw new AppError('not-allowed', 'Solo se pueden eliminar los aportes manuales.')
    }
    await tx.query(
      'update contributions set deleted_at = $2 where id = $1 and deleted_at is null',
      [id, now.toISOString()],
    )
  },
})

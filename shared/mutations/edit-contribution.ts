import * as z from 'zod/mini'
import { manualCorrection } from '../contribution.ts'
import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { canEditContribution } from '../permissions.ts'
import { id } from '../validation.ts'
import { contributionGone, getOwnedContribution } from './owned-contribution.ts'
import { CORRECTABLE_COLUMNS, type Correctable, writeCorrection } from './write-correction.ts'

/** Changes a manual contribution, verified or not: its organiser verified it by adding it (S12). Absent fields stay. */
export const editContribution = namedMutation({
  name: 'edit-contribution',
  args: z.object({ id, changes: manualCorrection }),
  async run(tx, { id, changes }, { personId, now }) {
    const contribution = await getOwnedContribution(tx, id, personId)
    const collection = { creatorId: contribution.organiserId }
    if (!canEditContribution({ id: personId }, collection, contribution)) {
      throw new AppError('not-allowed', 'Solo se pueden editar los aportes manuales.')
    }
    const [before] = await tx.query<Correctable>(
      `select ${CORRECTABLE_COLUMNS} from contributions c where c.id = $1 and c.deleted_at is null`,
      [id],
    )
    if (!before) throw contributionGone()
    await writeCorrection(tx, before, changes, { at: now.toISOString(), by: 'organiser' })
  },
})

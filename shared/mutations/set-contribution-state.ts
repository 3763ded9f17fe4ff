import * as z from 'zod/mini'
import { contributionState } from '../contribution.ts'
import { isSameRow, namedMutation } from '../named-mutation.ts'
import { id } from '../validation.ts'
import { getOwnedContribution } from './owned-contribution.ts'

export const setContributionState = namedMutation({
  name: 'set-contribution-state',
  args: z.object({ id, state: contributionState }),
  async run(tx, { id, state }, { personId, now }) {
    await getOwnedContribution(tx, id, personId)
    const verified = state === 'verified'
    await tx.query('update contributions set payment_status = $2, verified_at = $3 where id = $1', [
      id,
      verified ? 'confirmed' : state,
      verified ? now.toISOString() : null,
    ])
  },
  supersedes: isSameRow,
})

import * as z from 'zod/mini'
import { contributionState, rejectionReason } from '../contribution.ts'
import { isSameRow, namedMutation } from '../named-mutation.ts'
import { id } from '../validation.ts'
import { getOwnedContribution } from './owned-contribution.ts'

export const setContributionState = namedMutation({
  name: 'set-contribution-state',
  /** `reason`: of a rejection, for the contributor. */
  args: z.object({ id, state: contributionState, reason: rejectionReason }),
  async run(tx, { id, state, reason }, { personId, now }) {
    await getOwnedContribution(tx, id, personId)
    const verified = state === 'verified'
    await tx.query(
      `update contributions set payment_status = $2, verified_at = $3, rejection_reason = $4
       where id = $1`,
      [
        id,
        verified ? 'confirmed' : state,
        verified ? now.toISOString() : null,
        state === 'rejected' ? reason : '',
      ],
    )
  },
  supersedes: isSameRow,
})

import * as z from 'zod/mini'
import { contributionState, manyContributions } from '../contribution.ts'
import { areSameRows, namedMutation } from '../named-mutation.ts'
import { lockOwnedContributions } from './owned-contribution.ts'

export const setContributionsState = namedMutation({
  name: 'set-contributions-state',
  args: z.object({ ids: manyContributions, state: contributionState }),
  async run(tx, { ids, state }, { personId, now }) {
    await lockOwnedContributions(tx, ids, personId)
    const verified = state === 'verified'
    await tx.query(
      `update contributions set payment_status = $3, verified_at = $4, rejection_reason = ''
       where id = any($1::uuid[]) and organiser_id = $2`,
      [ids, personId, verified ? 'confirmed' : state, verified ? now.toISOString() : null],
    )
  },
  supersedes: areSameRows,
})

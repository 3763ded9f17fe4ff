import * as z from 'zod/mini'
import { contributionState, rejectionReason } from '../contribution.ts'
import { AppError } from '../errors.ts'
import { isSameRow, namedMutation } from '../named-mutation.ts'
import { matchIds } from '../statement-match.ts'
import { id } from '../validation.ts'
import { assertSeen, getOwnedContribution, type OwnedContribution } from './owned-contribution.ts'
import { restoreMatches, undoMatchesOf } from './statement-matches.ts'

/** Verifies or rejects a contribution, or undoes that. One no longer verified loses its statement lines. */
export const setContributionState = namedMutation({
  name: 'set-contribution-state',
  /**
   * `reason`: of a rejection, for the contributor. `version`: the seen one (S12); older releases send none. `matches`: of
   * an undo, those that paid the contribution before. `isReasonOnly`: must not reject what is no longer rejected.
   */
  args: z.object({
    id,
    state: contributionState,
    reason: rejectionReason,
    version: z.optional(z.int()),
    matches: matchIds,
    isReasonOnly: z._default(z.boolean(), false),
  }),
  async run(tx, { id, state, reason, version, matches, isReasonOnly }, actor) {
    const before = await getOwnedContribution(tx, id, actor.personId)
    assertSeen(before, version)
    if (isReasonOnly && before.state !== 'rejected') throw notRejected(before)
    const verified = state === 'verified'
    await tx.query(
      `update contributions set payment_status = $2, verified_at = $3, rejection_reason = $4
       where id = $1`,
      [
        id,
        verified ? 'confirmed' : state,
        verified ? actor.now.toISOString() : null,
        state === 'rejected' ? reason : '',
      ],
    )
    if (!verified) await undoMatchesOf(tx, [id], matches, actor)
    await restoreMatches(tx, [id], matches)
  },
  // With a version, or only a reason, it may be refused, and then the earlier change must still be sent.
  supersedes: (later, earlier) =>
    later.version === undefined && !later.isReasonOnly && isSameRow(later, earlier),
})

function notRejected({ contributorName }: OwnedContribution): AppError {
  return new AppError(
    'conflict',
    `El aporte de ${contributorName} ya no está rechazado: el motivo no se guardó.`,
  )
}

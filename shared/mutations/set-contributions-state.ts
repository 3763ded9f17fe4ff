import * as z from 'zod/mini'
import { contributionState, manyContributions } from '../contribution.ts'
import { areSameRows, namedMutation } from '../named-mutation.ts'
import { matchIds } from '../statement-match.ts'
import { assertSeen, lockOwnedContributions } from './owned-contribution.ts'
import { restoreMatches, undoMatchesOf } from './statement-matches.ts'

/**
 * Does the same as `set-contribution-state` for many, without a reason. Those that it verifies keep the reason of an
 * earlier rejection, for an undo.
 */
export const setContributionsState = namedMutation({
  name: 'set-contributions-state',
  /**
   * `versions` has the version of each of `ids` that the person saw (S12); older releases send none. A contribution
   * corrected since stays as it is. `matches`: of an undo, those that paid the contributions before. `isUndo`: those
   * that were rejected before get their reasons back.
   */
  args: z.object({
    ids: manyContributions,
    state: contributionState,
    versions: z.optional(z.array(z.int())),
    matches: matchIds,
    isUndo: z._default(z.boolean(), false),
  }),
  async run(tx, { ids, state, versions, matches, isUndo }, actor) {
    const rows = await lockOwnedContributions(tx, ids, actor.personId)
    const seenOf = (id: string) => versions?.[ids.indexOf(id)]
    const seen = rows.filter(({ id, version }) => (seenOf(id) ?? version) === version)
    // Rejected only when nothing is left to change.
    if (seen.length === 0) assertSeen(rows[0], seenOf(rows[0].id))
    const seenIds = seen.map(({ id }) => id)
    const verified = state === 'verified'
    await tx.query(
      `update contributions set payment_status = $3, verified_at = $4,
         rejection_reason = case when $5::boolean then rejection_reason else '' end
       where id = any($1::uuid[]) and organiser_id = $2`,
      [
        seenIds,
        actor.personId,
        verified ? 'confirmed' : state,
        verified ? actor.now.toISOString() : null,
        verified || (state === 'rejected' && isUndo),
      ],
    )
    if (!verified) await undoMatchesOf(tx, seenIds, matches, actor)
    await restoreMatches(tx, seenIds, matches)
  },
  // With versions it may skip contributions, and an undo needs the reasons: then the earlier change must still be sent.
  supersedes: (later, earlier) =>
    later.versions === undefined && !later.isUndo && areSameRows(later, earlier),
})

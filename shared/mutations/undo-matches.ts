import * as z from 'zod/mini'
import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { manyMatchIds } from '../statement-match.ts'
import { lockOwnedContributions } from './owned-contribution.ts'
import { markUndone } from './statement-matches.ts'

/** Undoes `match-lines`: the contributions return to their state before it. */
export const undoMatches = namedMutation({
  name: 'undo-matches',
  args: z.object({ ids: manyMatchIds }),
  async run(tx, { ids }, actor) {
    const matches = await tx.query<{ id: string; contributionId: string }>(
      `select m.id, m.contribution_id as "contributionId"
       from statement_matches m
       join contributions c on c.id = m.contribution_id and c.organiser_id = m.organiser_id
       where m.id = any($1::uuid[]) and m.organiser_id = $2`,
      [ids, actor.personId],
    )
    if (matches.length === 0) {
      throw new AppError('not-found', 'Esa acreditación ya no existe.')
    }
    const contributionIds = matches.map(({ contributionId }) => contributionId)
    await lockOwnedContributions(tx, contributionIds, actor.personId)
    await markUndone(
      tx,
      matches.map(({ id }) => id),
      actor,
    )
  },
})

import * as z from 'zod/mini'
import { manualContribution } from '../contribution.ts'
import { startOfDay } from '../dates.ts'
import { namedMutation } from '../named-mutation.ts'
import { createdMatch } from '../statement-match.ts'
import { HOUR } from '../time.ts'
import { insertContribution } from './insert-contribution.ts'
import { getLiveCollection } from './owned-collection.ts'
import { addMatches } from './statement-matches.ts'

/** Adds and matches a contribution that nobody reported. Also to a closed collection: the money has arrived. */
export const createFromLine = namedMutation({
  name: 'create-from-line',
  args: z.object({
    ...z.omit(manualContribution, { paymentDate: true }).shape,
    match: createdMatch,
  }),
  async run(tx, { match, ...contribution }, actor) {
    await getLiveCollection(tx, contribution.collectionId, actor.personId)
    const noon = startOfDay(match.lineDay) + 12 * HOUR
    const paymentDate = new Date(noon).toISOString()
    await insertContribution(tx, { ...contribution, paymentDate }, 'Transferencia', actor)
    await addMatches(
      tx,
      [
        {
          ...match,
          contributionId: contribution.id,
          reason: 'created',
          isAutomatic: false,
          asIs: true,
          version: 1,
        },
      ],
      actor,
    )
  },
})

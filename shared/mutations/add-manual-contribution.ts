import { manualContribution } from '../contribution.ts'
import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { acceptsContributions } from '../permissions.ts'
import { insertContribution } from './insert-contribution.ts'
import { getLiveCollection } from './owned-collection.ts'

/** Adds a contribution that the organiser received by other means. */
export const addManualContribution = namedMutation({
  name: 'add-manual-contribution',
  args: manualContribution,
  async run(tx, args, actor) {
    const collection = await getLiveCollection(tx, args.collectionId, actor.personId)
    if (!acceptsContributions(collection)) {
      throw new AppError('collection-closed', 'Solo se pueden aportar a colectas abiertas.')
    }
    await insertContribution(tx, args, 'Manual', actor)
  },
})

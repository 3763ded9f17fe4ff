import { manualContribution } from '../contribution.ts'
import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { acceptsContributions } from '../permissions.ts'
import { fold } from '../text.ts'
import { getLiveCollection } from './owned-collection.ts'

/** Received by other means; counts as verified. Sent twice under one id, it is added once. */
export const addManualContribution = namedMutation({
  name: 'add-manual-contribution',
  args: manualContribution,
  async run(tx, args, { personId, now }) {
    const collection = await getLiveCollection(tx, args.collectionId, personId)
    if (!acceptsContributions(collection)) {
      throw new AppError('collection-closed', 'Solo se pueden aportar a colectas abiertas.')
    }
    const added = await tx.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, contributor_email,
         payment_method, amount, payment_status, verified_at, message, payment_date
       )
       values (
         $1, $2, $3, $4, $5, $6, 'Manual', $7::numeric / 100, 'confirmed', $8, $9,
         -- A wrong clock dates nothing before its collection or after now.
         least(greatest($10, (select created_at from collections where id = $2)), $8)
       )
       on conflict (id) do nothing
       returning id`,
      [
        args.id,
        args.collectionId,
        personId,
        args.contributorName,
        fold(args.contributorName),
        args.contributorEmail,
        args.amount,
        now.toISOString(),
        args.message,
        args.paymentDate ?? now.toISOString(),
      ],
    )
    if (added.length === 1) return
    const same = await tx.query(
      `select c.id from contributions c
       where c.id = $1 and c.collection_id = $2 and c.contributor_name = $3
         and c.amount = $4::numeric / 100`,
      [args.id, args.collectionId, args.contributorName, args.amount],
    )
    if (same.length === 0) {
      throw new AppError('conflict', 'Este aporte ya estaba registrado con otros datos.')
    }
  },
})

import * as z from 'zod/mini'
import type { Contribution } from '../contribution.ts'
import type { Centavos } from '../money.ts'
import { namedQuery } from '../named-query.ts'
import { id } from '../validation.ts'
import { CONTRIBUTION_COLUMNS, CONTRIBUTION_STATE } from './columns.ts'

const MOST_EARLIER = 3

/** A contribution with the same e-mail address, to any colecta of the organiser. */
export type EarlierContribution = Pick<
  Contribution,
  'id' | 'collectionId' | 'paymentDate' | 'state'
> & { amount: Centavos; collectionTitle: string }

export interface ContributionReview {
  contribution: Contribution
  /** Newest first. */
  earlier: EarlierContribution[]
}

/**
 * Returns an organiser's contribution and the earlier ones of its e-mail address; null when it is hidden or not theirs.
 * By primary key, and back along (organiser_id, payment_date), or in a replica by the address.
 */
export const contributionReview = namedQuery({
  name: 'contribution-review',
  args: z.object({ id }),
  async run(sql, args, personId): Promise<ContributionReview | null> {
    const [contribution] = await sql.query<Contribution>(
      `select ${CONTRIBUTION_COLUMNS}
       from contributions c
       where c.id = $1 and c.organiser_id = $2 and c.deleted_at is null`,
      [args.id, personId],
    )
    if (!contribution) return null
    const { contributorEmail, paymentDate, id } = contribution
    if (contributorEmail === null) return { contribution, earlier: [] }
    const earlier = await sql.query<EarlierContribution>(
      `select c.id, c.collection_id as "collectionId", k.title as "collectionTitle",
              (c.amount * 100)::int8 as "amount", c.payment_date as "paymentDate",
              ${CONTRIBUTION_STATE} as "state"
       from contributions c
       join collections k on k.id = c.collection_id
       where c.organiser_id = $1 and c.contributor_email = $2
         and (c.payment_date, c.id) < ($3::timestamptz, $4::uuid)
         and c.deleted_at is null and k.deleted_at is null
       order by c.payment_date desc, c.id desc
       limit ${MOST_EARLIER}`,
      [personId, contributorEmail, paymentDate, id],
    )
    return { contribution, earlier }
  },
})

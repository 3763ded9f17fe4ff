import * as z from 'zod/mini'
import type { Contribution } from '../contribution.ts'
import { namedQuery } from '../named-query.ts'
import { pageArgs } from '../paging.ts'
import { compareTexts, fold } from '../text.ts'
import { CONTRIBUTION_STATE, RECEIPT_STATE } from './columns.ts'

/** The dashboard searches and sorts only these. */
export const LATEST_CONTRIBUTIONS = 10
export const MOST_CONTRIBUTIONS = 100

export type MyContribution = Pick<
  Contribution,
  | 'id'
  | 'collectionId'
  | 'amount'
  | 'paymentMethod'
  | 'paymentDate'
  | 'state'
  | 'rejectionReason'
  | 'receipt'
> & { collectionTitle: string }

type Compare = (a: MyContribution, b: MyContribution) => number

const COMPARE = {
  collection: (a, b) => compareTexts(fold(a.collectionTitle), fold(b.collectionTitle)),
  amount: (a, b) => a.amount - b.amount,
  method: (a, b) => compareTexts(a.paymentMethod, b.paymentMethod),
  date: (a, b) => compareTexts(a.paymentDate, b.paymentDate),
} satisfies Record<string, Compare>
export type MyContributionSort = keyof typeof COMPARE

/** Returns this person's latest contributions, for "Mis Aportes". By index (contributor_id, payment_date). */
export const myContributions = namedQuery({
  name: 'my-contributions',
  args: z.object({
    search: pageArgs.search,
    latest: z._default(
      z.number().check(z.int(), z.gte(1), z.lte(MOST_CONTRIBUTIONS)),
      LATEST_CONTRIBUTIONS,
    ),
    sort: z._default(z.enum(Object.keys(COMPARE) as MyContributionSort[]), 'date'),
    direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  async run(sql, args, personId): Promise<MyContribution[]> {
    const latest = await sql.query<MyContribution>(
      `select
         c.id,
         c.collection_id as "collectionId",
         k.title as "collectionTitle",
         (c.amount * 100)::int8 as "amount",
         c.payment_method as "paymentMethod",
         c.payment_date as "paymentDate",
         ${CONTRIBUTION_STATE} as "state",
         c.rejection_reason as "rejectionReason",
         ${RECEIPT_STATE} as "receipt"
       from contributions c
       join contributed_collections k on k.id = c.collection_id
       where c.contributor_id = $1 and c.deleted_at is null
       order by c.payment_date desc, c.id
       limit $2`,
      [personId, args.latest],
    )
    const wanted = fold(args.search)
    const sign = args.direction === 'asc' ? 1 : -1
    // The sort is stable: equal rows stay latest first.
    return latest
      .filter((row) => fold(row.collectionTitle).includes(wanted))
      .sort((a, b) => sign * COMPARE[args.sort](a, b))
  },
})

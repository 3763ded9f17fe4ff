import * as z from 'zod/mini'
import { namedQuery } from '../named-query.ts'
import { totalOf } from './columns.ts'

export interface MyTotals {
  collections: number
  amountReported: number // centavos of all contributions, whatever their state
  contributionsThisWeek: number
  unverified: number
  /** Collection with most unverified contributions; null when there are none. */
  mostUnverifiedId: string | null
}

/** Returns the totals of an organiser's dashboard. By index (creator_id) and (organiser_id, payment_date). */
export const myTotals = namedQuery({
  name: 'my-totals',
  args: z.object({}),
  async run(sql, _args, personId): Promise<MyTotals> {
    const [totals] = await sql.query<MyTotals>(
      `select
         count(*) as "collections",
         ${totalOf('coalesce(sum(k.amount_reported), 0)')} as "amountReported",
         (
           select count(*) from contributions c
           where c.organiser_id = $1 and c.deleted_at is null
             and c.payment_date > now() - interval '7 days'
             and exists (
               select from collections d where d.id = c.collection_id and d.deleted_at is null
             )
         ) as "contributionsThisWeek",
         coalesce(sum(k.confirmed_count - k.verified_count), 0) as "unverified",
         (
           array_agg(k.id order by k.confirmed_count - k.verified_count desc, k.id)
             filter (where k.confirmed_count > k.verified_count)
         )[1] as "mostUnverifiedId"
       from collections k
       where k.creator_id = $1 and k.deleted_at is null`,
      [personId],
    )
    return totals as MyTotals // an aggregate returns a row
  },
})

import * as z from 'zod/mini'
import type { Contribution } from '../contribution.ts'
import { namedQuery } from '../named-query.ts'
import type { SqlValue } from '../sql.ts'
import { id, moment } from '../validation.ts'

const MOST_COUNTED = 99

type Newest = Pick<Contribution, 'collectionId' | 'contributorName' | 'amount' | 'paymentDate'>

export interface Arrivals {
  count: number // at most MOST_COUNTED
  newest: Newest | null
}

/**
 * Counts the contributions of others after `since`, to one collection or to all of the organiser's. Without `since`,
 * returns the newest alone. By index (collection_id, payment_date) or (organiser_id, payment_date), newest first.
 */
export const arrivals = namedQuery({
  name: 'arrivals',
  args: z.object({
    collectionId: z.nullable(id),
    since: z.nullable(moment),
  }),
  async run(sql, { collectionId, since }, personId): Promise<Arrivals> {
    const params: SqlValue[] = [personId, since === null ? 1 : MOST_COUNTED]
    // A condition with `or $n is null` would not end the walk along the index.
    const onlyWhere = (column: string, value: SqlValue) =>
      value === null ? '' : `and ${column} $${params.push(value)}`
    const rows = await sql.query<Newest>(
      `select c.collection_id as "collectionId", c.contributor_name as "contributorName",
              (c.amount * 100)::int8 as amount, c.payment_date as "paymentDate"
       from contributions c
       where c.organiser_id = $1 and c.deleted_at is null
         ${onlyWhere('c.collection_id =', collectionId)}
         ${onlyWhere('c.payment_date >', since)}
         and c.contributor_id is distinct from c.organiser_id
         and (c.payment_method = 'Transferencia'
           or c.payment_method <> 'Manual' and c.payment_status = 'confirmed')
         -- The organiser added it from a statement.
         and not exists (
           select from statement_matches m where m.contribution_id = c.id and m.reason = 'created'
         )
       order by c.payment_date desc
       limit $2`,
      params,
    )
    return { count: rows.length, newest: rows[0] ?? null }
  },
})

import * as z from 'zod/mini'
import type { Contribution } from '../contribution.ts'
import { namedQuery } from '../named-query.ts'
import type { SqlValue } from '../sql.ts'
import { id, moment } from '../validation.ts'
import { contributionList, listOf } from './collection-contributions.ts'
import { CONTRIBUTION_STATE, RECEIPT_STATE } from './columns.ts'

export const KEYS_AT_ONCE = 5_000

export type ContributionKey = Pick<
  Contribution,
  'id' | 'paymentDate' | 'state' | 'paymentMethod' | 'receipt' | 'version'
>

/**
 * Returns ids of a list's contributions, oldest first from the one after `after`, with the fields that decide which
 * of them a change of many touches. By index (collection_id, payment_date, id).
 */
export const contributionKeys = namedQuery({
  name: 'contribution-keys',
  args: z.object({
    ...contributionList,
    after: z._default(z.nullable(z.object({ id, paymentDate: moment })), null),
  }),
  async run(sql, { after, ...list }, personId): Promise<ContributionKey[]> {
    const { matchingOften, params } = listOf(list, personId)
    const all: SqlValue[] = [...params, after?.paymentDate ?? null, after?.id ?? null]
    return sql.query<ContributionKey>(
      `select c.id, c.payment_date as "paymentDate", ${CONTRIBUTION_STATE} as "state",
              c.payment_method as "paymentMethod", ${RECEIPT_STATE} as "receipt", c.version
       from contributions c
       where ${matchingOften}
         and ($${all.length}::uuid is null
           or (c.payment_date, c.id) > ($${all.length - 1}::timestamptz, $${all.length}::uuid))
       order by c.payment_date, c.id
       limit ${KEYS_AT_ONCE}`,
      all,
    )
  },
})

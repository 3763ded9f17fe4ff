import * as z from 'zod/mini'
import type { Contribution } from '../contribution.ts'
import { namedQuery } from '../named-query.ts'
import { CONTRIBUTION_STATE, RECEIPT_STATE } from './columns.ts'

const MAX_ROWS = 20_000

/** A contribution by transfer whose money the organiser has not seen in the account. */
export type WaitingRow = Pick<
  Contribution,
  | 'id'
  | 'collectionId'
  | 'contributorName'
  | 'contributorEmail'
  | 'amount'
  | 'operationNumber'
  | 'paymentDate'
  | 'state'
  | 'receipt'
  | 'version'
> & {
  collectionTitle: string
  /** Contributions of its collection that were seen in the account. */
  collectionVerified: number
  /** The amount was reserved for this contribution alone. */
  isUnique: boolean
  /** Changes when another receipt replaces this one. */
  receiptId: string | null
}

/**
 * Returns the contributions to be matched with a statement, of all colectas of an organiser on one account, newest
 * first. By index (organiser_id, payment_date).
 */
export const waitingContributions = namedQuery({
  name: 'waiting-contributions',
  args: z.object({ account: z.string().check(z.minLength(1), z.maxLength(120)) }),
  run(sql, { account }, personId): Promise<WaitingRow[]> {
    return sql.query<WaitingRow>(
      `select c.id, c.collection_id as "collectionId", k.title as "collectionTitle",
              k.verified_count as "collectionVerified",
              c.contributor_name as "contributorName", c.contributor_email as "contributorEmail",
              (c.amount * 100)::int8 as "amount", c.payment_date as "paymentDate",
              ${CONTRIBUTION_STATE} as "state", ${RECEIPT_STATE} as "receipt", c.version,
              c.operation_number as "operationNumber", c.unique_amount as "isUnique",
              c.transfer_id as "receiptId"
       from contributions c
       join collections k on k.id = c.collection_id
       where c.organiser_id = $1 and c.deleted_at is null and c.verified_at is null
         and c.payment_method = 'Transferencia'
         and k.creator_id = $1 and k.bank_account = $2 and k.deleted_at is null
       order by c.payment_date desc, c.id desc
       limit ${MAX_ROWS}`,
      [personId, account],
    )
  },
})

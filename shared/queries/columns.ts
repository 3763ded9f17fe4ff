/* Columns of a collection `k` or contribution `c`. Amounts leave the database as whole centavos, never decimals. */
import { MAX_TOTAL } from '../money.ts'

/** Returns SQL for a sum in whole centavos that fits into a number. */
export const totalOf = (sum: string) => `least(${sum} * 100, ${MAX_TOTAL})::int8`

export const COLLECTION_COLUMNS = `
  k.id,
  k.creator_id as "creatorId",
  k.creator_email as "creatorEmail",
  k.title,
  k.description,
  (k.suggested_amount * 100)::int8 as "suggestedAmount",
  (k.total_amount * 100)::int8 as "totalAmount",
  k.deadline,
  k.bank_account as "bankAccount",
  k.account_identifier as "accountIdentifier",
  k.cantidad_personas as "cantidadPersonas",
  k.closes_alone as "closesAlone",
  k.unique_cents as "uniqueCents",
  k.status,
  k.created_at as "createdAt",
  k.updated_at as "updatedAt",
  ${totalOf('k.amount_collected')} as "amountCollected",
  ${totalOf('k.amount_verified')} as "amountVerified",
  k.confirmed_count as "confirmedCount",
  k.verified_count as "verifiedCount",
  k.pending_count as "pendingCount",
  k.rejected_count as "rejectedCount",
  k.suspension_reason as "suspensionReason",
  k.notify`

/** SQL: the state of a contribution `c` as shown on screen. */
export const CONTRIBUTION_STATE = `case when c.verified_at is not null then 'verified' else c.payment_status end`

/** SQL: true while a contribution `c` is hidden because its guest withdrew it. Both times come from one request. */
export const IS_WITHDRAWN = `coalesce(
  c.deleted_at = (c.corrections -> -1 ->> 'at')::timestamptz
    and (c.corrections -> -1 -> 'isWithdrawn' ->> 1)::boolean,
  false
)`

/** SQL: the state of a contribution's receipt. `expected` becomes `missing` after a day without its file (R6). */
export const RECEIPT_STATE = `case
    when c.transfer_id is not null then 'attached'
    when c.receipt_expected_at is null then 'none'
    when c.receipt_expected_at > now() - interval '1 day' then 'expected'
    else 'missing'
  end`

export const CONTRIBUTION_COLUMNS = `
  c.id,
  c.collection_id as "collectionId",
  c.contributor_name as "contributorName",
  c.contributor_email as "contributorEmail",
  (c.amount * 100)::int8 as "amount",
  c.payment_method as "paymentMethod",
  c.payment_date as "paymentDate",
  ${CONTRIBUTION_STATE} as "state",
  c.message,
  c.operation_number as "operationNumber",
  c.rejection_reason as "rejectionReason",
  ${RECEIPT_STATE} as "receipt",
  c.receipt_repeated as "receiptRepeated",
  c.version,
  coalesce(c.corrections, '[]') as "corrections"`

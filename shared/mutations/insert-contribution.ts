import type { ManualContribution, PaymentMethod } from '../contribution.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../named-mutation.ts'
import type { Transaction } from '../sql.ts'
import { fold } from '../text.ts'

/** Inserts a contribution that counts as verified. Sent twice under one id, it is added once. */
export async function insertContribution(
  tx: Transaction,
  contribution: ManualContribution,
  method: PaymentMethod,
  { personId, now }: Actor,
): Promise<void> {
  const { id, collectionId, contributorName, contributorEmail, amount, message } = contribution
  const added = await tx.query(
    `insert into contributions (
       id, collection_id, organiser_id, contributor_name, contributor_folded, contributor_email,
       payment_method, amount, payment_status, verified_at, message, payment_date
     )
     values (
       $1, $2, $3, $4, $5, $6, $7, $8::numeric / 100, 'confirmed', $9, $10,
       -- A wrong clock dates nothing before its collection or after now.
       least(greatest($11, (select created_at from collections where id = $2)), $9)
     )
     on conflict (id) do nothing
     returning id`,
    [
      id,
      collectionId,
      personId,
      contributorName,
      fold(contributorName),
      contributorEmail,
      method,
      amount,
      now.toISOString(),
      message,
      contribution.paymentDate ?? now.toISOString(),
    ],
  )
  if (added.length === 1) return
  const same = await tx.query(
    `select c.id from contributions c
     where c.id = $1 and c.collection_id = $2 and c.contributor_name = $3
       and c.amount = $4::numeric / 100 and c.payment_method = $5`,
    [id, collectionId, contributorName, amount, method],
  )
  if (same.length === 0) {
    throw new AppError('conflict', 'Este aporte ya estaba registrado con otros datos.')
  }
}

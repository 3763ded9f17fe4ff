import type { PaymentProgress } from '../../../shared/contribution.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../data/database.ts'

/** Names no payer: anyone with the reference, which cannot be guessed, may ask. Throws AppError('not-found'). */
export async function getPaymentProgress(
  database: Database,
  reference: string,
): Promise<PaymentProgress> {
  if (!/^[\w-]{1,100}$/.test(reference)) throw unknownPayment()
  const [progress] = await database.query<PaymentProgress>(
    `select c.payment_status as state, (c.amount * 100)::int8 as amount,
            c.payment_method as "paymentMethod", k.id as "collectionId",
            k.title as "collectionTitle",
            c.payment_status = 'rejected' and exists (
              select from provider_payments p
              where p.contribution_id = c.id and p.state = 'undone'
            ) as "isUndone"
     from checkouts o
     join contributions c on c.id = o.contribution_id
     join collections k on k.id = c.collection_id
     where o.reference = $1`,
    [reference],
  )
  if (!progress) throw unknownPayment()
  return progress
}

function unknownPayment(): AppError {
  return new AppError('not-found', 'No encontramos ese pago.')
}

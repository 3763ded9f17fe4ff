import type { PaymentMethod } from '../contribution.ts'
import { AppError } from '../errors.ts'
import type { Transaction } from '../sql.ts'

export interface OwnedContribution {
  id: string
  collectionId: string
  organiserId: string
  paymentMethod: PaymentMethod
}

/** Locks and answers a contribution to a collection of this person; throws AppError('not-found'). */
export async function getOwnedContribution(
  tx: Transaction,
  contributionId: string,
  personId: string,
): Promise<OwnedContribution> {
  const [row] = await tx.query<OwnedContribution>(
    `select c.id, c.collection_id as "collectionId", c.organiser_id as "organiserId",
            c.payment_method as "paymentMethod"
     from contributions c
     where c.id = $1 and c.organiser_id = $2
     for no key update`,
    [contributionId, personId],
  )
  if (row) return row
  throw new AppError('not-found', 'El aporte no existe o ha sido eliminado.')
}

import type { ContributionState, PaymentMethod } from '../contribution.ts'
import { AppError } from '../errors.ts'
import { type Centavos, formatMoney } from '../money.ts'
import { CONTRIBUTION_STATE } from '../queries/columns.ts'
import type { Transaction } from '../sql.ts'

export interface OwnedContribution {
  id: string
  collectionId: string
  organiserId: string
  paymentMethod: PaymentMethod
  state: ContributionState
  version: number
  contributorName: string
  amount: Centavos
  /** The contribution or its collection is deleted. */
  isDeleted: boolean
}

const COLUMNS = `
  c.id, c.collection_id as "collectionId", c.organiser_id as "organiserId",
  c.payment_method as "paymentMethod", ${CONTRIBUTION_STATE} as "state", c.version,
  c.contributor_name as "contributorName",
  (c.amount * 100)::int8 as "amount",
  c.deleted_at is not null or exists (
    select from collections k where k.id = c.collection_id and k.deleted_at is not null
  ) as "isDeleted"`

/** Locks and returns a contribution to a collection of this person. Throws AppError('not-found'). */
export async function getOwnedContribution(
  tx: Transaction,
  contributionId: string,
  personId: string,
): Promise<OwnedContribution> {
  const [row] = await lockOwnedContributions(tx, [contributionId], personId)
  return row
}

/** Locks and returns existing contributions, by id against deadlocks. Throws AppError('not-found') without any. */
export async function lockOwnedContributions(
  tx: Transaction,
  contributionIds: readonly string[],
  personId: string,
): Promise<[OwnedContribution, ...OwnedContribution[]]> {
  const [first, ...others] = await tx.query<OwnedContribution>(
    `select ${COLUMNS}
     from contributions c
     where c.id = any($1::uuid[]) and c.organiser_id = $2
     order by c.id
     for no key update`,
    [contributionIds, personId],
  )
  if (!first) throw contributionGone()
  return [first, ...others]
}

export function contributionGone(): AppError {
  return new AppError('not-found', 'El aporte no existe o ha sido eliminado.')
}

/** Throws AppError('conflict') when the contribution was corrected after its person saw `version` (S12). */
export function assertSeen(row: OwnedContribution, version: number | undefined): void {
  if (version === undefined || version === row.version) return
  const { contributorName, amount } = row
  throw new AppError(
    'conflict',
    `El aporte de ${contributorName} se corrigió después de que lo vieras: ahora es de ${formatMoney(amount)}. Míralo y decide otra vez.`,
  )
}

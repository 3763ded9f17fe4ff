import type { PaymentStatus } from '../../../shared/contribution.ts'
import type { Transaction } from '../../../shared/sql.ts'
import type { Database } from '../../data/database.ts'
import type { PaymentProvider, ProviderPayment } from '../../providers/payment-provider.ts'

export type Settled =
  /** No checkout of ours goes by its reference. */
  | { name: 'unknown' }
  /** Known already, or older than what is known. */
  | { name: 'stale'; contributionId: string }
  | { name: 'kept'; contributionId: string; status: PaymentStatus; isUnmatched: boolean }

/**
 * Keeps what the provider says of a payment, unless we know something newer by its own clock, and lets
 * the contribution stand where all its payments together say. Whatever order its answers come in, and
 * however often, the end is the same; two approved payments count as one contribution.
 */
export async function settlePayment(
  database: Database,
  { method }: PaymentProvider,
  payment: ProviderPayment,
): Promise<Settled> {
  return database.transaction(async (tx) => {
    const [checkout] = await tx.query<{ contributionId: string; amount: number }>(
      `select c.id as "contributionId", (c.amount * 100)::int8 as amount
       from checkouts k
       join contributions c on c.id = k.contribution_id
       where k.provider = $1 and k.reference = $2
       for update of k`,
      [method, payment.reference],
    )
    if (!checkout) return { name: 'unknown' }

    const { contributionId, amount } = checkout
    const isUnmatched =
      payment.state === 'approved' && (payment.amount !== amount || payment.currency !== 'ARS')
    const state = isUnmatched ? 'unmatched' : payment.state
    const news = await tx.query(KEEP, [
      method,
      payment.id,
      contributionId,
      state,
      payment.updatedAt,
    ])
    if (news.length === 0) return { name: 'stale', contributionId }

    const status = await statusOf(tx, contributionId)
    await tx.query(
      `update contributions
       set payment_status = $2,
           verified_at = case when $2 = 'confirmed' then verified_at end
       where id = $1 and payment_status <> $2`,
      [contributionId, status],
    )
    return { name: 'kept', contributionId, status, isUnmatched }
  })
}

// Of one moment the later stage of a payment's life counts.
const STAGES = `array['pending', 'unmatched', 'rejected', 'approved', 'undone']`
const KEEP = `
  insert into provider_payments as p (provider, id, contribution_id, state, updated_at)
  values ($1, $2, $3, $4, $5)
  on conflict (provider, id) do update set state = excluded.state, updated_at = excluded.updated_at
  where p.contribution_id = excluded.contribution_id
    and (p.updated_at, array_position(${STAGES}, p.state))
      < (excluded.updated_at, array_position(${STAGES}, excluded.state))
  returning 1`

/** One approved payment is money; one under way may become it; otherwise there is none (FACTS). */
async function statusOf(tx: Transaction, contributionId: string): Promise<PaymentStatus> {
  const [known] = await tx.query<{ approved: boolean; open: boolean }>(
    `select coalesce(bool_or(state = 'approved'), false) as approved,
            coalesce(bool_or(state in ('pending', 'unmatched')), false) as open
     from provider_payments
     where contribution_id = $1`,
    [contributionId],
  )
  if (known?.approved) return 'confirmed'
  return known?.open ? 'pending' : 'rejected'
}

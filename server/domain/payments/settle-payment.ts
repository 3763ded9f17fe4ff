import type { PaymentStatus } from '../../../shared/contribution.ts'
import type { Centavos } from '../../../shared/money.ts'
import type { Transaction } from '../../../shared/sql.ts'
import type { PaymentProvider, ProviderPayment } from '../../providers/payment-provider.ts'
import type { PaymentContext } from './sellers.ts'

interface Settled {
  contributionId: string
  status: PaymentStatus
  isUnmatched: boolean
}

/**
 * Stores a payment's state, unless a newer one by the provider's clock is stored, sets status and amount of its
 * contribution, and logs them. Two approved payments count as one contribution.
 */
export async function settlePayment(
  { database, log }: Pick<PaymentContext, 'database' | 'log'>,
  { method: provider }: PaymentProvider,
  payment: ProviderPayment,
): Promise<void> {
  const settled = await database.transaction(async (tx): Promise<Settled | 'unknown' | 'stale'> => {
    const [checkout] = await tx.query<{ contributionId: string; asked: Centavos }>(
      `select contribution_id as "contributionId", (amount * 100)::int8 as asked
       from checkouts
       where provider = $1 and reference = $2 and seller is not distinct from $3
       for update`,
      [provider, payment.reference, payment.sellerId],
    )
    if (!checkout) return 'unknown'

    const { contributionId, asked } = checkout
    const state = stateOf(payment, asked)
    const stored = await tx.query(UPSERT, [
      provider,
      payment.id,
      contributionId,
      state,
      state === 'approved' ? asked - payment.refunded : 0,
      payment.updatedAt,
    ])
    if (stored.length === 0) return 'stale'

    const { status, kept } = await outcomeOfPayments(tx, contributionId)
    await tx.query(
      `update contributions
       set payment_status = $2, amount = $3::numeric / 100,
           verified_at = case when $2 = 'confirmed' and amount = $3::numeric / 100 then verified_at end,
           rejection_reason = case when payment_status = $2 then rejection_reason else '' end
       where id = $1 and (payment_status <> $2 or amount <> $3::numeric / 100)`,
      [contributionId, status, kept ?? asked],
    )
    return { contributionId, status, isUnmatched: state === 'unmatched' }
  })
  if (settled === 'stale') return
  if (settled === 'unknown') return log.info({ provider }, 'payment of nothing here')
  const { contributionId, status, isUnmatched } = settled
  if (isUnmatched) log.warn({ provider, contributionId }, 'payment of another amount or currency')
  else log.info({ provider, contributionId, status }, 'payment')
}

type PaymentState = ProviderPayment['state'] | 'unmatched'

function stateOf(
  { state, amount, refunded, currency }: ProviderPayment,
  asked: Centavos,
): PaymentState {
  if (state !== 'approved') return state
  if (amount !== asked || currency !== 'ARS') return 'unmatched'
  return refunded < amount ? 'approved' : 'undone'
}

// For equal times the later stage wins.
const STAGES = `array['pending', 'unmatched', 'rejected', 'approved', 'undone']`
const UPSERT = `
  insert into provider_payments as p (provider, id, contribution_id, state, kept, updated_at)
  values ($1, $2, $3, $4, $5::numeric / 100, $6)
  on conflict (provider, id) do update
    set state = excluded.state, kept = excluded.kept, updated_at = excluded.updated_at
  where p.contribution_id = excluded.contribution_id
    and (p.updated_at, array_position(${STAGES}, p.state))
      < (excluded.updated_at, array_position(${STAGES}, excluded.state))
  returning 1`

interface PaymentsOutcome {
  status: PaymentStatus
  kept: Centavos | null // not refunded; null without any
}

/** Approved payments count first, pending ones next. */
async function outcomeOfPayments(
  tx: Transaction,
  contributionId: string,
): Promise<PaymentsOutcome> {
  const [known] = await tx.query<{ kept: Centavos | null; open: boolean }>(
    `select (max(kept) filter (where state = 'approved') * 100)::int8 as kept,
            coalesce(bool_or(state in ('pending', 'unmatched')), false) as open
     from provider_payments
     where contribution_id = $1`,
    [contributionId],
  )
  const kept = known?.kept ?? null
  if (kept !== null) return { status: 'confirmed', kept }
  return { status: known?.open ? 'pending' : 'rejected', kept }
}

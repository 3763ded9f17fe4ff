import type { CheckoutMethod } from '../../../shared/contribution.ts'
import { DAY, MINUTE, SECOND } from '../../../shared/time.ts'
import type { Database } from '../../data/database.ts'
import { type PaymentProvider, SellerRefused } from '../../providers/payment-provider.ts'
import { runEvery } from '../run-every.ts'
import type { FeedTail } from '../sync/feed-tail.ts'
import { causeOf } from './cause-of.ts'
import type { PaymentContext } from './sellers.ts'
import { settlePayment } from './settle-payment.ts'
import { dropHalfMade } from './start-checkout.ts'

/** Intervals between two checks of a checkout: 2 minutes, then twice as long each time, up to a day. */
const SOONEST = 2 * MINUTE
const LATEST = DAY
const WATCHED_FOR = 180 * DAY // a card's owner may dispute a payment for so long
const ABANDONED_AFTER = 4 * DAY // the provider's page then accepts no payment

interface Due {
  contributionId: string
  reference: string
  sellerId: string | null
  isHalfMade: boolean
  createdAt: string
}

/**
 * Asks the providers for the payments of due checkouts, in case a webhook got lost: pending ones, and seldom confirmed
 * ones, which may be refunded. Skips a provider that does not respond. Returns whether any was due.
 */
export async function reconcilePayments(
  tools: PaymentContext,
  signal?: AbortSignal,
): Promise<boolean> {
  let found = false
  for (const provider of tools.payments) {
    let responds = true
    while (responds && !signal?.aborted) {
      const due = await claim(tools, provider.method)
      if (!due) break
      found = true
      responds = await checkPayments(tools, provider, due)
    }
  }
  return found
}

/** Sets the next check at once: no other process takes the checkout, and a failing one holds up no others. */
async function claim(
  { database, now }: PaymentContext,
  method: CheckoutMethod,
): Promise<Due | undefined> {
  const [due] = await database.query<Due>(
    `update checkouts set next_check_at = case
       when $2::timestamptz - created_at < ${interval(WATCHED_FOR)} then $2::timestamptz
         + least(greatest($2::timestamptz - created_at, ${interval(SOONEST)}), ${interval(LATEST)})
     end
     where contribution_id = (
       select contribution_id from checkouts
       where provider = $1 and next_check_at <= $2::timestamptz
       order by next_check_at
       limit 1
       for update skip locked
     )
     returning contribution_id as "contributionId", reference, seller as "sellerId",
               url is null as "isHalfMade", created_at as "createdAt"`,
    [method, now().toISOString()],
  )
  return due
}

const interval = (ms: number) => `interval '${ms} milliseconds'`

async function checkPayments(
  tools: PaymentContext,
  provider: PaymentProvider,
  due: Due,
): Promise<boolean> {
  const { database, sellers, log, now } = tools
  if (due.isHalfMade && (await dropHalfMade(database, due.contributionId))) return true
  const age = now().getTime() - Date.parse(due.createdAt)
  try {
    const seller = due.sellerId === null ? null : await sellers.byAccount(due.sellerId)
    // The organiser may connect the account again.
    if (due.sellerId !== null && !seller) return true
    const payments = await provider.find(due.reference, seller)
    const isAbandoned = payments?.length === 0 && age > ABANDONED_AFTER
    if (isAbandoned) await rejectAbandoned(database, due.contributionId)
    if (isAbandoned || payments === null) await stopChecking(database, due)
    for (const payment of payments ?? []) {
      if (payment.sellerId !== due.sellerId) continue
      await settlePayment(tools, provider, payment)
    }
    return true
  } catch (error) {
    log.warn({ provider: provider.method, ...causeOf(error) }, 'payment not asked for')
    if (!(error instanceof SellerRefused)) return false
    await sellers.makeRenewalDue(error.sellerId)
    return true
  }
}

async function stopChecking(database: Database, { contributionId }: Due): Promise<void> {
  await database.query('update checkouts set next_check_at = null where contribution_id = $1', [
    contributionId,
  ])
}

/** Locks the checkout, as a concurrent webhook does. */
async function rejectAbandoned(database: Database, contributionId: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select from checkouts where contribution_id = $1 for update', [contributionId])
    await tx.query(
      `update contributions c set payment_status = 'rejected'
       where c.id = $1 and c.payment_status = 'pending'
         and not exists (select from provider_payments p where p.contribution_id = c.id)`,
      [contributionId],
    )
  })
}

const LAST_CHECK_WITHIN = 5 * SECOND // a person is waiting

/** Checks pending payments a last time. Those that stay pending wait until the account is connected again. */
export async function disconnectSeller(tools: PaymentContext, userId: string): Promise<void> {
  await tools.sellers.makeCheckoutsDue(userId)
  await reconcilePayments(tools, AbortSignal.timeout(LAST_CHECK_WITHIN))
  await tools.sellers.forget(userId)
}

interface Tools extends PaymentContext {
  feed: FeedTail
}

/** Reconciles every minute. Returns a function that stops it. */
export function startReconciliation(tools: Tools): () => Promise<void> {
  const { payments, sellers, feed, log } = tools
  if (payments.length === 0) return async () => {}

  return runEvery(
    MINUTE,
    async (signal) => {
      await sellers.renewDue(signal)
      if (await reconcilePayments(tools, signal)) feed.wake()
    },
    (error) => log.error({ error: String(error) }, 'payments not reconciled'),
  )
}

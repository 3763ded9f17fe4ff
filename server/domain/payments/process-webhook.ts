import { sha256Of } from '../../data/sha256.ts'
import { WEBHOOK_VALID_FOR } from '../../providers/check-signature.ts'
import {
  type PaymentProvider,
  SellerRefused,
  type Webhook,
  WebhookRefused,
} from '../../providers/payment-provider.ts'
import type { PaymentContext } from './sellers.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Processes a webhook once. It is not trusted: its payment is fetched, and counts only when the account that was
 * paid is the one that the webhook names. Throws WebhookRefused for its signature or age, AppError('unavailable') so that
 * the provider sends it again.
 */
export async function processWebhook(
  { database, sellers, log, logError, now }: Omit<PaymentContext, 'payments'>,
  provider: PaymentProvider,
  webhook: Webhook,
): Promise<void> {
  const { method } = provider
  try {
    const { signature, sellerId, payment } = provider.verify(webhook)
    const id = sha256Of(signature)
    const known = await database.query('select from payment_notices where id = $1', [id])
    if (known.length > 0) {
      log.info({ provider: method }, 'payment notice repeated')
      return
    }
    const seller = sellerId === null ? null : await sellers.byAccount(sellerId)
    if (provider.hasSellers && !seller) {
      log.info({ provider: method }, 'payment notice of an account that is not connected')
      return
    }
    const found = await payment(seller)
    // Not stored as seen: the signature does not cover the kind, and the real webhook may follow.
    if (!found) return
    if (found.sellerId !== (seller?.id ?? null)) {
      log.warn({ provider: method }, 'payment of another account than its notice says')
      return
    }
    await settlePayment({ database, log }, provider, found)
    // Last, so that after a failure the webhook is sent again.
    await database.query(
      `insert into payment_notices (id, received_at) values ($1, $2) on conflict do nothing`,
      [id, now().toISOString()],
    )
  } catch (error) {
    if (error instanceof WebhookRefused) {
      logError(error, 'payment notice refused', { provider: method })
    }
    if (error instanceof SellerRefused) await sellers.makeRenewalDue(error.sellerId)
    throw error
  }
}

/** Webhooks older than WEBHOOK_VALID_FOR cannot be replayed. */
export async function forgetWebhooks({
  database,
  now,
}: Pick<PaymentContext, 'database' | 'now'>): Promise<void> {
  const longAgo = new Date(now().getTime() - 2 * WEBHOOK_VALID_FOR)
  await database.query('delete from payment_notices where received_at < $1', [
    longAgo.toISOString(),
  ])
}

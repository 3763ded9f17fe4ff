import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../data/database.ts'
import { NOTICE_VALID_FOR } from '../../providers/check-signature.ts'
import {
  type Notice,
  NoticeRefused,
  type PaymentProvider,
} from '../../providers/payment-provider.ts'
import { settlePayment } from './settle-payment.ts'
import { tellOutcome } from './tell-outcome.ts'

interface Tools {
  database: Database
  log: Logger
  now(): Date
}

/**
 * Acts upon a provider's notice, once. What it says is not believed: the provider is asked, or has
 * signed every word. Throws NoticeRefused for what is not the provider's, or old; AppError('unavailable')
 * where the provider does not answer: it tells us again.
 */
export async function hearNotice(
  { database, log, now }: Tools,
  provider: PaymentProvider,
  notice: Notice,
): Promise<void> {
  const { method } = provider
  try {
    const { signature, payment } = provider.verify(notice)
    const id = createHash('sha256').update(signature).digest('hex')
    const known = await database.query('select from payment_notices where id = $1', [id])
    if (known.length > 0) {
      log.info({ provider: method }, 'payment notice repeated')
      return
    }
    const found = await payment()
    // Not noted: no signature covers what kind it says it is, and a true one of ours may follow.
    if (!found) return
    tellOutcome(log, method, await settlePayment(database, provider, found))
    // Last: what failed on the way is to be told again.
    await database.query(
      `insert into payment_notices (id, received_at) values ($1, $2) on conflict do nothing`,
      [id, now().toISOString()],
    )
  } catch (error) {
    if (error instanceof NoticeRefused) {
      log.warn({ provider: method, reason: error.reason }, 'payment notice refused')
    }
    throw error
  }
}

/** Older ones are refused for their age. */
export async function forgetNotices({ database, now }: Omit<Tools, 'log'>): Promise<void> {
  const longAgo = new Date(now().getTime() - 2 * NOTICE_VALID_FOR)
  await database.query('delete from payment_notices where received_at < $1', [
    longAgo.toISOString(),
  ])
}

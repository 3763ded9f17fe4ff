import type { Logger } from 'pino'
import type { Database } from '../../data/database.ts'
import type { PaymentProvider } from '../../providers/payment-provider.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import type { Sellers } from './sellers.ts'

/** Time limit, because a person is waiting. */
const LAST_LOOK = 5_000 // ms

interface Tools {
  database: Database
  payments: readonly PaymentProvider[]
  sellers: Sellers
  log: Logger
  now(): Date
}

/**
 * Disconnects a person's account at the provider. Before that, pending payments are checked once more, because it is
 * impossible afterwards. The rest wait for the organiser, or for the same account to be connected again.
 */
export async function disconnectSeller(tools: Tools, userId: string): Promise<void> {
  await tools.sellers.lookAgain(userId)
  await reconcilePayments(tools, AbortSignal.timeout(LAST_LOOK))
  await tools.sellers.forget(userId)
}

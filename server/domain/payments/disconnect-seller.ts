import type { Logger } from 'pino'
import type { Database } from '../../data/database.ts'
import type { PaymentProvider } from '../../providers/payment-provider.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import type { Sellers } from './sellers.ts'

/** As long as somebody waits for a button. */
const LAST_LOOK = 5_000 // ms

interface Tools {
  database: Database
  payments: readonly PaymentProvider[]
  sellers: Sellers
  log: Logger
  now(): Date
}

/**
 * Forgets a person's account at the provider. What is pending there is asked for once more before, since
 * nobody can ask afterwards: the rest waits for the organiser, or for the same account to be connected again.
 */
export async function disconnectSeller(tools: Tools, userId: string): Promise<void> {
  await tools.sellers.lookAgain(userId)
  await reconcilePayments(tools, AbortSignal.timeout(LAST_LOOK))
  await tools.sellers.forget(userId)
}

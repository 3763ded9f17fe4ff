import { reconcilePayments } from './reconcile-payments.ts'
import type { PaymentContext } from './sellers.ts'

/** A person is waiting. */
const LAST_LOOK = 5_000 // ms

/**
 * Pending payments are checked before, because it is impossible afterwards. The rest wait for the organiser, or for the
 * same account to be connected again.
 */
export async function disconnectSeller(tools: PaymentContext, userId: string): Promise<void> {
  await tools.sellers.lookAgain(userId)
  await reconcilePayments(tools, AbortSignal.timeout(LAST_LOOK))
  await tools.sellers.forget(userId)
}

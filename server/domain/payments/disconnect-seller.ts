import { reconcilePayments } from './reconcile-payments.ts'
import type { PaymentContext } from './sellers.ts'

/** A person is waiting. */
const LAST_LOOK = 5_000 // ms

/** First checks pending payments. The rest wait until the account is connected again. */
export async function disconnectSeller(tools: PaymentContext, userId: string): Promise<void> {
  await tools.sellers.lookAgain(userId)
  await reconcilePayments(tools, AbortSignal.timeout(LAST_LOOK))
  await tools.sellers.forget(userId)
}

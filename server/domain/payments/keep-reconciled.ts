import { MINUTE } from '../../../shared/time.ts'
import type { FeedTail } from '../sync/feed-tail.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import type { PaymentContext } from './sellers.ts'

interface Tools extends PaymentContext {
  feed: FeedTail
}

/** Now and every minute. Returns a function that stops it. */
export function keepReconciled(tools: Tools): () => Promise<void> {
  const { payments, sellers, feed, log } = tools
  if (payments.length === 0) return async () => {}

  const stopping = new AbortController()
  let running = Promise.resolve()
  let isRunning = false
  const reconcile = () => {
    if (isRunning) return
    isRunning = true
    running = sellers
      .renewDue(stopping.signal)
      .then(() => reconcilePayments(tools, stopping.signal))
      .then((found) => {
        if (found) feed.wake()
      })
      .catch((error) => log.error({ error: String(error) }, 'payments not reconciled'))
      .finally(() => {
        isRunning = false
      })
  }
  reconcile()
  const timer = setInterval(reconcile, MINUTE)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopping.abort()
    return running
  }
}

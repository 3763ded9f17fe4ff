import type { AnalyticsBatch, AnalyticsEvent } from '../../../shared/analytics.ts'
import { clientId } from '../../api/consent.ts'
import { measureBy } from '../../api/measure.ts'

const EVERY_MS = 5_000
/** Fewer than the server takes at once. */
const ENOUGH = 20

/**
 * From now on what is measured goes to our server, a few at a time and without the session's cookie; lost
 * when the server does not take it. `flush` sends what waits, `stop` throws it away.
 */
export function sendEvents(): { flush(): void; stop(): void } {
  const client = clientId()
  // A visit is as long as the page lives: nothing is kept for it.
  const sessionId = String(crypto.getRandomValues(new Uint32Array(1))[0])
  let waiting: AnalyticsEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const batch: AnalyticsBatch = { clientId: client, sessionId, events: waiting }
    waiting = []
    void fetch('/api/analytics', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(batch),
      keepalive: true, // also while the page goes away
      credentials: 'omit',
    }).catch(() => undefined)
  }

  measureBy((event) => {
    waiting.push(event)
    if (waiting.length >= ENOUGH) flush()
    else timer ??= setTimeout(flush, EVERY_MS)
  })

  return {
    flush,
    stop() {
      clearTimeout(timer)
      measureBy(null)
    },
  }
}

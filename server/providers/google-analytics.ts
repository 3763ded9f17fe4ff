/* Sends events to Google Analytics 4 by its Measurement Protocol, without the person's address and user agent. */
import type { AnalyticsBatch, AnalyticsEvent } from '../../shared/analytics.ts'
import { ANALYTICS_PAGES } from '../../shared/analytics-pages.ts'

export const GOOGLE_ANALYTICS = 'https://www.google-analytics.com/mp/collect'

export interface AnalyticsAccount {
  id: string // `measurement_id` of a web stream
  secret: string // `api_secret` of that stream
  url: string
}

export interface Analytics {
  send(batch: AnalyticsBatch): void // in the background; failed batches are lost
}

interface Tools {
  origin: string
  onFault(error: unknown): void // once per outage
}

const TIMEOUT_MS = 5_000
const MOST_UNDERWAY = 20 // further batches are dropped: the collector is down or too slow

export function googleAnalytics(
  { id, secret, url }: AnalyticsAccount,
  { origin, onFault }: Tools,
  timeoutMs = TIMEOUT_MS,
): Analytics {
  const address = new URL(url)
  address.searchParams.set('measurement_id', id)
  address.searchParams.set('api_secret', secret)
  let underway = 0
  let isFailing = false
  let sent = 0
  /** An older request that fails later is no new fault. */
  let succeeded = 0

  async function post(batch: AnalyticsBatch): Promise<void> {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payloadOf(batch, origin)),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The collector returned ${response.status}`)
  }

  return {
    send(batch) {
      if (underway >= MOST_UNDERWAY) return
      underway += 1
      sent += 1
      const number = sent
      post(batch)
        .then(
          () => {
            isFailing = false
            succeeded = Math.max(succeeded, number)
          },
          (error) => {
            if (isFailing || number < succeeded) return
            isFailing = true
            onFault(error)
          },
        )
        .finally(() => {
          underway -= 1
        })
    },
  }
}

function payloadOf({ clientId, sessionId, events }: AnalyticsBatch, origin: string) {
  return {
    client_id: clientId,
    consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
    events: events.map((event) => ({
      name: event.name,
      // Without these two the user does not count as active (Measurement Protocol, "Sending events").
      params: { session_id: sessionId, engagement_time_msec: 1, ...paramsOf(event, origin) },
    })),
  }
}

function paramsOf(event: AnalyticsEvent, origin: string): Record<string, string | number> {
  switch (event.name) {
    case 'page_view':
      return pageOf(event.page, origin)
    case 'user_engagement':
      return { ...pageOf(event.page, origin), engagement_time_msec: event.ms }
    case 'scroll_depth':
      return { ...pageOf(event.page, origin), percent_scrolled: event.percent }
    case 'time_on_page':
      return { ...pageOf(event.page, origin), seconds: event.seconds }
    case 'payment_guest':
      return { user_type: 'guest', ...paymentOf(event) }
    case 'payment_logged':
      return { user_type: 'logged', ...paymentOf(event) }
    case 'share_colecta_copy':
      return { colecta_id: event.collectionId }
    case 'share':
      return { method: event.method, colecta_id: event.collectionId }
    case 'conversion':
      return { conversion_type: event.kind }
  }
}

function pageOf(pattern: string, origin: string) {
  const page = ANALYTICS_PAGES.find((page) => page.pattern === pattern)
  return {
    page_location: `${origin}${pattern === '*' ? '/*' : pattern}`,
    page_name: page?.name ?? '',
    page_category: page?.category ?? '',
  }
}

type Payment = Extract<AnalyticsEvent, { name: 'payment_guest' | 'payment_logged' }>

function paymentOf({ amount, collectionId, paymentMethod }: Payment) {
  return {
    amount: amount / 100,
    currency: 'ARS',
    colecta_id: collectionId,
    payment_method: paymentMethod,
  }
}

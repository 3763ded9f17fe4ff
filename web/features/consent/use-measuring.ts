import { useEffect, useRef } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import type { AnalyticsBatch, AnalyticsEvent } from '../../../shared/analytics.ts'
import { ANALYTICS_PAGES } from '../../../shared/analytics-pages.ts'
import { SECOND } from '../../../shared/time.ts'
import { clientId } from '../../api/consent.ts'
import { measure, setMeasure } from '../../api/measure.ts'

export function useMeasuring(): void {
  const { pathname } = useLocation()
  const sending = useRef<ReturnType<typeof sendEvents>>(null)

  // Before the effect below: withdrawing consent discards the events that still wait.
  useEffect(() => {
    const started = sendEvents()
    sending.current = started
    return started.stop
  }, [])

  useEffect(() => {
    const page = patternOf(pathname)
    let leave: (() => void) | null = watchVisit(page)
    const end = () => {
      leave?.()
      leave = null
    }
    const endNow = () => {
      end()
      sending.current?.flush()
    }
    const flushHidden = () => {
      if (document.visibilityState === 'hidden') sending.current?.flush()
    }
    // A page restored from the back-forward cache starts another visit.
    const begin = () => {
      leave ??= watchVisit(page)
    }
    window.addEventListener('pagehide', endNow)
    window.addEventListener('pageshow', begin)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      window.removeEventListener('pagehide', endNow)
      window.removeEventListener('pageshow', begin)
      document.removeEventListener('visibilitychange', flushHidden)
      end()
    }
  }, [pathname])
}

function patternOf(pathname: string): string {
  return ANALYTICS_PAGES.find(({ pattern }) => matchPath(pattern, pathname))?.pattern ?? '*'
}

const EVERY_MS = 5_000
/** Below the limit of one request. */
const MAX_BATCH = 20

/** Sends events in batches, without the session cookie; a batch that fails is lost. `stop` discards waiting events. */
function sendEvents(): { flush(): void; stop(): void } {
  const client = clientId()
  // For this page only, so that nothing is stored.
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

  setMeasure((event) => {
    waiting.push(event)
    if (waiting.length >= MAX_BATCH) flush()
    else timer ??= setTimeout(flush, EVERY_MS)
  })

  return {
    flush,
    stop() {
      clearTimeout(timer)
      setMeasure(null)
    },
  }
}

/** Call the result once when the view ends. */
function watchVisit(page: string): () => void {
  const began = performance.now()
  let seenSince: number | null = null
  let deepest = 0

  function measureScroll() {
    const { scrollHeight } = document.documentElement
    const seen = (window.scrollY + window.innerHeight) / Math.max(scrollHeight, 1)
    deepest = Math.max(deepest, Math.min(100, Math.round(100 * seen)))
  }
  function recordVisibility() {
    const now = performance.now()
    if (seenSince !== null) {
      const ms = Math.round(now - seenSince)
      if (ms >= SECOND) measure({ name: 'user_engagement', page, ms })
    }
    seenSince = document.visibilityState === 'visible' ? now : null
  }

  measure({ name: 'page_view', page })
  recordVisibility()
  measureScroll()
  window.addEventListener('scroll', measureScroll, { passive: true })
  document.addEventListener('visibilitychange', recordVisibility)

  return () => {
    window.removeEventListener('scroll', measureScroll)
    document.removeEventListener('visibilitychange', recordVisibility)
    recordVisibility()
    measure({ name: 'scroll_depth', page, percent: deepest })
    const seconds = Math.round((performance.now() - began) / SECOND)
    measure({ name: 'time_on_page', page, seconds })
  }
}

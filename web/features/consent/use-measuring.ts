import { useEffect, useRef } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { ANALYTICS_PAGES } from '../../../shared/analytics-pages.ts'
import { sendEvents } from './send-events.ts'
import { watchVisit } from './watch-visit.ts'

/** Measures every page that is visited, for as long as somebody lets us. */
export function useMeasuring(): void {
  const { pathname } = useLocation()
  const sending = useRef<ReturnType<typeof sendEvents>>(null)

  // Begins before the visit below, and ends before it: what a no finds waiting is thrown away.
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
    // Gone back to as it was left: that is another visit.
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

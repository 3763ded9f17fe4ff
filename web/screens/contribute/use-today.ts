import { useSyncExternalStore } from 'react'
import { type Day, today } from '../../../shared/dates.ts'
import { MINUTE } from '../../../shared/time.ts'
import { usePageData } from '../../api/page-data.ts'

/** The day it is in Argentina by this device; until the page has come to life, by the server. */
export function useToday(): Day {
  const written = usePageData()?.today
  return useSyncExternalStore(onMinute, now, () => written ?? now())
}

const now = () => today(new Date())

/** A page may stay open over midnight, and a phone sleeps without its timers. */
function onMinute(check: () => void): () => void {
  const timer = setInterval(check, MINUTE)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

import { useSyncExternalStore } from 'react'
import { type Day, today } from '../../../shared/dates.ts'
import { usePageData } from '../../api/page-data.ts'

/** The day it is in Argentina by this device; until the page has come to life, by the server. */
export function useToday(): Day {
  const written = usePageData()?.today
  return useSyncExternalStore(never, now, () => written ?? now())
}

const now = () => today(new Date())
const never = () => () => {}

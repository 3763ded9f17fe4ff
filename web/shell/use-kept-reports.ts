import { useEffect, useState } from 'react'
import { hasKeptReports } from '../api/kept-reports.ts'

/** True once it is known that this browser may have a report to send; looked for when it `isDue`. */
export function useKeptReports(isDue: boolean): boolean {
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (isDue) hasKeptReports().then(setKept, () => undefined)
  }, [isDue])
  return isKept
}

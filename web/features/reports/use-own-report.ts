import { useEffect } from 'react'
import { getOwnReport } from '../../../shared/api/own-reports.ts'
import type { OwnReportKey } from '../../../shared/own-report.ts'
import { SECOND } from '../../../shared/time.ts'
import { request } from '../../api/request.ts'
import { useFresh } from '../../api/use-request.ts'

/** A guest has no stream of changes, so that a visible page asks. */
const ASK_EVERY = 20 * SECOND

/** The report with this key, as the server has it now. `key`: render the component anew for another one. */
export function useOwnReport(input: OwnReportKey) {
  const state = useFresh(() => request(getOwnReport, { input }))
  const { reload } = state

  useEffect(() => {
    const ask = () => void (document.hidden || reload())
    const timer = setInterval(ask, ASK_EVERY)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [reload])

  return state
}

import { useCallback, useEffect, useState } from 'react'
import * as ownReports from '../../../shared/api/own-reports.ts'
import { type AppError, asAppError } from '../../../shared/errors.ts'
import type { OwnReport, OwnReportKey } from '../../../shared/own-report.ts'
import { request } from '../../api/request.ts'

export type OwnReportState =
  | { name: 'loading' }
  | { name: 'missing' }
  | { name: 'failed'; error: AppError; retry: () => void }
  | { name: 'ready'; report: OwnReport }

/** What the key in the address opens, and the wish to have it removed. */
export function useOwnReport({ id, key }: OwnReportKey) {
  const [state, setState] = useState<OwnReportState>({ name: 'loading' })

  const load = useCallback(async () => {
    setState({ name: 'loading' })
    try {
      const report = await request(ownReports.getOwnReport, { input: { id, key } })
      setState({ name: 'ready', report })
    } catch (cause) {
      const error = asAppError(cause)
      // An address that was cut short has no id either.
      if (error.code === 'not-found' || error.code === 'invalid-input')
        setState({ name: 'missing' })
      else setState({ name: 'failed', error, retry: () => void load() })
    }
  }, [id, key])

  useEffect(() => void load(), [load])

  /** Throws an AppError; what is shown stays then. */
  async function askForRemoval(): Promise<void> {
    const report = await request(ownReports.askForRemoval, { input: { id, key } })
    setState({ name: 'ready', report })
  }

  return { state, askForRemoval }
}

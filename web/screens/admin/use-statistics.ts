import { useCallback, useEffect, useState } from 'react'
import { getStatistics } from '../../../shared/api/admin.ts'
import { type AppError, asAppError } from '../../../shared/errors.ts'
import type { Period, Statistics } from '../../../shared/statistics.ts'
import { request } from '../../api/request.ts'

interface State {
  /** Of the last answer, which may be of another period while a new one is on its way. */
  statistics: Statistics | null
  error: AppError | null
  busy: boolean
}

/** What the server counted in that period, asked again at each change of it and on demand. */
export function useStatistics(days: Period): State & { reload: () => void } {
  const [state, setState] = useState<State>({ statistics: null, error: null, busy: true })
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a wish to ask again
  useEffect(() => {
    const giveUp = new AbortController()
    setState((before) => ({ ...before, busy: true }))
    request(getStatistics, { input: { days: String(days) }, signal: giveUp.signal }).then(
      (statistics) => setState({ statistics, error: null, busy: false }),
      (error) => {
        if (giveUp.signal.aborted) return
        setState({ statistics: null, error: asAppError(error), busy: false })
      },
    )
    return () => giveUp.abort()
  }, [days, turn])

  return { ...state, reload: useCallback(() => setTurn((turn) => turn + 1), []) }
}

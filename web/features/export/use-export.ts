import { useEffect, useRef, useState } from 'react'
import type { CsvRequest } from '../../../shared/contributions-csv.ts'
import { AppError, hasCode } from '../../../shared/errors.ts'
import { exportContributions } from '../../api/export-contributions.ts'
import { sessionEnded } from '../../api/session.ts'

export type ExportState =
  | { name: 'idle' }
  /** From 0 to 1; null when unknown. */
  | { name: 'working'; share: number | null }
  | { name: 'failed'; message: string }

/** One export at a time; unmounting stops it. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ name: 'idle' })
  const running = useRef<AbortController | null>(null)

  function stop() {
    running.current?.abort()
    running.current = null
  }
  useEffect(() => () => running.current?.abort(), [])

  return {
    state,
    stop() {
      stop()
      setState({ name: 'idle' })
    },
    /** null when the export failed, was stopped or is already running. */
    async run(request: CsvRequest): Promise<Blob | null> {
      if (running.current) return null
      const run = new AbortController()
      running.current = run
      setState({ name: 'working', share: null })
      try {
        const file = await exportContributions(request, {
          signal: run.signal,
          onProgress: (share) => {
            if (!run.signal.aborted) setState({ name: 'working', share })
          },
        })
        if (run.signal.aborted) return null
        setState({ name: 'idle' })
        return file
      } catch (error) {
        if (run.signal.aborted) return null
        const message = error instanceof AppError ? error.message : 'Ocurrió un error inesperado.'
        setState({ name: 'failed', message })
        if (hasCode(error, 'not-signed-in')) sessionEnded()
        return null
      } finally {
        if (running.current === run) running.current = null
      }
    },
  }
}

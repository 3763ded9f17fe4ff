import { MINUTE } from '../../shared/time.ts'
import type { Context } from '../context.ts'
import { isDatabaseOutage } from '../domain/outage-errors.ts'

/** `requestId`: undefined where it is not known. */
export type LogError = (error: unknown, message: string, requestId?: string) => void

/**
 * Returns a function that logs an error. In an outage of the database requests fail alike: of each SQLSTATE it logs the
 * first error, and each minute the number of further ones.
 */
export function createErrorLog({ log, setTimer }: Pick<Context, 'log' | 'setTimer'>): LogError {
  const further = new Map<string, number>()

  function countForMinute(code: string): void {
    further.set(code, 0)
    setTimer(MINUTE, () => {
      const requests = further.get(code)
      further.delete(code)
      if (!requests) return
      log.error({ code, requests }, 'more requests failed alike')
      countForMinute(code)
    })
  }

  return (error, message, requestId) => {
    if (isDatabaseOutage(error)) {
      const before = further.get(error.code)
      if (before !== undefined) return void further.set(error.code, before + 1)
      countForMinute(error.code)
    }
    log.error({ ...logFields(error), requestId }, message)
  }
}

/** Other properties of an error may contain a query's values. */
function logFields(error: unknown) {
  if (!(error instanceof Error)) return { error: String(error) }
  const code = 'code' in error ? error.code : undefined
  return { error: error.message, code, stack: error.stack?.match(/^ {4}at .*$/gm)?.slice(0, 8) }
}

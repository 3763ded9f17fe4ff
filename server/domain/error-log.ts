import type { Logger } from 'pino'
import { AppError } from '../../shared/errors.ts'
import { MINUTE } from '../../shared/time.ts'
import { isDatabaseOutage, isStorageError } from './outage-errors.ts'
import { causeOf } from './payments/cause-of.ts'
import type { SetTimer } from './set-timer.ts'

/** `details`: further fields of the line. */
export type LogError = (error: unknown, message: string, details?: object) => void

/**
 * Returns a function that logs an error. In an outage of the database, of the receipts' storage or of a provider,
 * requests fail alike, and anybody can send refused ones: of each kind it logs the first error, and each minute the
 * number of further ones.
 */
export function createErrorLog({ log, setTimer }: { log: Logger; setTimer: SetTimer }): LogError {
  const further = new Map<string, number>()

  function countForMinute(key: string, kind: object): void {
    further.set(key, 0)
    setTimer(MINUTE, () => {
      const requests = further.get(key)
      further.delete(key)
      if (!requests) return
      log.error({ ...kind, requests }, 'more requests failed alike')
      countForMinute(key, kind)
    })
  }

  return (error, message, details) => {
    const kind = kindOf(error)
    if (kind) {
      const key = JSON.stringify(kind)
      const before = further.get(key)
      if (before !== undefined) return void further.set(key, before + 1)
      countForMinute(key, kind)
    }
    const level = error instanceof AppError ? 'warn' : 'error'
    log[level]({ ...logFields(error), ...details }, message)
  }
}

/** Returns null when other requests need not fail alike. */
function kindOf(error: unknown): object | null {
  if (isDatabaseOutage(error) || isStorageError(error)) return { code: error.code }
  if (error instanceof AppError) return { ...causeOf(error), refusal: error.message }
  return null
}

/** Other properties of an error may contain a query's values. */
function logFields(error: unknown) {
  if (error instanceof AppError) return causeOf(error)
  if (!(error instanceof Error)) return { error: String(error) }
  const code = 'code' in error ? error.code : undefined
  return { error: error.message, code, stack: error.stack?.match(/^ {4}at .*$/gm)?.slice(0, 8) }
}

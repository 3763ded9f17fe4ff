import { AppError, ERROR_CODES } from '../../shared/errors.ts'

/**
 * Parses an error response (A9: `{ error, code, field? }`, and A5's `Retry-After`). Returns null for other bodies, such
 * as a proxy's. A code of a newer release reads as `internal`.
 */
export function refusalIn(answer: unknown, retryAfter: string | null = null): AppError | null {
  if (typeof answer !== 'object' || answer === null) return null
  if (!('error' in answer && 'code' in answer) || typeof answer.error !== 'string') return null
  const code = ERROR_CODES.find((known) => known === answer.code) ?? 'internal'
  const field = 'field' in answer && typeof answer.field === 'string' ? answer.field : undefined
  return new AppError(code, answer.error, {
    ...(field === undefined ? {} : { field }),
    // Our server never sends the other form, a date.
    ...(retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfter: Number(retryAfter) } : {}),
  })
}

/** Returns the error for a response that has another shape or lacks the outcome of what was sent. */
export function noAnswer(cause?: unknown): AppError {
  const message = 'El servidor no respondió bien. Intenta nuevamente.'
  return new AppError('unavailable', message, { cause })
}

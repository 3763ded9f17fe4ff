import { AppError, ERROR_CODES } from '../../shared/errors.ts'

/** A9: `{ error, code, field? }`. null for other bodies, as of a proxy. A newer release's code becomes `internal`. */
export function parseErrorResponse(
  answer: unknown,
  retryAfter: string | null = null,
): AppError | null {
  if (typeof answer !== 'object' || answer === null) return null
  if (!('error' in answer && 'code' in answer) || typeof answer.error !== 'string') return null
  const code = ERROR_CODES.find((known) => known === answer.code) ?? 'internal'
  const field = 'field' in answer && typeof answer.field === 'string' ? answer.field : undefined
  return new AppError(code, answer.error, {
    ...(field === undefined ? {} : { field }),
    // A5: seconds. Our server never sends the other form, a date.
    ...(retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfter: Number(retryAfter) } : {}),
  })
}

/** Returns the error for a response of another shape, or without the outcome of the request. */
export function invalidResponse(cause?: unknown): AppError {
  const message = 'El servidor no respondió bien. Intenta nuevamente.'
  return new AppError('unavailable', message, { cause })
}

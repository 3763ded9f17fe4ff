import { AppError, type ErrorCode } from '../../shared/errors.ts'

/**
 * Parses an error response of the server (A9: `{ error, code, field? }`, and A5's `Retry-After`). Returns null for
 * other bodies, such as a proxy's.
 */
export function refusalIn(answer: unknown, retryAfter: string | null = null): AppError | null {
  if (typeof answer !== 'object' || answer === null) return null
  if (!('error' in answer && 'code' in answer)) return null
  const { error, code, field } = answer as { error: string; code: ErrorCode; field?: string }
  return new AppError(code, error, {
    ...(field === undefined ? {} : { field }),
    // Our server never sends the other form, a date.
    ...(retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfter: Number(retryAfter) } : {}),
  })
}

import { AppError, type ErrorCode } from '../../shared/errors.ts'

/**
 * The server's no in what it answered (A9: `{ error, code, field? }`, and A5's header `Retry-After`), or null:
 * a proxy in between may answer with something else.
 */
export function refusalIn(answer: unknown, retryAfter: string | null = null): AppError | null {
  if (typeof answer !== 'object' || answer === null) return null
  if (!('error' in answer && 'code' in answer)) return null
  const { error, code, field } = answer as { error: string; code: ErrorCode; field?: string }
  return new AppError(code, error, {
    ...(field === undefined ? {} : { field }),
    // Its other form, a date, no server of ours sends.
    ...(retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfter: Number(retryAfter) } : {}),
  })
}

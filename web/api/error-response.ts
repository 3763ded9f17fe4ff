import { AppError, ERROR_CODES } from '../../shared/errors.ts'

/** A9: `{ error, code, field? }`. null for other bodies, as of a proxy. A newer release's code becomes `internal`. */
export function parseErrorResponse(
  body: unknown,
  retryAfter: string | null = null,
): AppError | null {
  if (typeof body !== 'object' || body === null) return null
  if (!('error' in body && 'code' in body) || typeof body.error !== 'string') return null
  const code = ERROR_CODES.find((known) => known === body.code) ?? 'internal'
  const field = 'field' in body && typeof body.field === 'string' ? body.field : undefined
  return new AppError(code, body.error, {
    ...(field === undefined ? {} : { field }),
    // A5: seconds. Our server never sends the other form, a date.
    ...(retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfter: Number(retryAfter) } : {}),
  })
}

/** Returns the error for a request without a response. */
export function noConnection(cause?: unknown): AppError {
  const message = 'No hay conexión con el servidor. Revisa tu conexión e intenta nuevamente.'
  return new AppError('unavailable', message, { cause })
}

/** Returns the error for a response of another shape, or without the outcome of the request. */
export function invalidResponse(cause?: unknown): AppError {
  const message = 'El servidor no respondió bien. Intenta nuevamente.'
  return new AppError('unavailable', message, { cause })
}

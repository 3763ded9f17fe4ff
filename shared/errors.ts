/*
 * Every rejection of the product: a stable code for programs and a Spanish sentence for people (A9). The list
 * of codes is closed; server/http/error-response.ts has their HTTP status.
 */
export const ERROR_CODES = [
  'invalid-input',
  'not-signed-in',
  'not-allowed',
  'not-found',
  'conflict',
  'collection-closed',
  'email-taken',
  'email-unknown',
  'email-unconfirmed',
  'already-confirmed',
  'wrong-credentials',
  'sign-in-refused',
  'link-expired',
  'too-many-requests',
  'foreign-origin',
  'too-large',
  'damaged',
  'no-space',
  'unavailable',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

export const TOO_MANY_REQUESTS =
  'Demasiados intentos. Espera unos minutos antes de intentar nuevamente.'

/**
 * A refusal that a person may read. `field` names the form field it belongs to; in `retryAfter` seconds
 * the same may be asked again.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { field?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.field = options.field
    this.retryAfter = options.retryAfter
  }
}

/** Returns an AppError as it is; wraps anything else in one with the code 'internal'. */
export function asAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const message = 'Ocurrió un error inesperado. Intenta nuevamente.'
  return new AppError('internal', message, { cause })
}

/* Every rejection is an AppError: a code and a Spanish sentence (A9). server/http/error-response.ts sets the status. */
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

/** An error whose message the person sees. `field`: the form field that it concerns. `retryAfter`: in seconds. */
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

/** The database was restored during a request, or between several that belong together (S5, S7). */
export class RestoredMeanwhile extends AppError {
  constructor() {
    super('unavailable', 'El servidor acaba de cambiar. Intenta nuevamente.')
  }
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code
}

/** An AppError in a message or a row. */
export interface Refusal {
  code: ErrorCode
  message: string
  field?: string | undefined
}

export function refusalOf({ code, message, field }: AppError | Refusal): Refusal {
  return { code, message, field }
}

export function errorOf({ code, message, field }: Refusal): AppError {
  return new AppError(code, message, { field })
}

/** Returns an AppError as it is, and 'internal' for any other error. */
export function asAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const message = 'Ocurrió un error inesperado. Intenta nuevamente.'
  return new AppError('internal', message, { cause })
}

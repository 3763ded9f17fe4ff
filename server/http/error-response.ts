import type { Context as Request } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, asAppError, type ErrorCode } from '../../shared/errors.ts'
import type { LogError } from '../domain/error-log.ts'
import { isParentRowGone, isTransientDatabaseError } from '../domain/outage-errors.ts'
import type { Env } from './env.ts'

const STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  'invalid-input': 400,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'sign-in-refused': 401,
  'not-allowed': 403,
  'email-unconfirmed': 403,
  'foreign-origin': 403,
  'not-found': 404,
  'email-unknown': 404,
  conflict: 409,
  'already-confirmed': 409,
  'collection-closed': 409,
  'email-taken': 409,
  'link-expired': 410,
  'too-large': 413,
  'too-many-requests': 429,
  damaged: 460 as ContentfulStatusCode, // tus: "Checksum Mismatch"; HTTP has no code for it
  internal: 500,
  unavailable: 503,
  'no-space': 507,
}

export function statusOf(code: ErrorCode): ContentfulStatusCode {
  return STATUS[code]
}

/** The only place that turns errors into responses (A9). Logs all but AppErrors; their response is general. */
export function errorResponse(logError: LogError) {
  return (error: unknown, c: Request<Env>) => {
    if (error instanceof AppError) return refusal(c, error)
    if (isCutOff(error)) return refusal(c, cutOff())
    if (isParentRowGone(error)) return refusal(c, gone())
    logError(error, 'unexpected error', { requestId: c.get('requestId') })
    return refusal(c, isTransientDatabaseError(error) ? unavailable() : asAppError(error))
  }
}

/** Node's `aborted`: the client disconnected while it was sending. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && error.message === 'aborted' && 'code' in error
}

function cutOff(): AppError {
  return new AppError('invalid-input', 'El envío se cortó antes de llegar entero.')
}

function gone(): AppError {
  return new AppError('conflict', 'Lo que ibas a cambiar ya no existe. Actualiza la página.')
}

function unavailable(): AppError {
  return new AppError('unavailable', 'El servicio no está disponible. Intenta en unos minutos.')
}

/** JSON below /api (A9), text elsewhere: a person reads it. */
function refusal(c: Request, { code, message, field, retryAfter }: AppError) {
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return isCall(c)
    ? c.json({ error: message, code, field }, STATUS[code])
    : c.text(`${message}\n`, STATUS[code])
}

export function notFound(c: Request) {
  return isCall(c)
    ? c.json({ error: 'Esa dirección no existe.', code: 'not-found' }, 404)
    : c.text('Esa dirección no existe.\n', 404)
}

function isCall(c: Request): boolean {
  return c.req.path.startsWith('/api/')
}

import { AppError } from '../../shared/errors.ts'
import { HOUR } from '../../shared/time.ts'
import { isSigned, sign } from './tokens.ts'

/** Long enough for a visit to the bank's app. A visible page fetches a new one. */
const VALID_FOR = 2 * HOUR
const PURPOSE = 'contribution-form'

/**
 * Returns the token of a contribution page. The request whether an e-mail has reported before must send it back, so
 * that only a visitor of the page can make it.
 */
export function formToken(secret: string, collectionId: string, now: Date): string {
  const until = now.getTime() + VALID_FOR
  return [until, sign(secret, PURPOSE, [collectionId, until])].join('.')
}

/** Throws AppError('not-allowed') unless the token is this collection's and recent. */
export function assertFormToken(
  secret: string,
  collectionId: string,
  token: string,
  now: Date,
): void {
  const [expires = '', signature = ''] = token.split('.')
  const until = Number(expires)
  if (isSigned(secret, PURPOSE, [collectionId, until], signature) && until > now.getTime()) return
  throw new AppError(
    'not-allowed',
    'Error de autenticación. Por favor, recarga la página e intenta nuevamente.',
  )
}

import { AppError } from '../../shared/errors.ts'
import { HOUR } from '../../shared/time.ts'
import { isSigned, sign } from './tokens.ts'

const VALID_FOR = 2 * HOUR // enough for a visit to the bank's app; a visible page fetches a new one
const PURPOSE = 'contribution-form'

/** Must be sent to ask whether an e-mail has reported before: only a visitor of the page can ask. */
export function formToken(secret: string, collectionId: string, now: Date): string {
  const until = now.getTime() + VALID_FOR
  return [until, sign(secret, PURPOSE, [collectionId, until])].join('.')
}

/** Throws AppError('not-allowed') for another collection's token and an old one. */
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

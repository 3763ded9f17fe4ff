import { AppError } from '../../shared/errors.ts'
import { HOUR } from '../../shared/time.ts'
import { isSigned, sign } from './signature.ts'

/** A page that is looked at fetches a new one; so long somebody may be at the bank's app. */
const VALID_FOR = 2 * HOUR
const PURPOSE = 'contribution-form'

/** Comes with a collection's contribution form: what only the form may ask needs it. */
export function formToken(secret: string, collectionId: string, now: Date): string {
  const until = now.getTime() + VALID_FOR
  return [until, sign(secret, PURPOSE, [collectionId, until])].join('.')
}

/** Throws AppError('not-allowed') unless the form of this collection was fetched lately. */
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

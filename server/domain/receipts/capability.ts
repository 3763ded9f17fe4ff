import { AppError } from '../../../shared/errors.ts'
import { DAY } from '../../../shared/time.ts'
import { isSigned, sign } from '../tokens.ts'

const VALID_FOR = 30 * DAY // long enough for a phone that stays off; reporting again renews it
const PURPOSE = 'receipt-capability'

/** Returns the capability to upload the receipt of this contribution, and nothing else (R1). */
export function receiptCapability(secret: string, contributionId: string, now: Date): string {
  const until = now.getTime() + VALID_FOR
  return [contributionId, until, sign(secret, PURPOSE, [contributionId, until])].join('.')
}

/** Returns the contribution of a valid capability. Throws AppError('not-allowed'). */
export function contributionOf(secret: string, capability: string, now: Date): string {
  const [contributionId = '', expires = '', ...rest] = capability.split('.')
  const signature = rest.join('.') // with any trailing text, which makes it invalid
  const until = Number(expires)
  if (!isSigned(secret, PURPOSE, [contributionId, until], signature) || until < now.getTime()) {
    throw new AppError(
      'not-allowed',
      'Error de autenticación. Por favor, recarga la página e intenta nuevamente.',
    )
  }
  return contributionId
}

import { AppError } from '../../../shared/errors.ts'
import { DAY } from '../../../shared/time.ts'
import { isSigned, sign } from '../tokens.ts'

const VALID_FOR = 30 * DAY // long enough for a phone that stays off; reporting again renews it
const PURPOSE = 'receipt-capability'
const REPLACING = 'receipt-replacement'

/** Allows the receipt of this contribution and nothing else (R1). */
export function receiptCapability(secret: string, contributionId: string, now: Date): string {
  return capabilityFor(PURPOSE, secret, contributionId, now)
}

/** Also replaces an earlier receipt, until the contribution is verified (S12). */
export function replacingCapability(secret: string, contributionId: string, now: Date): string {
  return capabilityFor(REPLACING, secret, contributionId, now)
}

function capabilityFor(purpose: string, secret: string, contributionId: string, now: Date): string {
  const until = now.getTime() + VALID_FOR
  return [contributionId, until, sign(secret, purpose, [contributionId, until])].join('.')
}

/** Throws AppError('not-allowed'). */
export function readCapability(
  secret: string,
  capability: string,
  now: Date,
): { contributionId: string; mayReplace: boolean } {
  const [contributionId = '', expires = '', ...rest] = capability.split('.')
  const signature = rest.join('.') // with any trailing text, which makes it invalid
  const until = Number(expires)
  const isFor = (purpose: string) => isSigned(secret, purpose, [contributionId, until], signature)
  const mayReplace = isFor(REPLACING)
  if (!(mayReplace || isFor(PURPOSE)) || until < now.getTime()) {
    throw new AppError(
      'not-allowed',
      'Error de autenticación. Por favor, recarga la página e intenta nuevamente.',
    )
  }
  return { contributionId, mayReplace }
}

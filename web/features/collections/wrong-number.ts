import { readAccount } from '../../../shared/account.ts'

/** Returns the problem of a CBU or CVU that has all its 22 digits; null when valid or not yet complete. */
export function wrongNumber(text: string): string | null {
  if (text.replace(/\D/g, '').length !== 22) return null
  const reading = readAccount(text)
  return reading.ok ? null : reading.message
}

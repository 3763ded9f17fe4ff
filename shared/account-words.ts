/**
 * How a stored account is shown: `{ name: 'CBU', text: '0070 9990 …' }`. It was read when it was stored
 * (shared/account.ts); showing it needs no table of banks, and the contribution page loads none.
 */
export function accountWords(stored: string): { name: 'Alias' | 'CBU' | 'CVU'; text: string } {
  if (!/^\d{22}$/.test(stored)) return { name: 'Alias', text: stored }
  return { name: stored.startsWith('000') ? 'CVU' : 'CBU', text: groupDigits(stored) }
}

/** '0070999' -> '0070 999': in groups of four, for the eye. */
export function groupDigits(digits: string): string {
  return digits.replace(/\d{4}(?=\d)/g, '$& ')
}

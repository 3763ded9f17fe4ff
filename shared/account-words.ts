/**
 * Formats a stored account for the screen: `{ name: 'CBU', text: '0070 9990 …' }`. The account was checked
 * when it was stored (shared/account.ts), so the contribution page shows it without loading the table of
 * banks.
 */
export function accountWords(stored: string): { name: 'Alias' | 'CBU' | 'CVU'; text: string } {
  if (!/^\d{22}$/.test(stored)) return { name: 'Alias', text: stored }
  return { name: stored.startsWith('000') ? 'CVU' : 'CBU', text: groupDigits(stored) }
}

/** '0070999' -> '0070 999': groups of four digits. */
export function groupDigits(digits: string): string {
  return digits.replace(/\d{4}(?=\d)/g, '$& ')
}

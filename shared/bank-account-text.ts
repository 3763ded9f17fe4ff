/** Returns a stored, valid account as shown, `{ name: 'CBU', text: '0070 9990 …' }`, without the table of banks. */
export function bankAccountText(stored: string): { name: 'Alias' | 'CBU' | 'CVU'; text: string } {
  if (!/^\d{22}$/.test(stored)) return { name: 'Alias', text: stored }
  return { name: stored.startsWith('000') ? 'CVU' : 'CBU', text: groupDigits(stored) }
}

export function groupDigits(digits: string): string {
  return digits.replace(/\d{4}(?=\d)/g, '$& ')
}

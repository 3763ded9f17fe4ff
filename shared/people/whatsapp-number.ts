/**
 * Returns a number as wa.me takes it, digits with the country; null when the number cannot be completed. A mobile of
 * Argentina is 54 9, area and number: 10 digits, written here with 0 before the area or 15 behind it, or neither.
 *
 * @example whatsAppNumber('011 15 5555-1234') // '5491155551234'
 */
export function whatsAppNumber(phone: string): string | null {
  const digits = phone.replace(/\D/g, '').replace(/^00/, '')
  const isForeign = /^[^\d+]*(?:\+|00)/.test(phone) && !digits.startsWith('54')
  if (isForeign) return digits.length >= 8 && digits.length <= 15 ? digits : null
  const local = digits.replace(/^549?/, '').replace(/^0/, '')
  const number = without15(local)
  return number.length === 10 && /^[1-3]/.test(number) ? `549${number}` : null
}

/** Areas have 2 to 4 digits. Only Buenos Aires has 2; there people leave out the area. */
function without15(local: string): string {
  if (local.startsWith('15')) return `11${local.slice(2)}`
  if (local.length !== 12) return local
  const at = (local.startsWith('11') ? [2] : [3, 4]).find((end) => local.startsWith('15', end))
  return at === undefined ? local : local.slice(0, at) + local.slice(at + 2)
}

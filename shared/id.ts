/* UUIDs of version 7 (RFC 9562), made by devices, offline too. Plain http has no `crypto.randomUUID`. */

let moment = 0
let counter = 0

/** Returns a new id, greater than every earlier one of this process, even if the clock is set back. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  tick(view.getUint16(6))

  view.setUint16(0, Math.floor(moment / 2 ** 32))
  view.setUint32(2, moment % 2 ** 32)
  view.setUint16(6, 0x7000 | counter)
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))

  return hexOf(bytes).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The nil UUID (RFC 9562, 5.9): before every id, and of no row. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** True for a UUID in lower case. One spelling per id lets texts be compared. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** Crockford's base 32: no letter that looks like a digit or like another letter. */
const CODE_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns the last 40 bits of an id, all random, as eight characters that people can type from paper. */
export function shortCode(id: string): string {
  const digits = Number.parseInt(id.slice(-10), 16).toString(32).padStart(8, '0')
  return Array.from(digits, (digit) => CODE_DIGITS[Number.parseInt(digit, 32)]).join('')
}

/** Returns the last ten hexadecimal digits of the id with this code, or null. Reads O as 0, I and L as 1. */
export function idEndingOf(code: string): string | null {
  const typed = code.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  const values = Array.from(typed, (character) => CODE_DIGITS.indexOf(character))
  if (values.length !== 8 || values.includes(-1)) return null
  const bits = values.reduce((sum, value) => sum * 32 + value, 0)
  return bits.toString(16).padStart(10, '0')
}

/** RFC 9562, 6.2, method 1: a counter of 12 bits. Its top bit starts at 0, so that there is room to count. */
function tick(random: number): void {
  const now = Date.now()
  counter += 1
  if (now <= moment && counter <= 0xfff) return

  moment = Math.max(now, moment + 1)
  counter = random & 0x7ff
}

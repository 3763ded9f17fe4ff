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

/** True for a UUID in lower case. One spelling per id lets texts be compared. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** RFC 9562, 6.2, method 1: a counter of 12 bits. Its top bit starts at 0, so that there is room to count. */
function tick(random: number): void {
  const now = Date.now()
  counter += 1
  if (now <= moment && counter <= 0xfff) return

  moment = Math.max(now, moment + 1)
  counter = random & 0x7ff
}

import { createHash, randomBytes } from 'node:crypto'

/** A phone's photo made smaller, as the contribution page does it (web/reports/read-receipt.ts). */
const BYTES = 100_000

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const PIXELS = randomBytes(BYTES - PNG.length - 12)

export interface ReceiptFile {
  bytes: Buffer
  /** 64 lower-case hex digits. */
  sha256: string
}

/** A file with the beginning of a PNG, whose other bytes differ at each call. */
export function makeReceiptFile(): ReceiptFile {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(PIXELS.length)
  head.write('IDAT', 4)
  const bytes = Buffer.concat([PNG, head, PIXELS, randomBytes(4)])
  bytes.write(randomBytes(8).toString('hex'), PNG.length + head.length, 'latin1')
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

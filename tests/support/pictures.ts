import { crc32, deflateSync } from 'node:zlib'

/** A gray PNG of that size (PNG specification, 5 and 11), `more` behind its header. */
export function png(width: number, height: number, more: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8 // bits a pixel
  const rows = Buffer.alloc((width + 1) * height, 0x80)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Eight by eight gray pixels, `more` behind the first marker (ITU-T T.81, B). */
export function jpeg(more: Buffer[] = []): Buffer {
  const codes = `01${'00'.repeat(16)}` // one code, one bit long, which says 0
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    ...more,
    jpegSegment(0xdb, Buffer.from(`00${'01'.repeat(64)}`, 'hex')),
    jpegSegment(0xc0, Buffer.from('080008000801011100', 'hex')),
    jpegSegment(0xc4, Buffer.from(`00${codes}`, 'hex')),
    jpegSegment(0xc4, Buffer.from(`10${codes}`, 'hex')),
    jpegSegment(0xda, Buffer.from('010100003f00', 'hex')),
    Buffer.from('3fffd9', 'hex'),
  ])
}

export function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

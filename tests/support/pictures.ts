import { crc32, deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'

/** Returns a gray PNG of that size (PNG specification, 5 and 11), with `more` after its header. */
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

/** Returns a gray JPEG of 8 × 8 pixels, or with another size in its header; `more` follows the first marker (ITU-T T.81, B). */
export function jpeg(more: Buffer[] = [], width = 8, height = 8): Buffer {
  const frame = Buffer.from('080000000001011100', 'hex')
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const codes = `01${'00'.repeat(16)}` // one code of one bit, for the value 0
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    ...more,
    jpegSegment(0xdb, Buffer.from(`00${'01'.repeat(64)}`, 'hex')),
    jpegSegment(0xc0, frame),
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

/** Returns what a browser sends as the picture of a colecta. */
export function chosenPicture(): { jpeg: string } {
  return { jpeg: drawn('image/jpeg', 1200, 630).toString('base64') }
}

/** Returns coloured rectangles as an encoder writes them. */
export function drawn(type: 'image/jpeg' | 'image/png', width = 61, height = 47): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  for (const [index, colour] of ['#0a7', '#c33', '#fb0', '#136'].entries()) {
    context.fillStyle = colour
    context.fillRect(index * 13, index * 9, 30, 21)
  }
  return type === 'image/png' ? canvas.toBuffer(type) : canvas.toBuffer(type, 90)
}

/** Returns a JPEG with these segments before all others. */
export function withSegments(photo: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([photo.subarray(0, 2), ...segments, photo.subarray(2)])
}

/** Returns the JPEG segment with these Exif data. */
export function exifSegment(...about: Parameters<typeof exif>): Buffer {
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(...about)]))
}

/** Metadata of a phone's photo: position, device, owner and orientation. */
export const PHOTO_OF_JUANA = {
  owner: 'Juana Perez',
  serial: 'ABC123456',
  model: 'Telefono Modelo 7',
  latitude: [34, 36, 13.32],
  longitude: [58, 22, 53.76],
}

/** Returns Exif data with these fields (CIPA DC-008; TIFF 6.0), in the byte order of Intel or Motorola. */
export function exif(orientation: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const { owner, serial, model, latitude, longitude } = PHOTO_OF_JUANA
  const number = (value: number, length: number) =>
    order === 'II' ? uint(value, length).reverse() : uint(value, length)
  const short = (value: number) => number(value, 2)
  const long = (value: number) => number(value, 4)
  const text = (value: string) => ({ type: 2, count: value.length + 1, data: ascii(value) })
  const degrees = (parts: number[]) => ({
    type: 5,
    count: 3,
    data: Buffer.concat(parts.flatMap((part) => [long(Math.round(part * 100)), long(100)])),
  })
  const directory = (at: number, entries: [number, Entry][]): Buffer => {
    let next = at + 2 + entries.length * 12 + 4
    const head: Buffer[] = []
    const far: Buffer[] = []
    for (const [tag, { type, count, data }] of entries) {
      const isNear = data.length <= 4
      const value = isNear ? Buffer.concat([data, Buffer.alloc(4 - data.length)]) : long(next)
      head.push(short(tag), short(type), long(count), value)
      if (isNear) continue
      far.push(data, Buffer.alloc(data.length % 2))
      next += data.length + (data.length % 2)
    }
    return Buffer.concat([short(entries.length), ...head, long(0), ...far])
  }
  const camera: [number, Entry][] = [
    [0xa430, text(owner)],
    [0xa431, text(serial)],
  ]
  const place: [number, Entry][] = [
    [1, text('S')],
    [2, degrees(latitude)],
    [3, text('W')],
    [4, degrees(longitude)],
  ]
  const first = (cameraAt: number, placeAt: number): [number, Entry][] => [
    [0x0110, text(model)],
    [0x0112, { type: 3, count: 1, data: short(orientation) }],
    [0x8769, { type: 4, count: 1, data: long(cameraAt) }],
    [0x8825, { type: 4, count: 1, data: long(placeAt) }],
  ]
  const cameraAt = 8 + directory(8, first(0, 0)).length
  const placeAt = cameraAt + directory(cameraAt, camera).length
  return Buffer.concat([
    Buffer.from(order),
    short(42),
    long(8),
    directory(8, first(cameraAt, placeAt)),
    directory(cameraAt, camera),
    directory(placeAt, place),
  ])
}

interface Entry {
  type: number
  count: number
  data: Buffer
}

function uint(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

function ascii(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'latin1')
}

import { createHash } from 'node:crypto'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  RECEIPT_HEIC,
  RECEIPT_TOO_MANY_PIXELS,
  RECEIPT_UNREADABLE,
  RECEIPT_WRONG_TYPE,
} from '../../shared/receipt.ts'
import {
  HEAD_BYTES,
  isHeic,
  problemWithReceipt,
  receiptTypeOf,
  withoutMetadata,
} from '../../shared/receipt-bytes.ts'
import { pdf } from '../support/pdf.ts'
import {
  drawn,
  exif,
  exifSegment,
  jpeg,
  jpegSegment,
  PHOTO_OF_JUANA,
  png,
  pngChunk,
  withSegments,
} from '../support/pictures.ts'
import { byTier } from '../support/tier.ts'

const EXIF = Buffer.from('Exif\0\0')
const APP1 = 0xe1
const COMMENT = 0xfe

/** Texts by which a hidden place or name could be read, in both byte orders. */
const SECRETS = [
  PHOTO_OF_JUANA.owner,
  PHOTO_OF_JUANA.serial,
  PHOTO_OF_JUANA.model,
  'GPS',
  exif(1, 'MM').subarray(-48),
  exif(1, 'II').subarray(-48),
]

const cut = (bytes: Buffer) => Buffer.from(withoutMetadata(new Uint8Array(bytes)))
const jpegPhoto = (...segments: Buffer[]) => withSegments(drawn('image/jpeg'), ...segments)
const pngPhoto = (...chunks: Buffer[]) => {
  const photo = drawn('image/png')
  const headEnd = 8 + 25
  return Buffer.concat([photo.subarray(0, headEnd), ...chunks, photo.subarray(headEnd)])
}

/** Size and a hash of all pixels; null where the picture cannot be shown. */
async function pixelsOf(bytes: Buffer): Promise<string | null> {
  const picture = await loadImage(bytes).catch(() => null)
  if (!picture?.width) return null
  const context = createCanvas(picture.width, picture.height).getContext('2d')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, picture.width, picture.height)
  const hash = createHash('sha256').update(data).digest('hex')
  return `${picture.width} x ${picture.height}: ${hash}`
}

describe('the type of a file', () => {
  it.each([
    ['image/jpeg', drawn('image/jpeg')],
    ['image/png', drawn('image/png')],
    ['application/pdf', pdf()],
    ['application/pdf', Buffer.concat([Buffer.from('\r\n'), pdf()])],
    ['application/pdf', Buffer.concat([Buffer.from('\ufeff'), pdf()])],
    ['application/pdf', Buffer.concat([Buffer.alloc(1019), pdf()])],
    [null, Buffer.concat([Buffer.alloc(1020), pdf()])],
    [null, drawn('image/png').subarray(1)],
    [null, Buffer.from('<svg/>')],
    [null, Buffer.alloc(0)],
  ])('is %s by its bytes', (type, bytes) => {
    expect(receiptTypeOf(new Uint8Array(bytes))).toBe(type)
    // The first bytes are enough.
    expect(receiptTypeOf(new Uint8Array(bytes.subarray(0, HEAD_BYTES)))).toBe(type)
  })

  it.each(['heic', 'heix', 'hevc', 'mif1'])('is HEIC with the brand %s', (brand) => {
    const photo = new Uint8Array(Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`))
    expect(isHeic(photo)).toBe(true)
    expect(problemWithReceipt(photo)).toBe(RECEIPT_HEIC)
  })

  it('is no HEIC where another brand or another box begins it', () => {
    expect(isHeic(new Uint8Array(Buffer.from('\0\0\0\x18ftypmp42heic')))).toBe(false)
    expect(isHeic(new Uint8Array(Buffer.from('\0\0\0\x18moovheic')))).toBe(false)
  })
})

describe('the problem of a file', () => {
  const problem = (bytes: Buffer) => problemWithReceipt(new Uint8Array(bytes))
  const sized = (width: number, height: number) => {
    const bytes = png(1, 1)
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    return bytes
  }

  it('is null for a PDF, or a picture up to 50 megapixels', () => {
    for (const bytes of [
      pdf(),
      drawn('image/jpeg'),
      drawn('image/png'),
      jpegPhoto(exifSegment(6)),
      jpeg([], 10_000, 5_000),
      sized(10_000, 5_000),
    ]) {
      expect(problem(bytes)).toBeNull()
    }
  })

  it.each([0xc0, 0xc1, 0xc2, 0xc9, 0xcf])('is null for a JPEG of the coding %i', (coding) => {
    const bytes = jpeg()
    bytes[bytes.indexOf('ffc0', 'hex') + 1] = coding
    expect(problem(bytes)).toBeNull()
  })

  it('is that a picture has more pixels', () => {
    for (const bytes of [jpeg([], 10_000, 5_001), jpeg([], 65_535, 65_535), sized(5_001, 10_000)]) {
      expect(problem(bytes)).toBe(RECEIPT_TOO_MANY_PIXELS)
    }
  })

  it('is a missing size for a picture without one', () => {
    const others = [0xbf, 0xc4, 0xc8, 0xcc]
    const tables = others.map((marker) => jpegSegment(marker, Buffer.alloc(20, 1)))
    for (const bytes of [
      drawn('image/jpeg').subarray(0, 3),
      drawn('image/png').subarray(0, 8),
      jpeg([], 0, 8),
      jpeg([], 8, 0),
      sized(0, 8),
      sized(8, 0),
      Buffer.concat([Buffer.from('ffd8', 'hex'), ...tables]),
      // A frame behind the scan is another picture's.
      Buffer.concat([Buffer.from('ffd8', 'hex'), jpegSegment(0xda, Buffer.alloc(6)), jpeg()]),
      Buffer.concat([
        png(1, 1).subarray(0, 8),
        pngChunk('pHYs', Buffer.from('000001000000010001', 'hex')),
        png(1, 1),
      ]),
    ]) {
      expect(problem(bytes)).toBe(RECEIPT_UNREADABLE)
    }
  })

  it('is the wrong type for any other file', () => {
    expect(problem(Buffer.from('<!doctype html>'))).toBe(RECEIPT_WRONG_TYPE)
  })
})

describe('a photo without its metadata', () => {
  it.each([
    ['Exif with a place, in the byte order of Motorola', exifSegment(1, 'MM')],
    ['Exif with a place, in the byte order of Intel', exifSegment(1, 'II')],
    ['XMP', jpegSegment(APP1, xmp('http://ns.adobe.com/xap/1.0/\0'))],
    ['a further part of XMP', jpegSegment(APP1, xmp('http://ns.adobe.com/xmp/extension/\0'))],
    ['IPTC', jpegSegment(0xed, xmp('Photoshop 3.0\0'))],
    ['a comment', jpegSegment(COMMENT, xmp(''))],
    ['a table of further pictures', jpegSegment(0xe2, xmp('MPF\0'))],
    ['what its maker wrote', jpegSegment(0xe5, xmp('Maker\0'))],
    ['a small copy of itself', jpegSegment(0xe0, xmp('JFXX\0'))],
    ['a segment of the last application', jpegSegment(0xef, xmp('Maker\0'))],
    ['Exif of another application', jpegSegment(0xe5, Buffer.concat([EXIF, exif(6)]))],
    ['colours of another application', jpegSegment(0xe5, xmp('ICC_PROFILE\0'))],
    ['an empty comment', jpegSegment(COMMENT, Buffer.alloc(0))],
  ])('loses %s, and no pixel', async (_what, segment) => {
    const plain = drawn('image/jpeg')
    const photo = jpegPhoto(segment)
    expect(cut(photo)).toEqual(plain)
    expect(await pixelsOf(cut(photo))).toEqual(await pixelsOf(photo))
  })

  it.each([
    ['eXIf', exif(1)],
    ['tEXt', xmp('Author\0')],
    ['iTXt', xmp('XML:com.adobe.xmp\0\0\0\0\0')],
    ['zTXt', xmp('Raw profile type exif\0\0')],
    ['tIME', Buffer.from('07ea0b18160a1e', 'hex')],
    ['caBX', xmp('jumb')],
    ['iDOT', Buffer.alloc(28)],
  ])('loses a PNG’s %s, and no pixel', async (name, data) => {
    const photo = pngPhoto(pngChunk(name, data))
    expect(cut(photo)).toEqual(drawn('image/png'))
    expect(await pixelsOf(cut(photo))).toEqual(await pixelsOf(photo))
  })

  it.each([2, 3, 4, 5, 6, 7, 8])('keeps the orientation %s, and nothing else of Exif', (turn) => {
    const tiff = Buffer.from(
      `4d4d002a00000008000101120003000000010${'0'.repeat(2)}${turn}000000000000`,
      'hex',
    )
    const turned = cut(jpegPhoto(exifSegment(turn, 'II'), exifSegment(1, 'MM')))
    expect(turned).toEqual(jpegPhoto(jpegSegment(APP1, Buffer.concat([EXIF, tiff]))))
    expect(cut(pngPhoto(pngChunk('eXIf', exif(turn))))).toEqual(pngPhoto(pngChunk('eXIf', tiff)))
  })

  it.each([0, 9])('takes the orientation %s for none, and looks for another', (orientation) => {
    expect(cut(jpegPhoto(exifSegment(orientation)))).toEqual(drawn('image/jpeg'))
    expect(cut(jpegPhoto(exifSegment(orientation), exifSegment(6)))).toEqual(
      cut(jpegPhoto(exifSegment(6))),
    )
  })

  it('reads the orientation from its own entry, within the directory', () => {
    const other = '010000030000000100030000'
    const long = '011200040000000100030000'
    const turned = '011200030000000100060000'
    const orientation = (head: string, ...entries: string[]) => {
      const tiff = Buffer.from(`${head}${entries.join('')}00000000`, 'hex')
      return cut(jpegPhoto(jpegSegment(APP1, Buffer.concat([EXIF, tiff]))))
    }
    const six = cut(jpegPhoto(exifSegment(6)))
    expect(orientation('4d4d002a000000080003', other, long, turned)).toEqual(six)
    expect(orientation('4d4d002a000000080001', other, turned)).toEqual(drawn('image/jpeg'))
    expect(orientation('4d4d002b000000080001', turned)).toEqual(drawn('image/jpeg'))
  })

  it('reads the orientation of Exif that was cut off behind it, and of no shorter one', () => {
    const [plain, six] = [jpegPhoto(), cut(jpegPhoto(exifSegment(6)))]
    const behind = exif(6).indexOf('01120003', 'hex') + 10
    for (let length = 0; length <= behind; length++) {
      const tiff = exif(6).subarray(0, length)
      const photo = withSegments(plain, jpegSegment(APP1, Buffer.concat([EXIF, tiff])))
      expect(cut(photo), `${length} bytes`).toEqual(length < behind ? plain : six)
    }
  })

  it('keeps the colours that it was made with', () => {
    const profile = jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01some colours'))
    const adobe = jpegSegment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\0'))
    const photo = jpegPhoto(profile, adobe)
    expect(cut(photo)).toEqual(photo)
    const chunks = ['gAMA', 'iCCP', 'sRGB', 'cICP', 'pHYs'].map((name) =>
      pngChunk(name, Buffer.from('colours')),
    )
    expect(cut(pngPhoto(...chunks))).toEqual(pngPhoto(...chunks))
  })

  it('has nothing after the end of the picture', () => {
    const second = jpegPhoto(exifSegment(6))
    expect(cut(Buffer.concat([drawn('image/jpeg'), second]))).toEqual(drawn('image/jpeg'))
    expect(cut(Buffer.concat([drawn('image/png'), second]))).toEqual(drawn('image/png'))
  })

  it('loses metadata between the scan and the end, and behind bytes that decoders skip', async () => {
    const photo = drawn('image/jpeg')
    const end = photo.length - 2
    const late = Buffer.concat([photo.subarray(0, end), exifSegment(1), photo.subarray(end)])
    expect(cut(late)).toEqual(photo)
    const filler = [Buffer.from('skipped'), Buffer.from([0xff, 0xff])]
    const filled = jpegPhoto(jpegSegment(0xee, Buffer.alloc(12)), ...filler, exifSegment(6))
    expect(await pixelsOf(filled)).not.toBeNull()
    for (const secret of SECRETS) expect(cut(filled).includes(secret)).toBe(false)
    expect(await pixelsOf(cut(filled))).toEqual(await pixelsOf(filled))
    expect(cut(filled)).toEqual(cut(jpegPhoto(exifSegment(6))))
  })

  it.each(['ff', 'ff00', 'ff01', 'ffd0', 'ffd7'])('takes %s for no marker', (filler) => {
    const comment = jpegSegment(COMMENT, xmp(''))
    expect(cut(jpegPhoto(Buffer.from(filler, 'hex'), comment))).toEqual(drawn('image/jpeg'))
  })

  it('keeps what only looks like metadata within the data of a scan', () => {
    const photo = drawn('image/jpeg')
    const end = photo.length - 2
    const damage = Buffer.concat([jpegSegment(COMMENT, Buffer.from('data')), Buffer.from('more')])
    const damaged = Buffer.concat([photo.subarray(0, end), damage, photo.subarray(end)])
    expect(cut(damaged)).toEqual(damaged)
  })

  it('loses the metadata in front of where it was cut off', () => {
    const start = (photo: Buffer, length: number) => photo.subarray(0, length)
    const comment = jpegSegment(COMMENT, xmp(''))
    expect(cut(start(jpegPhoto(comment), 2 + comment.length))).toEqual(start(jpegPhoto(), 2))
    const text = pngChunk('tEXt', xmp('Author\0'))
    expect(cut(start(pngPhoto(text), 33 + text.length))).toEqual(start(pngPhoto(), 33))
  })

  it('is the same object when there is nothing to cut or the file is no picture', () => {
    const metadata = jpegSegment(APP1, Buffer.concat([EXIF, exif(1)]))
    for (const whole of [
      drawn('image/jpeg'),
      drawn('image/png'),
      jpeg(),
      png(3, 2),
      Buffer.concat([Buffer.from('%PDF-1.4\n'), metadata]),
      Buffer.concat([Buffer.from('GIF89a'), metadata]),
      Buffer.concat([Buffer.from('%PDF-1.4'), pngChunk('tEXt', xmp('Author\0'))]),
      // A segment that is shorter than its own length: a decoder stops there.
      jpegPhoto(Buffer.from('fffe0001', 'hex'), metadata),
      Buffer.alloc(0),
    ]) {
      const bytes = new Uint8Array(whole)
      expect(withoutMetadata(bytes)).toBe(bytes)
    }
  })
})

/* Photos with everything hidden in them, in any order, cut off or damaged anywhere. */
describe('a damaged photo', () => {
  const hidden = fc.shuffledSubarray([
    exifSegment(6, 'II'),
    exifSegment(1, 'MM'),
    exifSegment(8, 'MM'),
    jpegSegment(APP1, xmp('http://ns.adobe.com/xap/1.0/\0')),
    jpegSegment(COMMENT, xmp('')),
    jpegSegment(0xed, xmp('Photoshop 3.0\0')),
    jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01no profile')),
  ])
  const chunks = fc.shuffledSubarray([
    pngChunk('eXIf', exif(3)),
    pngChunk('tEXt', xmp('Author\0')),
    pngChunk('iTXt', xmp('XML:com.adobe.xmp\0\0\0\0\0')),
    pngChunk('tIME', Buffer.from('07ea0b18160a1e', 'hex')),
    pngChunk('pHYs', Buffer.from('00000b1300000b1301', 'hex')),
  ])
  const photo = fc.oneof(
    hidden.map((segments) => jpegPhoto(...segments)),
    chunks.map((some) => pngPhoto(...some)),
  )

  const behindHidden = Math.min(drawn('image/jpeg').length - 2, drawn('image/png').length - 33)

  it('shows the same pixels, and no secret', async () => {
    await fc.assert(
      fc.asyncProperty(photo, async (bytes) => {
        const kept = cut(bytes)
        expect(await pixelsOf(kept)).toEqual(await pixelsOf(bytes))
        for (const secret of SECRETS) expect(kept.includes(secret)).toBe(false)
        expect(cut(kept)).toEqual(kept)
      }),
    )
  })

  it('shows as much as before where it was cut off', async () => {
    await fc.assert(
      fc.asyncProperty(photo, fc.double({ min: 0, max: 1, noNaN: true }), async (bytes, part) => {
        const broken = bytes.subarray(0, Math.round(bytes.length * part))
        const kept = cut(broken)
        expect(await pixelsOf(kept)).toEqual(await pixelsOf(broken))
        expect(cut(kept)).toEqual(kept)
      }),
    )
  })

  it('shows as much as before where a byte is another', async () => {
    await fc.assert(
      fc.asyncProperty(photo, fc.nat(), fc.nat(255), async (bytes, at, value) => {
        const broken = Buffer.from(bytes)
        broken[broken.length - 1 - (at % behindHidden)] = value
        const before = await pixelsOf(broken)
        // A decoder may refuse a damaged chunk that the cut takes away.
        if (before !== null) expect(await pixelsOf(cut(broken))).toEqual(before)
      }),
      { numRuns: byTier({ test: 200, hard: 5_000 }) },
    )
  })

  it('never throws, and never grows', () => {
    const anything = fc.tuple(
      fc.constantFrom(Buffer.from('ffd8ff', 'hex'), png(1, 1).subarray(0, 8)),
      fc.array(
        fc.oneof(
          fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
          fc.constantFrom(
            exifSegment(6),
            exifSegment(6).subarray(0, 60),
            pngChunk('eXIf', exif(6)),
          ),
          fc.nat(255).map((marker) => Buffer.from([0xff, marker, 0, marker])),
        ),
      ),
    )
    fc.assert(
      fc.property(anything, ([signature, pieces]) => {
        const bytes = Buffer.concat([signature, ...pieces])
        const kept = cut(bytes)
        expect(kept.length).toBeLessThanOrEqual(bytes.length)
        expect(kept.subarray(0, signature.length)).toEqual(signature)
      }),
    )
  })
})

/** Returns a program's metadata about a picture, with its identifying prefix. */
function xmp(name: string): Buffer {
  const { owner, serial } = PHOTO_OF_JUANA
  return Buffer.from(`${name}<x:xmpmeta>${owner}, ${serial}, GPS 34.6037 S</x:xmpmeta>`)
}

/*
 * Recognises a receipt's type by its bytes and removes the metadata of pictures, on the device and on the server (R2).
 * Nothing throws: unreadable bytes stay as they are.
 */
import {
  MAX_RECEIPT_PIXELS,
  RECEIPT_HEIC,
  RECEIPT_TOO_MANY_PIXELS,
  RECEIPT_UNREADABLE,
  RECEIPT_WRONG_TYPE,
  type ReceiptType,
} from './receipt.ts'

type Bytes = Uint8Array<ArrayBuffer>

export const HEAD_BYTES = 1024

/** Detects the type by the first bytes and ignores the name. Returns null for any other type. */
export function receiptTypeOf(bytes: Bytes): ReceiptType | null {
  if (beginsWith(bytes, JPEG_SIGNATURE)) return 'image/jpeg'
  if (beginsWith(bytes, PNG_SIGNATURE)) return 'image/png'
  // In the first 1,024 bytes (PDF 1.7, implementation note 13): banks write line breaks in front of the header.
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))
  return head.includes('%PDF-') ? 'application/pdf' : null
}

/** Returns whether a file is a HEIC photo, by its brand (ISO/IEC 23008-12). iPhones store photos so. */
export function isHeic(bytes: Bytes): boolean {
  const brand = bytes.subarray(8)
  return beginsWith(bytes.subarray(4), 'ftyp') && HEIC.some((name) => beginsWith(brand, name))
}

const HEIC = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Returns why a whole file is not a valid receipt, as a sentence for the person; null when it is valid. */
export function problemWithReceipt(bytes: Bytes): string | null {
  const type = receiptTypeOf(bytes)
  if (type === null) return isHeic(bytes) ? RECEIPT_HEIC : RECEIPT_WRONG_TYPE
  if (type === 'application/pdf') return null
  const size = type === 'image/jpeg' ? sizeOfJpeg(bytes) : sizeOfPng(bytes)
  if (!size?.width || !size.height) return RECEIPT_UNREADABLE
  return size.width * size.height > MAX_RECEIPT_PIXELS ? RECEIPT_TOO_MANY_PIXELS : null
}

/**
 * Returns the same picture, pixel by pixel, without metadata (R2): only what decoders need for pixels, colours and
 * orientation stays. Returns the same object for a PDF and for a picture without metadata.
 */
export function withoutMetadata(bytes: Bytes): Bytes {
  if (beginsWith(bytes, JPEG_SIGNATURE)) return shorterOf(bytes, jpegWithoutMetadata(bytes))
  if (beginsWith(bytes, PNG_SIGNATURE)) return shorterOf(bytes, pngWithoutMetadata(bytes))
  return bytes
}

// JPEG (ITU-T T.81, B.1)

const JPEG_SIGNATURE = '\xff\xd8\xff'
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const APP0 = 0xe0
const APP1 = 0xe1
const APP15 = 0xef
const COMMENT = 0xfe

const EXIF = 'Exif\0\0'
/** The only application segments that change pixels, by marker and first bytes. */
const NEEDED_SEGMENTS = [
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
] as const

interface Segment {
  marker: number // 0 for bytes between segments: data of a scan, or bytes that decoders skip
  start: number // includes marker and length
  end: number
}

interface Size {
  width: number
  height: number
}

/** Returns the size of a JPEG in pixels; null for other bytes. */
export function jpegSize(bytes: Bytes): Size | null {
  return beginsWith(bytes, JPEG_SIGNATURE) ? sizeOfJpeg(bytes) : null
}

function sizeOfJpeg(bytes: Bytes): Size | null {
  for (const { marker, start } of jpegSegments(bytes)) {
    if (marker === START_OF_SCAN) return null
    if (isFrame(marker)) {
      return { height: bigEndian(bytes, start + 5, 2), width: bigEndian(bytes, start + 7, 2) }
    }
  }
  return null
}

/** Frames of all codings: 0xc0 to 0xcf except tables (0xc4, 0xcc) and an extension (0xc8). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function jpegWithoutMetadata(bytes: Bytes): Bytes[] {
  const kept: Bytes[] = []
  let hasScan = false
  let hasOrientation = false
  for (const { marker, start, end } of jpegSegments(bytes)) {
    const segment = bytes.subarray(start, end)
    const data = segment.subarray(4)
    // In a scan, a damaged byte may look like a marker. A true segment ends where the next one begins.
    const mayCut = !hasScan || nextMarker(bytes, end) === end
    if (marker === APP1 && beginsWith(data, EXIF) && !hasOrientation && mayCut) {
      const orientation = orientationIn(data.subarray(EXIF.length))
      hasOrientation = orientation !== null
      if (isTurned(orientation)) kept.push(exifSegment(orientation))
    } else if (!isMetadataSegment(marker, data) || !mayCut) kept.push(segment)
    hasScan ||= marker === START_OF_SCAN
    // Bytes after the picture: more pictures with their own metadata, or a film.
    if (marker === END_OF_IMAGE && hasScan) break
  }
  return kept
}

/** Yields the segments as decoders find them, without bytes before a marker. In a scan those are its data. */
function* jpegSegments(bytes: Bytes): Generator<Segment> {
  let hasScan = false
  let at = 0
  while (true) {
    const start = nextMarker(bytes, at)
    if (hasScan || start === bytes.length) yield { marker: 0, start: at, end: start }
    const marker = bytes[start + 1] ?? 0
    const length = hasLength(marker) ? bigEndian(bytes, start + 2, 2) : 0
    const end = start + 2 + length
    // The end, a truncated segment, or a length too short for itself: decoders stop here.
    if (end > bytes.length || (hasLength(marker) && length < 2)) {
      yield { marker: 0, start, end: bytes.length }
      return
    }
    yield { marker, start, end }
    hasScan ||= marker === START_OF_SCAN
    at = end
  }
}

/** Index of the next marker's 0xff, or the length. 0xff alone is padding; 0 and restarts belong to a scan. */
function nextMarker(bytes: Bytes, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0
    if (code > 0x01 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7)) return at
  }
  return bytes.length
}

function hasLength(marker: number): boolean {
  return marker !== 0xd8 && marker !== END_OF_IMAGE
}

function isMetadataSegment(marker: number, data: Bytes): boolean {
  if (marker === COMMENT) return true
  if (marker < APP0 || marker > APP15) return false
  return !NEEDED_SEGMENTS.some(([code, name]) => code === marker && beginsWith(data, name))
}

function exifSegment(orientation: number): Bytes {
  const data = [...codesOf(EXIF), ...tiffOf(orientation)]
  return Uint8Array.of(0xff, APP1, 0, data.length + 2, ...data)
}

// PNG (third edition, 5 and 11)

const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n'
/** Ancillary chunks that change pixels, and those of an animation. */
const NEEDED_CHUNKS =
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' ')

function sizeOfPng(bytes: Bytes): Size | null {
  if (!beginsWith(bytes.subarray(12), 'IHDR')) return null
  return { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) }
}

function pngWithoutMetadata(bytes: Bytes): Bytes[] {
  const kept = [bytes.subarray(0, PNG_SIGNATURE.length)]
  let at = PNG_SIGNATURE.length
  while (true) {
    const end = at + 12 + bigEndian(bytes, at, 4)
    // The end without IEND, or a truncated chunk.
    if (end > bytes.length) return [...kept, bytes.subarray(at)]
    const chunk = bytes.subarray(at, end)
    const name = String.fromCharCode(...chunk.subarray(4, 8))
    if (name === 'eXIf') {
      const orientation = orientationIn(chunk.subarray(8, -4))
      if (isTurned(orientation)) kept.push(pngChunk(name, tiffOf(orientation)))
    } else if (isCritical(chunk) || NEEDED_CHUNKS.includes(name)) kept.push(chunk)
    if (name === 'IEND') return kept
    at = end
  }
}

/** True when bit 5 of the first letter is 0: a capital (5.4). */
function isCritical(chunk: Bytes): boolean {
  return ((chunk[4] ?? 0) & 0x20) === 0
}

function pngChunk(name: string, data: number[]): Bytes {
  const body = [...codesOf(name), ...data]
  return Uint8Array.of(...fourBytes(data.length), ...body, ...fourBytes(crc32(body)))
}

/** CRC of PNG, annex D. It covers a few bytes, so it needs no table. */
function crc32(bytes: number[]): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

// Exif (CIPA DC-008), a TIFF file

const ORIENTATION = 0x0112
const SHORT = 3

function orientationIn(tiff: Bytes): number | null {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittleEndian = beginsWith(tiff, 'II')
  const short = (at: number) => (at + 2 > tiff.length ? 0 : view.getUint16(at, isLittleEndian))
  const long = (at: number) => (at + 4 > tiff.length ? 0 : view.getUint32(at, isLittleEndian))
  if (short(2) !== 42) return null
  const directory = long(4)
  const count = short(directory)
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + 12 * index
    if (short(entry) !== ORIENTATION || short(entry + 2) !== SHORT) continue
    const value = short(entry + 8)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}

/** 1 means upright, as without a tag. */
function isTurned(orientation: number | null): orientation is number {
  return (orientation ?? 1) > 1
}

/** Returns a TIFF file with one directory of one entry: the orientation. */
function tiffOf(orientation: number): number[] {
  const header = [...codesOf('MM'), 0, 42, 0, 0, 0, 8]
  const entry = [ORIENTATION >> 8, ORIENTATION & 0xff, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0]
  return [...header, 0, 1, ...entry, 0, 0, 0, 0]
}

// Bytes

function shorterOf(bytes: Bytes, pieces: Bytes[]): Bytes {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length >= bytes.length) return bytes
  const joined = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

function beginsWith(bytes: Bytes, text: string): boolean {
  return codesOf(text).every((code, index) => bytes[index] === code)
}

function codesOf(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}

/** Reads a big-endian number, with 0 for each missing byte. */
function bigEndian(bytes: Bytes, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index++) value = value * 256 + (bytes[index] ?? 0)
  return value
}

function fourBytes(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]
}

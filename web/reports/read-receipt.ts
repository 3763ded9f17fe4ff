/* Checks the chosen file and shrinks a large photo. The place and the camera of a photo stay on the device. */
import { AppError } from '../../shared/errors.ts'
import { hexOf } from '../../shared/id.ts'
import {
  MAX_RECEIPT_BYTES,
  RECEIPT_EMPTY,
  RECEIPT_HEIC,
  RECEIPT_TOO_LARGE,
  RECEIPT_WRONG_TYPE,
} from '../../shared/receipt.ts'
import {
  HEAD_BYTES,
  isHeic,
  problemWithReceipt,
  receiptTypeOf,
  withoutMetadata,
} from '../../shared/receipt-bytes.ts'
import { drawJpeg } from './draw-jpeg.ts'
import type { ReceiptFile } from './kept-report.ts'

/**
 * A page of A4 at 200 dpi: a receipt's smallest print stays readable. An area, because a long screenshot that were made
 * as high as a page would be too narrow to read.
 */
const MOST_PIXELS = 1654 * 2339
/** Below this a photo is sent as it is: making it smaller would save little. */
const SMALL_BYTES = 1024 * 1024
const JPEG_QUALITY = 0.85

interface Options {
  original: boolean
}

/** Returns the file, ready to send. Throws AppError 'too-large' or 'invalid-input', or 'unavailable' if unreadable. */
export async function readReceipt(file: File, { original }: Options): Promise<ReceiptFile> {
  const head = await bytesOf(file.slice(0, HEAD_BYTES))
  if (head.length === 0) throw new AppError('invalid-input', RECEIPT_EMPTY)
  if (isHeic(head)) {
    const photo = await redrawn(file, original ? Number.POSITIVE_INFINITY : MOST_PIXELS)
    if (!photo) throw new AppError('invalid-input', RECEIPT_HEIC)
    return readReceipt(photo, { original: true })
  }
  const type = receiptTypeOf(head)
  if (!type) throw new AppError('invalid-input', RECEIPT_WRONG_TYPE)
  const mayShrink = !original && type !== 'application/pdf'
  if (file.size > MAX_RECEIPT_BYTES && !mayShrink) throw tooLarge()
  const given = await bytesOf(file)
  const problem = problemWithReceipt(given)
  if (problem) throw new AppError('invalid-input', problem)

  const smaller = mayShrink && file.size > SMALL_BYTES ? await redrawn(file, MOST_PIXELS) : null
  const isSmaller = smaller !== null && smaller.size < file.size
  const bytes = withoutMetadata(isSmaller ? await bytesOf(smaller) : given)
  if (bytes.length > MAX_RECEIPT_BYTES) throw tooLarge()
  return {
    name: isSmaller ? smaller.name : file.name,
    type: isSmaller ? 'image/jpeg' : type,
    bytes: bytes.buffer,
    sha256: hexOf(await digestOf(bytes.buffer)),
  }
}

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await blob.arrayBuffer().catch((cause) => {
    throw new AppError('unavailable', 'No pudimos leer el archivo. Elige otro.', { cause })
  })
  return new Uint8Array(bytes)
}

function tooLarge(): AppError {
  return new AppError('too-large', RECEIPT_TOO_LARGE)
}

/** Returns a JPEG of at most `most` pixels; null if this browser cannot read the photo. */
async function redrawn(file: File, most: number): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, Math.sqrt(most / (picture.width * picture.height)))
  const width = Math.round(picture.width * scale)
  const height = Math.round(picture.height * scale)
  const blob = await drawJpeg(picture, { width, height, quality: JPEG_QUALITY })
  picture.close()
  return blob && new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`)
}

/** By SHA-256. Browsers offer SubtleCrypto on https and localhost only. */
async function digestOf(bytes: ArrayBuffer): Promise<Uint8Array> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return sha256(new Uint8Array(bytes))
}

/*
 * The chosen file made ready to be sent: checked by the rules the server will ask again, and a large
 * photo made smaller, because the network is what the person has least of. Where a photo was taken, and by
 * whom, does not leave the device.
 */
import { AppError } from '../../shared/errors.ts'
import {
  MAX_RECEIPT_BYTES,
  RECEIPT_TOO_LARGE,
  RECEIPT_WRONG_TYPE,
  type ReceiptType,
  receiptTypes,
} from '../../shared/receipt.ts'
import { withoutMetadata } from '../../shared/receipt-bytes.ts'
import type { ReceiptFile } from './kept-report.ts'

/** A receipt's smallest print stays readable: a page of A4 at 200 dpi is 2,340 px high. */
const LONG_SIDE_PX = 2400
/** Below this a photo is sent as it is: making it smaller would save little. */
const SMALL_BYTES = 1024 * 1024
const JPEG_QUALITY = 0.85

interface Options {
  /** Sends photos as they are. */
  original: boolean
}

/**
 * Reads the file. Throws AppError('too-large' | 'invalid-input') with the specification's message, or
 * 'unavailable' when the device does not hand it over.
 */
export async function readReceipt(file: File, { original }: Options): Promise<ReceiptFile> {
  const type = receiptTypes.find((type) => type === typeOf(file))
  if (!type || file.size === 0) throw new AppError('invalid-input', RECEIPT_WRONG_TYPE)
  const smaller = original ? null : await smallerPhoto(file, type)
  const chosen = smaller ?? { blob: file, name: file.name, type }
  if (chosen.blob.size > MAX_RECEIPT_BYTES) throw new AppError('too-large', RECEIPT_TOO_LARGE)
  const read = await chosen.blob.arrayBuffer().catch((cause) => {
    throw new AppError('unavailable', 'No pudimos leer el archivo. Elige otro.', { cause })
  })
  const { buffer: bytes } = withoutMetadata(new Uint8Array(read))
  return { name: chosen.name, type: chosen.type, bytes, sha256: await sha256(bytes) }
}

/** Some phones know `image/jpg`, which nobody registered (specification 5). */
function typeOf(file: File): string {
  return file.type === 'image/jpg' ? 'image/jpeg' : file.type
}

async function smallerPhoto(
  file: File,
  type: ReceiptType,
): Promise<{ blob: Blob; name: string; type: ReceiptType } | null> {
  if (type === 'application/pdf' || file.size <= SMALL_BYTES) return null
  const picture = await createImageBitmap(file).catch(() => null)
  // The server looks at what we cannot read: perhaps this browser is just old.
  if (!picture) return null
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff' // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY),
  )
  if (!blob || blob.size >= file.size) return null
  return { blob, name: `${file.name.replace(/\.[^.]*$/, '')}.jpg`, type: 'image/jpeg' }
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = await digestOf(bytes)
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Browsers offer SubtleCrypto on https and localhost only. */
async function digestOf(bytes: ArrayBuffer): Promise<Uint8Array> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('@noble/hashes/sha2.js')
  return sha256(new Uint8Array(bytes))
}

/*
 * Limits, types, names and messages of receipts (R1, R2, R4). A receipt proves nothing by itself; it helps the organiser
 * to find the transfer.
 */

/** The largest receipt, in bytes: 10 MB. */
export const MAX_RECEIPT_BYTES = 10 * 1024 * 1024

export const receiptTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const
export type ReceiptType = (typeof receiptTypes)[number]

/** The `accept` of a file input. In this order iPhones convert HEIC photos to JPEG. */
export const ACCEPTED_RECEIPTS = receiptTypes.join(',')

export const RECEIPT_TOO_LARGE = 'El archivo es demasiado grande. El tamaño máximo es 10MB.'
export const UPLOAD_REFUSED = 'Error al subir el archivo'
export const RECEIPT_NOT_UPLOADED = `${UPLOAD_REFUSED}. Por favor, verifica tu conexión e intenta nuevamente.`
export const RECEIPT_WRONG_TYPE = 'Tipo de archivo no permitido. Solo se aceptan PDF, JPG y PNG.'
export const RECEIPT_EMPTY = 'El archivo está vacío. Elige otro.'
export const RECEIPT_HEIC =
  'Las fotos HEIC no se pueden enviar desde aquí. Guárdala como JPG (en una Mac: Vista Previa, Archivo, Exportar) o envía una captura de pantalla.'
export const RECEIPT_UNREADABLE =
  'No se puede ver ninguna imagen en este archivo: puede estar dañado. Ábrelo para comprobarlo o elige otro.'
export const RECEIPT_TOO_MANY_PIXELS =
  'La imagen tiene más de 50 megapíxeles. Envía una más chica, por ejemplo una captura de pantalla.'

/** A larger picture blocks the organiser's browser for seconds. */
export const MAX_RECEIPT_PIXELS = 50_000_000

/** `expected`: the report announced one; `missing`: it did not arrive within a day (R1, R6). */
export const receiptStates = ['none', 'expected', 'missing', 'attached'] as const

/** `Upload-Metadata` of a new upload (tus 1.0); every value is a text. */
export interface UploadMetadata {
  capability: string
  filename: string
  filetype: ReceiptType
  /** Hash of the whole file, 64 lower-case hex digits (R2). */
  sha256: string
}

const ENDINGS: Record<ReceiptType, readonly string[]> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'application/pdf': ['.pdf'],
}

/**
 * Returns a name whose ending matches its type: a picture that is also a web page must not open as one after a download
 * (R4).
 *
 * @example nameWithEnding('recibo.png.html', 'image/png') // 'recibo.png.html.png'
 */
export function nameWithEnding(name: string, type: ReceiptType): string {
  const endings = ENDINGS[type]
  if (endings.some((ending) => name.toLowerCase().endsWith(ending))) return name
  return `${name || 'comprobante'}${endings[0]}`
}

const MAX_NAME = 100

/**
 * Returns the name under which a file is stored (R2).
 *
 * @example receiptName('Comprobante 12/11 (1).PDF') // 'comprobante_12_11_1_.pdf'
 */
export function receiptName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9.-]+/g, '_')
    .replace(/\.+/g, '.')
    .replace(/^[_.]+|[_.]+$/g, '')
  // Stryker disable next-line EqualityOperator: to cut a name of exactly 100 characters changes nothing
  if (plain.length <= MAX_NAME) return plain || 'comprobante'
  const ending = /\.[a-z0-9]{1,5}$/.exec(plain)?.[0] ?? ''
  return plain.slice(0, MAX_NAME - ending.length) + ending
}

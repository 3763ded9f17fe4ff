/* Sends one receipt by tus (R1, R3), with Uppy. Loaded only when there is a file to send. */
import Uppy from '@uppy/core'
import Tus from '@uppy/tus'
import type { HttpResponse } from 'tus-js-client'
import { AppError } from '../../shared/errors.ts'
import { RECEIPT_NOT_UPLOADED, type UploadMetadata } from '../../shared/receipt.ts'
import { parseErrorResponse } from '../api/error-response.ts'
import type { ReceiptFile } from './kept-report.ts'

/** Small enough that a lost connection costs little, large enough that responses do not slow it down. */
const PIECE_BYTES = 512 * 1024

interface Options {
  contributionId: string
  capability: string
  receipt: ReceiptFile
  /** Another page continues from here. */
  stopped: AbortSignal
  /** Bytes sent or on their way. */
  onProgress: (bytes: number) => void
  /** Bytes that the server has confirmed. */
  onAcknowledged: (bytes: number) => void
}

/**
 * Tries once to upload a receipt by tus: resolves when the server has checked the file and attached it. Continues an
 * earlier upload, also after a reload. Throws AppError 'unavailable' when the connection broke, else the server's
 * refusal.
 */
export async function uploadReceipt(options: Options): Promise<void> {
  const { contributionId, capability, receipt, stopped, onProgress, onAcknowledged } = options
  let refusal: AppError | null = null
  let resumed = false
  // Part of the key of a stored upload: the same file for another contribution is another upload.
  const uppy = new Uppy({ id: `receipt-${contributionId}` }).use(Tus, {
    endpoint: '/api/uploads',
    chunkSize: PIECE_BYTES,
    retryDelays: [], // tried again by progress, not by number: see send-report.ts (R3)
    removeFingerprintOnSuccess: true,
    allowedMetaFields: ['capability', 'filename', 'filetype', 'sha256'],
    // Read here: Uppy drops the response when it reports an error.
    onAfterResponse: (request, response) => {
      refusal = refusalBy(response, request.getMethod())
    },
    onProgress: (bytes) => {
      // The first value of an attempt is what the server has from earlier ones.
      if (!resumed) onAcknowledged(bytes)
      resumed = true
      onProgress(bytes)
    },
    onChunkComplete: (_size, accepted) => onAcknowledged(accepted),
  })
  const meta: UploadMetadata = {
    capability,
    filename: receipt.name,
    filetype: receipt.type,
    sha256: receipt.sha256,
  }
  try {
    uppy.addFile({
      name: receipt.name,
      type: receipt.type,
      data: new Blob([receipt.bytes], { type: receipt.type }),
      meta: { ...meta },
    })
    // Not destroyed: that would delete what the server has.
    stopped.addEventListener('abort', () => uppy.pauseAll())
    const result = await uppy.upload()
    if (result?.successful?.length === 1) return
    throw refusal ?? new AppError('unavailable', RECEIPT_NOT_UPLOADED)
  } finally {
    uppy.destroy()
  }
}

/** The server's error (A9); null without one, or when tus recovers by itself. */
function refusalBy(response: HttpResponse, method: string): AppError | null {
  const status = response.getStatus()
  // tus recovers by itself from a wrong offset or a missing upload.
  if (method !== 'POST' && (status === 404 || status === 409)) return null
  if (status < 400) return null
  try {
    const retryAfter = response.getHeader('Retry-After') ?? null
    return parseErrorResponse(JSON.parse(response.getBody()), retryAfter)
  } catch {
    return null
  }
}

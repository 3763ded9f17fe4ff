import { Agent } from 'node:http'
import { DefaultHttpStack, DetailedError, Upload } from 'tus-js-client'
import type { UploadMetadata } from '../../shared/receipt.ts'
import type { Answer } from './ask.ts'
import type { ReceiptFile } from './receipt-file.ts'

/** As web/reports/upload-receipt.ts. */
const PIECE_BYTES = 512 * 1024

const httpStack = new DefaultHttpStack({ agent: new Agent({ keepAlive: false }) })

/**
 * Answers a function that tries once to send the receipt with the real tus client. Called again, it goes on
 * from where it stopped: it keeps the upload's address, as the page does.
 */
export function receiptSender(
  origin: string,
  capability: string,
  { bytes, sha256 }: ReceiptFile,
): () => Promise<Answer> {
  const metadata: UploadMetadata = {
    capability,
    filename: 'comprobante.png',
    filetype: 'image/png',
    sha256,
  }
  let uploadUrl: string | null = null
  return () =>
    new Promise((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${origin}/api/uploads`,
        uploadUrl,
        metadata: { ...metadata },
        chunkSize: PIECE_BYTES,
        retryDelays: null, // tried again by progress, not by number (R3)
        httpStack,
        onUploadUrlAvailable: () => {
          uploadUrl = upload.url
        },
        onSuccess: () => resolve({ status: 204, headers: {}, body: '' }),
        onError: (error) => {
          const told = error instanceof DetailedError ? error : null
          const answer = told && answerOf(told)
          if (answer) resolve(answer)
          else reject(told?.causingError ?? new UnusableAnswer(told))
        },
      })
      upload.start()
    })
}

/** A response that cannot be shown to a person. `code` names the request and its failure. */
class UnusableAnswer extends Error {
  readonly code: string

  constructor(told: DetailedError | null) {
    super('unusable answer')
    this.code = `${told?.originalResponse?.getStatus()} to ${told?.originalRequest?.getMethod()}`
  }
}

/** Null where nothing came back, or where the tus client recovers by itself: as web/reports/upload-receipt.ts. */
function answerOf({ originalRequest, originalResponse }: DetailedError): Answer | null {
  if (!originalResponse) return null
  const status = originalResponse.getStatus()
  const method = originalRequest?.getMethod()
  if (status === 0 || method === 'HEAD') return null
  if (method !== 'POST' && (status === 404 || status === 409)) return null
  const later = originalResponse.getHeader('Retry-After')
  return {
    status,
    headers: later === undefined ? {} : { 'retry-after': later },
    body: JSON.parse(originalResponse.getBody()),
  }
}

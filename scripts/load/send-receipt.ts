import { Agent } from 'node:http'
import { DefaultHttpStack, DetailedError } from 'tus-js-client'
import { upload } from '../receipt-upload.ts'
import type { HttpResponse } from './request.ts'

/** The chunk size of web/reports/upload-receipt.ts. */
const CHUNK_BYTES = 512 * 1024

const httpStack = new DefaultHttpStack({ agent: new Agent({ keepAlive: false }) })

/**
 * Returns a function that tries once to send the receipt with the real tus client. At each further call it
 * resumes the upload, as the page does.
 */
export function receiptSender(
  origin: string,
  bytes: Buffer,
  metadata: Record<string, string>,
): () => Promise<HttpResponse> {
  let uploadUrl: string | null = null
  return async () => {
    try {
      await upload(origin, bytes, metadata, {
        uploadUrl,
        chunkSize: CHUNK_BYTES,
        httpStack,
        onUrl: (url) => {
          uploadUrl = url
        },
      })
      return { status: 204, headers: {}, body: '' }
    } catch (error) {
      if (!(error instanceof DetailedError)) throw new UnusableResponse(null)
      const response = responseIn(error)
      if (response) return response
      throw error.causingError ?? new UnusableResponse(error)
    }
  }
}

/** The response has no message for a person. `code` names the request and the status. */
class UnusableResponse extends Error {
  readonly code: string

  constructor(error: DetailedError | null) {
    super('unusable response')
    this.code = `${error?.originalResponse?.getStatus()} to ${error?.originalRequest?.getMethod()}`
  }
}

/** Returns null without a response, and where the tus client recovers by itself: as web/reports/upload-receipt.ts. */
function responseIn({ originalRequest, originalResponse }: DetailedError): HttpResponse | null {
  if (!originalResponse) return null
  const status = originalResponse.getStatus()
  const method = originalRequest?.getMethod()
  if (status === 0 || method === 'HEAD') return null
  if (method !== 'POST' && (status === 404 || status === 409)) return null
  const retryAfter = originalResponse.getHeader('Retry-After')
  return {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    body: JSON.parse(originalResponse.getBody()),
  }
}

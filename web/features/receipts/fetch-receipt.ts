import { getReceiptAddress, type ReceiptAddress } from '../../../shared/api/receipts.ts'
import { startTimer, systemClock } from '../../../shared/async.ts'
import { AppError } from '../../../shared/errors.ts'
import { SECOND } from '../../../shared/time.ts'
import { request } from '../../api/request.ts'

/** A connection may stop without an error. A slow one has this time for each part of the file. */
const LONGEST_SILENCE = 20 * SECOND

/** Loads a receipt. Throws AppError, also when `signal` aborts. */
export async function fetchReceipt(
  contributionId: string,
  signal: AbortSignal,
): Promise<{ address: ReceiptAddress; file: Blob }> {
  const address = await request(getReceiptAddress, { params: { contributionId }, signal })
  try {
    return { address, file: await fetchFile(address.url, signal) }
  } catch (cause) {
    throw new AppError('unavailable', 'No se pudo cargar el comprobante', { cause })
  }
}

async function fetchFile(url: string, signal: AbortSignal): Promise<Blob> {
  const closing = new AbortController()
  const close = () => closing.abort()
  let cancelTimer = startTimer(systemClock, LONGEST_SILENCE, close)
  signal.addEventListener('abort', close)
  try {
    signal.throwIfAborted()
    const response = await fetch(url, { signal: closing.signal })
    if (!response.ok || !response.body) throw new Error(`${response.status}`)
    const reader = response.body.getReader()
    const parts: BlobPart[] = []
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value)
      cancelTimer()
      cancelTimer = startTimer(systemClock, LONGEST_SILENCE, close)
    }
    return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
  } finally {
    cancelTimer()
    signal.removeEventListener('abort', close)
  }
}

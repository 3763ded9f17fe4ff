import { getReceiptAddress, type ReceiptAddress } from '../../../shared/api/receipts.ts'
import { AppError } from '../../../shared/errors.ts'
import { SECOND } from '../../../shared/time.ts'
import { request, withLimit } from '../../api/request.ts'

/** A connection may stop without an error. */
const TIME_LIMIT = 20 * SECOND
/** A large file has more time, as much as a bad mobile connection needs. */
const LEAST_BYTES = 20_000 // a second

/** Loads a receipt. Throws AppError, also when `signal` aborts. */
export async function fetchReceipt(
  contributionId: string,
  signal: AbortSignal,
): Promise<{ address: ReceiptAddress; file: Blob }> {
  const address = await request(getReceiptAddress, { params: { contributionId }, signal })
  const limit = TIME_LIMIT + Math.ceil((address.size / LEAST_BYTES) * SECOND)
  try {
    const response = await fetch(address.url, { signal: withLimit(signal, limit) })
    if (!response.ok) throw new Error(`${response.status}`)
    return { address, file: await response.blob() }
  } catch (cause) {
    throw new AppError('unavailable', 'No se pudo cargar el comprobante', { cause })
  }
}

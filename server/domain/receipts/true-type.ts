import { fileTypeFromBuffer } from 'file-type'
import { type ReceiptType, receiptTypes } from '../../../shared/receipt.ts'

/** What a file is by its bytes, whatever it is called (R2); null when that is no receipt. */
export async function trueType(bytes: Uint8Array): Promise<ReceiptType | null> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  return receiptTypes.find((type) => type === found?.mime) ?? null
}

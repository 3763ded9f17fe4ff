import * as z from 'zod/mini'
import { get } from '../api-call.ts'
import { receiptTypes } from '../receipt.ts'

/** The address of a receipt, valid for an hour (R4). */
const receiptAddress = z.object({
  url: z.string(),
  name: z.string(),
  type: z.enum(receiptTypes),
  size: z.number(), // in bytes
  expiresAt: z.string(), // ISO 8601
})
export type ReceiptAddress = z.infer<typeof receiptAddress>

/** A receipt in its collection's gallery (R5). */
const collectionReceipt = z.object({
  contributionId: z.string(),
  contributorName: z.string(),
  amount: z.number(), // whole centavos
  paymentDate: z.string(),
  name: z.string(),
  type: z.enum(receiptTypes),
  size: z.number(),
  attachedAt: z.string(),
  /** The same file is with another contribution of this collection (R6). */
  repeated: z.boolean(),
})
export type CollectionReceipt = z.infer<typeof collectionReceipt>

/** Returns a signed URL of a receipt, to people who may see the contribution (R4, R5). */
export const getReceiptAddress = get('/receipts/:contributionId/url', { output: receiptAddress })

export const getReceipts = get('/collections/:id/receipts', {
  output: z.object({ receipts: z.array(collectionReceipt) }),
})

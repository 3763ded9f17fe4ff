import * as z from 'zod/mini'
import { contributionState, guestCorrection } from './contribution.ts'
import { id } from './validation.ts'

/** Opens a guest's own report: its id, and the key from the server's response. */
export const ownReportKey = z.object({ id, key: z.string().check(z.maxLength(100)) })
export type OwnReportKey = z.infer<typeof ownReportKey>

/** A contribution as its contributor sees it. */
export const ownReport = z.object({
  collectionId: z.string(),
  collectionTitle: z.string(),
  organiserName: z.string(),
  contributorName: z.string(),
  contributorEmail: z.nullable(z.string()),
  amount: z.number(),
  paymentDate: z.string(), // ISO 8601
  state: contributionState,
  message: z.string(),
  operationNumber: z.nullable(z.string()),
  rejectionReason: z.string(),
  receiptName: z.nullable(z.string()),
  /** When its removal was asked for, ISO 8601; null where it was not. */
  removalAskedAt: z.nullable(z.string()),
  isRemoved: z.boolean(), // the organiser took it off the list; it is deleted soon
  isWithdrawn: z.boolean(), // by its guest, who may undo that until it is deleted
  /** It may be corrected or withdrawn (S12). A removed one may not. */
  mayChange: z.boolean(),
  /** To add a receipt or replace it (R1); null when it may not be changed. */
  receiptCapability: z.nullable(z.string()),
})
export type OwnReport = z.infer<typeof ownReport>

export const ownReportCorrection = z.extend(ownReportKey, { changes: guestCorrection })

export const ownReportWithdrawal = z.extend(ownReportKey, { isWithdrawn: z.boolean() })

export const removalRequest = z.object({
  contributionId: z.string(),
  contributorName: z.string(),
  amount: z.number(),
  paymentDate: z.string(),
  askedAt: z.string(),
})
export type RemovalRequest = z.infer<typeof removalRequest>

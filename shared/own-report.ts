import * as z from 'zod/mini'
import { contributionState } from './contribution.ts'
import { id } from './validation.ts'

/** Opens a guest's own report: its id, and the key from the server's response. */
export const ownReportKey = z.object({ id, key: z.string().check(z.maxLength(100)) })
export type OwnReportKey = z.infer<typeof ownReportKey>

/** A report as its guest sees it again. */
export const ownReport = z.object({
  collectionId: z.string(),
  collectionTitle: z.string(),
  /** First name. */
  organiserName: z.string(),
  contributorName: z.string(),
  contributorEmail: z.nullable(z.string()),
  amount: z.number(),
  /** ISO 8601. */
  paymentDate: z.string(),
  state: contributionState,
  message: z.string(),
  /** The file's name; null without one. */
  receiptName: z.nullable(z.string()),
  /** When its removal was asked for, ISO 8601; null where it was not. */
  removalAskedAt: z.nullable(z.string()),
  /** The organiser took it off the list; it is deleted soon. */
  isRemoved: z.boolean(),
})
export type OwnReport = z.infer<typeof ownReport>

/** A guest's wish, for the organiser. */
export const removalRequest = z.object({
  contributionId: z.string(),
  contributorName: z.string(),
  amount: z.number(),
  paymentDate: z.string(),
  askedAt: z.string(),
})
export type RemovalRequest = z.infer<typeof removalRequest>

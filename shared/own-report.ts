import * as z from 'zod/mini'
import type { ContributionState } from './contribution.ts'
import type { Centavos } from './money.ts'
import { id } from './validation.ts'

/** What opens a guest's own report: its id, and the right to it that came with the server's answer. */
export const ownReportKey = z.object({ id, key: z.string().check(z.maxLength(100)) })
export type OwnReportKey = z.infer<typeof ownReportKey>

/** A report as its guest sees it again. */
export interface OwnReport {
  collectionId: string
  collectionTitle: string
  /** First name. */
  organiserName: string
  contributorName: string
  contributorEmail: string | null
  amount: Centavos
  /** ISO 8601. */
  paymentDate: string
  state: ContributionState
  message: string
  /** The file's name; null without one. */
  receiptName: string | null
  /** When its removal was asked for, ISO 8601; null where it was not. */
  removalAskedAt: string | null
  /** The organiser took it off the list; it is deleted soon. */
  isRemoved: boolean
}

/** A guest's wish, for the organiser. */
export interface RemovalRequest {
  contributionId: string
  contributorName: string
  amount: Centavos
  paymentDate: string
  askedAt: string
}

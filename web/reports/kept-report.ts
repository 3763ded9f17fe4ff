/* The types of a report: as stored on the device until the server has it, and as shown meanwhile (R3). */
import type { ContributionReport } from '../../shared/contribution.ts'
import type { Refusal } from '../../shared/errors.ts'
import type { ReceiptType } from '../../shared/receipt.ts'

/** The chosen file, ready to be sent. Bytes rather than a Blob: some browsers lose those. */
export interface ReceiptFile {
  name: string
  type: ReceiptType
  bytes: ArrayBuffer
  sha256: string
}

/**
 * A report and its receipt, one act to the person (R3): stored on this device, or in this page's memory when the disk
 * takes nothing, from the moment of confirming until the server has both.
 */
export interface KeptReport {
  id: string
  /** The signed-in person who made it; null for a guest. */
  personId: string | null
  collectionId: string
  collectionTitle: string
  organiserName: string
  report: ContributionReport
  receipt: ReceiptFile | null
  at: string
  /** Permits to send the receipt, once the server has the report (R1). */
  capability: string | null
  /** A guest's key to see the report again, once the server has it. Earlier releases stored none. */
  ownKey?: string | null
  /** The server's refusal of the report; stays until the person has read it. */
  refusal: Refusal | null
  /** The server has the report, but it is not in the list. It is not sent again: that might add another one. */
  isUnlisted?: boolean
  /** Why its file was refused, until the person chooses another one or none. */
  receiptProblem?: string | null
}

export type ReportState =
  | { name: 'sending-report' }
  | { name: 'sending-receipt'; percent: number }
  | Waiting
  | { name: 'received' }
  /** Its guest withdrew the report, or the organiser removed it. The receipt stays here: either may undo that. */
  | { name: 'unlisted' }
  | { name: 'refused'; error: Refusal }
  /** The report counts; the server will never take this file. */
  | { name: 'receipt-refused'; message: string; takesAnother: boolean }

export interface OutgoingReport
  extends Pick<KeptReport, 'id' | 'collectionId' | 'collectionTitle' | 'organiserName'> {
  amount: number
  fileName: string | null
  /** Opens the guest's own page; null before the server has the report, and for people with an account. */
  ownKey: string | null
  /** false: in this page's memory only, so the page must stay open. */
  isOnDisk: boolean
  state: ReportState
}

/**
 * `network`: every attempt failed; it is retried when the network or the server is back, or after a tap. `turn`: the
 * server requested a retry later (A5). `server`: the server failed. `sign-in`: only its own person may send it. `space`:
 * the server accepts no receipts now.
 */
export interface Waiting {
  name: 'waiting'
  /** The report counts; its receipt is what waits. */
  reported: boolean
  for: 'network' | 'turn' | 'server' | 'sign-in' | 'space'
  reason: string
}

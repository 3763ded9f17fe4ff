import type { ContributionReport } from '../../shared/contribution.ts'
import type { Refusal } from '../../shared/named-mutation.ts'
import type { ReceiptType } from '../../shared/receipt.ts'

/** The chosen file, ready to be sent. Bytes rather than a Blob: some browsers lose those. */
export interface ReceiptFile {
  name: string
  type: ReceiptType
  bytes: ArrayBuffer
  /** 64 lower-case hex digits. */
  sha256: string
}

/**
 * A report and its receipt, one act to the person (R3): kept on this device, or where it takes nothing in
 * this page, from the moment of confirming until the server has both.
 */
export interface KeptReport {
  /** The report's own id. */
  id: string
  /** The signed-in person who made it; null for a guest. */
  personId: string | null
  collectionId: string
  collectionTitle: string
  organiserName: string
  report: ContributionReport
  receipt: ReceiptFile | null
  /** When it was confirmed, ISO 8601. */
  at: string
  /** Once the report is on the server: the right to send the receipt (R1). */
  capability: string | null
  /** Once it is on the server: a guest's right to see it again. Earlier releases kept none. */
  ownKey?: string | null
  /** The server's no to the report itself: it stays here until the person has read it. */
  refusal: Refusal | null
  /** Why its file was refused, until the person chooses another one or none. Absent where none was. */
  receiptProblem?: string | null
}

/** The state of a report, to be shown in a few words (R3). */
export type ReportState =
  | { name: 'sending-report' }
  | { name: 'sending-receipt'; percent: number }
  | Waiting
  | { name: 'received' }
  /** The server does not take the report; nothing was registered. */
  | { name: 'refused'; error: Refusal }
  /** The report counts; this file will never be taken. Another one may be. */
  | { name: 'receipt-refused'; message: string; takesAnother: boolean }

/** A report that is not finished yet, as every tab shows it. */
export interface OutgoingReport
  extends Pick<KeptReport, 'id' | 'collectionId' | 'collectionTitle' | 'organiserName'> {
  /** Whole centavos. */
  amount: number
  fileName: string | null
  /** Opens the guest's own page of it; null while it is not on the server, and for who has an account. */
  ownKey: string | null
  /** false: in this page's memory alone, which must stay open until the server has it. */
  isOnDisk: boolean
  state: ReportState
}

/**
 * For the network: tried enough without progress; the network, a server that answers, or a tap wakes it.
 * For its turn: the server asked to come later (A5), and it will. For the server: it answered, and could
 * not do it. For its person to sign in: it goes under nobody else's name. For space: the server takes no receipts now.
 */
export interface Waiting {
  name: 'waiting'
  /** The report counts; its receipt is what waits. */
  reported: boolean
  for: 'network' | 'turn' | 'server' | 'sign-in' | 'space'
  /** Why the last try failed, for a person to read; null before the first. */
  reason: string | null
}

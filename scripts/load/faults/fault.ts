import type { Client } from '../client.ts'
import type { Organiser } from '../make-organisers.ts'
import type { Site } from '../open-site.ts'
import type { ReceiptStorage } from '../receipt-storage.ts'

/** A failure that `npm run load -- --fault NAME` causes while clients send requests. faults.ts lists all. */
export interface Fault {
  /** Added to the servers' environment. */
  settings?: Record<string, string>
  /** The servers' data folder. Absent: a temporary one. */
  dataDir?: string
  /** The storage of receipts. Absent: the data folder. */
  storage?: (dataDir: string) => ReceiptStorage
  /** An action that some guests do instead of reporting. */
  guestAction?: (client: Client, organiser: Organiser) => Promise<void>
  /** Causes the failure, and resolves when it is over. Throws an Error for a defect that it finds itself. */
  run(site: Site): Promise<void>
  /** Ends what it started. */
  close?: () => Promise<void>
}

/** Prints one line of progress. */
export type Log = (line: string) => void

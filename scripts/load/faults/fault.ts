import type { Client } from '../client.ts'
import type { Organiser } from '../make-organisers.ts'
import type { Site } from '../open-site.ts'
import type { ReceiptPlace } from '../receipt-place.ts'

/** Something that goes wrong while a site is loaded, and is over in the end. */
export interface Fault {
  /** Added to the servers' environment. */
  settings?: Record<string, string>
  /** The servers' data folder. Absent: a temporary one. */
  dataDir?: string
  /** The storage of receipts. Absent: the data folder. */
  place?: (dataDir: string) => ReceiptPlace
  /** An action that some guests do instead of reporting. */
  besides?: (client: Client, organiser: Organiser) => Promise<void>
  /** Lets it happen; resolves when it is over. Throws an Error for what it finds wrong itself. */
  strike(site: Site): Promise<void>
  /** Ends what it started. */
  close?: () => Promise<void>
}

/** Tells what happens, a line each. */
export type Say = (line: string) => void

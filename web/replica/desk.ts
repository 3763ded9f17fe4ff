import type { Bell } from './bell.ts'
import type { Clock } from './clock.ts'
import type { Copy } from './copy.ts'
import type { Naps } from './naps.ts'
import type { Reach } from './reach.ts'
import type { SyncStatus } from './sync-status.ts'
import type { Transport } from './transport.ts'
import type { Unsettled } from './unsettled.ts'

/** What a sync client works with, through all its connections. */
export interface Desk {
  copy: Copy
  unsettled: Unsettled
  transport: Transport
  clock: Clock
  naps: Naps
  reach: Reach
  /** Rings when there is something new to send. */
  news: Bell
  /** One thing at a time on copy and outbox. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  status(): SyncStatus
  report(changes: Partial<SyncStatus>): void
  /** Told why a connection ended, or why changes could not be sent. */
  onLost(why: unknown): void
  /** The copy is empty or cannot be continued from. */
  mustFill: boolean
  /** Connections in a row that heard nothing. */
  failures: number
  /** Pushes in a row that brought nothing forward. */
  pushFailures: number
  /** How often the server failed on a change that was sent alone, by its id (S9). */
  failedAlone: Map<string, number>
}

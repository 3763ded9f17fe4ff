import type { AsyncEvent, Clock, Sleeper } from '../../shared/async.ts'
import type { Copy } from './copy.ts'
import type { Connectivity, SyncStatus } from './sync-status.ts'
import type { Transport } from './transport.ts'
import type { Unsettled } from './unsettled.ts'

/** State and tools of a sync client, which all its connections share. */
export interface SyncContext {
  copy: Copy
  unsettled: Unsettled
  transport: Transport
  clock: Clock
  sleeper: Sleeper
  connectivity: Connectivity
  /** Set when there is something new to send. */
  unsentAdded: AsyncEvent
  /** Runs work on copy and outbox, one piece at a time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
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

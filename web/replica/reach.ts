import type { SyncStatus } from './sync-status.ts'

/**
 * Whether this browser reaches the server, of one connection: it is `live` when it hears the stream and
 * what it sends arrives, and `offline` when it hears but cannot send.
 */
export interface Reach {
  /** A new connection: nothing is known of it. */
  begin(): void
  hears(): void
  sends(arrives: boolean): void
  /** Whether the stream of this connection has been heard. */
  isHeard(): boolean
}

export function createReach(report: (changes: Partial<SyncStatus>) => void): Reach {
  let heard = false
  let arrives = true

  function tell(): void {
    if (heard) report({ connection: arrives ? 'live' : 'offline' })
  }

  return {
    begin() {
      heard = false
      arrives = true
    },
    hears() {
      heard = true
      tell()
    },
    sends(does) {
      arrives = does
      tell()
    },
    isHeard: () => heard,
  }
}

import type { OutboxEntry } from './outbox.ts'
import type { SyncStatus } from './sync-status.ts'

/** How the copy stands, for the sync centre. */
export interface ReplicaState {
  /** `none`: this device cannot hold a copy, and the server answers. */
  copy: SyncStatus['copy'] | 'none'
  connection: SyncStatus['connection']
  /** What the server has not confirmed, in order; refused ones among them. */
  changes: OutboxEntry[]
  lastSync: string | null
  /** False when the disk did not take the copy: it works, and the next visit fetches it again. */
  kept: boolean
  /** False when the browser has wiped `changes` from the disk: they last as long as the owner's tab. */
  changesKept: boolean
  rows: number | null
  bytes: number | null
}

/** What the worker tells all tabs. */
export type ReplicaEvent = { type: 'state'; state: ReplicaState } | { type: 'changed' }

import type { OutboxEntry } from './outbox.ts'

/** How the sync client stands. */
export interface SyncStatus {
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  copy: 'empty' | 'filling' | 'ready'
  /** Changes that the stream has not confirmed yet. */
  pending: number
  /** Changes that the server refused; the person retries or discards them (S9). */
  refused: number
  /** When the copy was last known to be in step with the server, ISO. */
  lastSync: string | null
}

/** How the copy stands, for the screens. */
export interface ReplicaState {
  /** `none`: this device cannot hold a copy, and screens ask the server. */
  copy: SyncStatus['copy'] | 'none'
  connection: SyncStatus['connection']
  /** Changes that the server has not confirmed, in order, with the refused ones. */
  changes: OutboxEntry[]
  lastSync: string | null
  /** False when the disk has no room for the copy: it works, and the next visit fetches it again. */
  kept: boolean
  /** False while the browser has wiped `changes` from the disk: they last as long as the owner's tab. */
  changesKept: boolean
  rows: number | null
  bytes: number | null
}

/** The worker sends these to all tabs. */
export type ReplicaEvent = { type: 'state'; state: ReplicaState } | { type: 'changed' }

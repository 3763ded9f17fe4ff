/* The states of sync client and replica, as the worker announces them to all tabs. */
import type { OutboxEntry } from './outbox.ts'

/** The state of the sync client. */
export interface SyncStatus {
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  replica: 'empty' | 'filling' | 'ready'
  /** Changes that the stream has not confirmed yet. */
  pending: number
  /** Changes that the server refused; the person retries or discards them (S9). */
  refused: number
  /** When the replica was last known to be in step with the server, ISO. */
  lastSync: string | null
}

/** The state of the replica, for the screens. */
export interface ReplicaState {
  /** `none`: this device cannot hold a replica, and screens ask the server. */
  replica: SyncStatus['replica'] | 'none'
  connection: SyncStatus['connection']
  /** Changes that the server has not confirmed, in order, with the refused ones. */
  changes: OutboxEntry[]
  lastSync: string | null
  /** False when the disk has no room for the replica: it works, and the next visit fetches it again. */
  kept: boolean
  /** False while the browser has wiped `changes` from the disk: they last as long as the owner's tab. */
  changesKept: boolean
  rows: number | null
  bytes: number | null
}

/** The state before the replica opens. */
export const OPENING: ReplicaState = {
  replica: 'empty',
  connection: 'starting',
  changes: [],
  lastSync: null,
  kept: true,
  changesKept: true,
  rows: null,
  bytes: null,
}

/** The state on a device that runs neither a replica nor an outbox. */
export const NO_REPLICA: ReplicaState = { ...OPENING, replica: 'none' }

/** The worker sends these to all tabs. */
export type ReplicaEvent = { type: 'state'; state: ReplicaState } | { type: 'changed' }

/* The states of sync client and replica, as the worker announces them to all tabs. */
import type { LocalReplicaState } from '../api/diagnosis.ts'
import type { OutboxEntry } from './outbox.ts'

/** The state of the sync client. */
export interface SyncStatus extends Pick<LocalReplicaState, 'connection' | 'lastSync'> {
  replica: Exclude<LocalReplicaState['replica'], 'none'>
  /** Changes that the stream has not confirmed yet. */
  pending: number
  /** Changes that the server refused; the person retries or discards them (S9). */
  refused: number
}

/** The state of the replica, for the screens. */
export interface ReplicaState extends LocalReplicaState {
  changes: OutboxEntry[]
  /** Of collections and contributions. */
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

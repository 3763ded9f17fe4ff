import type { Refusal } from '../../shared/errors.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import type { Fault } from './faults.ts'

export interface LocalReplicaState {
  /** `none`: this device cannot hold a replica, and screens ask the server. */
  replica: 'none' | 'empty' | 'filling' | 'ready'
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  /** Changes that the server has not confirmed, in order, with the refused ones. */
  changes: readonly UnsentChange[]
  /** When the replica was last known to be in step with the server, ISO 8601. */
  lastSync: string | null
  /** False when the disk has no room for the replica: it works, and the next visit fetches it again. */
  kept: boolean
  /** False while the browser has wiped `changes` from the disk: they last as long as the owner's tab. */
  changesKept: boolean
}

export interface UnsentChange extends MutationRequest {
  /** When the person made it, ISO 8601; it is the rule's `now`. */
  at: string
  /** The server's; a refused change stays until it is retried or discarded (S9). */
  refusal: Refusal | null
  /** Ids of earlier changes that this one superseded before they were sent. */
  supersededIds?: readonly string[] | undefined
}

export interface ReplicaDiagnosis {
  /** Opaque; null before the first sync. */
  cursor: string | null
  engine: string | null
  tables: { name: string; rows: number; bytes: number }[]
  bytes: number | null
  faults: readonly Fault[]
}

/** At most MOST_ROWS rows, each value as text. */
export interface SqlResult {
  columns: string[]
  rows: (string | null)[][]
  hasMore: boolean
}

export const MOST_ROWS = 200

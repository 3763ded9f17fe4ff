/* Data of the replica for the diagnosis page. */
import type { Refusal } from '../../shared/named-mutation.ts'
import type { Fault } from './faults.ts'

/** The replica's state, which every tab has. */
export interface LocalState {
  copy: 'none' | 'empty' | 'filling' | 'ready'
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  /** Changes that the server has not confirmed, in order, including refused ones. */
  changes: readonly UnsentChange[]
  /** Time of the server's last message, ISO. */
  lastSync: string | null
  /** Whether the replica is on the disk. */
  kept: boolean
  /** Whether `changes` are on the disk. */
  changesKept: boolean
}

export interface UnsentChange {
  id: string
  name: string
  args: unknown
  version?: number | undefined
  /** ISO */
  at: string
  refusal: Refusal | null
  supersededIds?: readonly string[] | undefined
}

/** The part that only the worker has. */
export interface ReplicaDiagnosis {
  /** The opaque cursor; null before the first sync. */
  cursor: string | null
  /** The engine's version; null without a replica. */
  engine: string | null
  tables: { name: string; rows: number; bytes: number }[]
  bytes: number | null
  faults: readonly Fault[]
}

/** At most MOST_ROWS rows of a query, each value as text. */
export interface SqlResult {
  columns: string[]
  rows: (string | null)[][]
  hasMore: boolean
}

export const MOST_ROWS = 200

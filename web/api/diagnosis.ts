import type { Refusal } from '../../shared/named-mutation.ts'
import type { Fault } from './faults.ts'

/** Every tab has it. */
export interface LocalState {
  copy: 'none' | 'empty' | 'filling' | 'ready'
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  /** Not confirmed by the server, in order, including refused ones. */
  changes: readonly UnsentChange[]
  /** Time of the server's last message, ISO. */
  lastSync: string | null
  /** The replica is on the disk. */
  kept: boolean
  /** `changes` are on the disk. */
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

/** Only the worker has it. */
export interface ReplicaDiagnosis {
  /** Opaque; null before the first sync. */
  cursor: string | null
  /** null without a replica. */
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

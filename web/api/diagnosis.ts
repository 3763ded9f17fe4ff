import type { Refusal } from '../../shared/errors.ts'
import type { Fault } from './faults.ts'

export interface LocalReplicaState {
  /** `none`: this device cannot hold one. */
  replica: 'none' | 'empty' | 'filling' | 'ready'
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  /** Not confirmed by the server, in order, including refused ones. */
  changes: readonly UnsentChange[]
  lastSync: string | null
  kept: boolean
  /** False while `changes` are in the memory of an open tab only. */
  changesKept: boolean
}

export interface UnsentChange {
  id: string
  name: string
  args: unknown
  version?: number | undefined
  at: string
  refusal: Refusal | null
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

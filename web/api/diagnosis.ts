/* What the diagnosis page may ask of the replica. */
import type { Refusal } from '../../shared/named-mutation.ts'
import type { Fault } from './faults.ts'

/** How the replica stands, as every tab knows it. */
export interface LocalState {
  copy: 'none' | 'empty' | 'filling' | 'ready'
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  /** Not confirmed by the server, in order; refused ones among them. */
  changes: readonly UnsentChange[]
  /** When the server was last heard, ISO. */
  lastSync: string | null
  /** False when the disk did not take the replica. */
  kept: boolean
  /** False when the disk did not keep `changes`. */
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

/** What only the worker knows. */
export interface ReplicaDiagnosis {
  /** As the server wrote it; null before the first fill. */
  cursor: string | null
  /** The engine's version; null where there is no replica. */
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

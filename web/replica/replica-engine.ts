/* The engine of a replica: the part of PGlite that it uses, its settings, and values as shared/sql.ts has them. */
import { PGlite } from '@electric-sql/pglite'
import type { SqlValue, Transaction } from '../../shared/sql.ts'
import * as types from '../../shared/value-types.ts'

/** PGlite implements it. */
export interface ReplicaEngine {
  transaction<T>(work: (tx: EngineTransaction) => Promise<T>): Promise<T>
}

export interface EngineTransaction {
  query<T>(
    text: string,
    params?: unknown[],
    options?: { blob?: Blob; parsers?: Record<number, (text: string) => unknown> },
  ): Promise<{ rows: T[]; blob?: Blob }>
  exec(text: string): Promise<unknown>
}

/** An engine that also runs statements without a transaction. PGlite implements it. */
export interface OwnedEngine extends ReplicaEngine, EngineTransaction {}

/**
 * Parameters to start an engine that fits into a phone. Its files are in memory, and every flush writes its
 * log to IndexedDB again. Queries stay as fast.
 */
export const SMALL_ENGINE = [
  ...PGlite.defaultStartParams,
  ...settings({
    // The folder has the time zone of the machine that built it.
    TimeZone: 'UTC',
    shared_buffers: '4MB',
    // So a fill bypasses the log: its rows are in a table that the same transaction has emptied.
    wal_level: 'minimal',
    max_wal_senders: '0',
    min_wal_size: '2MB',
    max_wal_size: '8MB',
  }),
]

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Returns the engine's transaction as shared/ uses it. */
export function transactionOn(tx: EngineTransaction): Transaction {
  return {
    kind: 'transaction',
    async query<Row extends object>(text: string, params: readonly SqlValue[] = []) {
      const { rows } = await tx.query<Row>(text, [...params], { parsers: VALUE_PARSERS })
      return rows
    },
  }
}

/** PGlite already parses all other types as promised. */
const VALUE_PARSERS: Record<number, (text: string) => unknown> = {
  [types.INT8]: types.parseInt8,
  [types.DATE]: types.asText,
  [types.TIMESTAMPTZ]: types.parseMoment,
}

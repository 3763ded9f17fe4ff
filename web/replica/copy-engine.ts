import type { SqlValue, Transaction } from '../../shared/sql.ts'
import { VALUE_PARSERS } from './value-parsers.ts'

/** The part of PGlite that a copy uses: PGlite itself fits. */
export interface CopyEngine {
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

/** An engine that its owner also tidies up: PGlite itself fits. */
export interface OwnedEngine extends CopyEngine, EngineTransaction {}

/** An open transaction of the engine, spoken to as shared/ does. */
export function transactionOn(tx: EngineTransaction): Transaction {
  return {
    kind: 'transaction',
    async query<Row extends object>(text: string, params: readonly SqlValue[] = []) {
      const { rows } = await tx.query<Row>(text, [...params], { parsers: VALUE_PARSERS })
      return rows
    },
  }
}

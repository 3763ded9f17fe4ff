import type { Sql, Transaction } from '../../shared/sql.ts'
import type { CopyFormat, Engine, EngineSession } from './engine.ts'

export interface Database extends Sql {
  readonly engine: Engine['kind']
  readonly connections: number // size of the pool; 1 for the embedded engine
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> // `work` may run again: it changes nothing but rows
  /** Runs `work` as the role `member` with `app.person` set, under row-level policies (A7). */
  asMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Like `asMember`, in REPEATABLE READ and READ ONLY: `work` reads one snapshot. */
  inSnapshotAsMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Loads CSV (RFC 4180) without a header by COPY, in one transaction, and then analyses the table. */
  copyIn(table: string, columns: readonly string[], csv: AsyncIterable<string>): Promise<void>
  /** Returns the rows that this person may see, CSV by default. Reads all first: a slow client holds no connection. */
  copyOut(personId: string, query: string, format?: CopyFormat): Promise<Blob>
  /** Transaction without a time limit, for backup and restore. `work` must rethrow a failed statement's error. */
  inBulk<T>(work: (session: EngineSession) => Promise<T>): Promise<T>
  close(): Promise<void>
}

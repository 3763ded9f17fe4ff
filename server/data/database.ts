import type { Sql, Transaction } from '../../shared/sql.ts'
import type { Engine, Session } from './engine.ts'

/**
 * The database, on either engine: PGlite in the data folder, or a PostgreSQL server.
 */
export interface Database extends Sql {
  readonly engine: Engine['kind']

  /** Size of the pool. Further work waits for a free connection. */
  readonly connections: number

  /** Runs `work` in one transaction with the server's own rights; rolls back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>

  /**
   * Runs `work` in one transaction as the role `member` with `app.person` set, so that the
   * row-level policies decide what this person sees and changes (A7).
   */
  asMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>

  /** Like `asMember`, but REPEATABLE READ and READ ONLY: `work` reads one snapshot. */
  inSnapshotAsMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>

  /**
   * Loads CSV (RFC 4180, no header) into `table (columns)` by COPY, in one transaction, and analyses the table.
   */
  copyIn(table: string, columns: readonly string[], csv: AsyncIterable<string>): Promise<void>

  /**
   * Returns the rows of `query` that this person may see, as CSV (RFC 4180) without a header. Every value is quoted,
   * so that null and '' differ. The result is in memory, because a slow client must not hold a connection.
   */
  copyOut(personId: string, query: string, separator?: ',' | ';'): Promise<Blob>

  /**
   * For backup and restore: runs `work` in one transaction with the server's own rights, with COPY and without a time
   * limit. `work` must end at the first statement that fails.
   */
  inBulk<T>(work: (session: Session) => Promise<T>): Promise<T>

  /** Closes all connections; flushes an embedded database and unlocks its folder. */
  close(): Promise<void>
}

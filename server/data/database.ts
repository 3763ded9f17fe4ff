import type { Sql, Transaction } from '../../shared/sql.ts'
import type { Engine, Session } from './engine.ts'

/**
 * One database, two engines: PGlite in the data folder, or a PostgreSQL server.
 * Whoever holds a `Database` does not know which.
 */
export interface Database extends Sql {
  readonly engine: Engine['kind']

  /** How many there are at most; who asks for one more waits. */
  readonly connections: number

  /** Runs `work` in one transaction with the server's own rights; rolls back if it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>

  /**
   * Runs `work` in one transaction as the role `member` with `app.person` set, so that the
   * row-level policies decide what this person sees and changes (A7).
   */
  asMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>

  /** As `asMember`, REPEATABLE READ and READ ONLY: all that `work` reads is of one moment. */
  inSnapshotAsMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>

  /**
   * Loads CSV lines (RFC 4180, no header) into `table (columns)` by COPY, in one
   * transaction, and lets the planner know of them.
   */
  copyIn(table: string, columns: readonly string[], csv: AsyncIterable<string>): Promise<void>

  /**
   * The rows of `query` as that person may see them, as CSV (RFC 4180) without a header; every value
   * is quoted, so that null and the empty text differ. Held in memory: a slow reader of it must not
   * hold a connection.
   */
  copyOut(personId: string, query: string, separator?: ',' | ';'): Promise<Blob>

  /**
   * For whole tables (backup, restore): `work` runs in one transaction with the server's own rights, and
   * COPY in it, for as long as it takes. It must end at the first statement that fails.
   */
  inBulk<T>(work: (session: Session) => Promise<T>): Promise<T>

  /** Ends every connection; an embedded database is flushed and its folder unlocked. */
  close(): Promise<void>
}

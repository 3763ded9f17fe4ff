import type { Sql, Transaction } from '../../shared/sql.ts'
import type { Engine, Session } from './engine.ts'

export interface Database extends Sql {
  readonly engine: Engine['kind']

  readonly connections: number

  /** With the server's own rights; rolls back when `work` throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>

  /**
   * As the role `member` with `app.person` set, so that row-level policies decide what `work` sees and changes (A7).
   */
  asMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>

  /** Like `asMember`, but REPEATABLE READ and READ ONLY: `work` reads one snapshot. */
  inSnapshotAsMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>

  /** By COPY, in one transaction, from CSV (RFC 4180) without a header; then analyses the table. */
  copyIn(table: string, columns: readonly string[], csv: AsyncIterable<string>): Promise<void>

  /**
   * Returns the rows of `query` that this person may see, as CSV (RFC 4180) without a header. Every value is quoted,
   * so that null and '' differ. The result is in memory, because a slow client must not hold a connection.
   */
  copyOut(personId: string, query: string, separator?: ',' | ';'): Promise<Blob>

  /**
   * For backup and restore: like `transaction`, with COPY and no time limit. `work` must end at the first failed
   * statement.
   */
  inBulk<T>(work: (session: Session) => Promise<T>): Promise<T>

  close(): Promise<void>
}

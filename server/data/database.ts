import type { Sql, Transaction } from '../../shared/sql.ts'
import type { CopyFormat, Engine, Session } from './engine.ts'

/** The server's database, on either engine. */
export interface Database extends Sql {
  readonly engine: Engine['kind']
  readonly connections: number
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** As the role `member` with `app.person` set, under row-level policies (A7). */
  asMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Like `asMember`, but REPEATABLE READ and READ ONLY: `work` reads one snapshot. */
  inSnapshotAsMember<T>(personId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** By COPY, in one transaction, from CSV (RFC 4180) without a header; then analyses the table. */
  copyIn(table: string, columns: readonly string[], csv: AsyncIterable<string>): Promise<void>
  /** As CSV by default. A slow client holds no connection. */
  copyOut(personId: string, query: string, format?: CopyFormat): Promise<Blob>
  /** For backup and restore, without a time limit. `work` must end at the first failed statement. */
  inBulk<T>(work: (session: Session) => Promise<T>): Promise<T>
  close(): Promise<void>
}

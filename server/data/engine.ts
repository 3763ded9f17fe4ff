import type { SqlValue } from '../../shared/sql.ts'

/**
 * An engine's interface. create-database.ts adds the promises that callers rely on: no nesting, roles, and the
 * effect of a failed statement.
 */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  readonly connections: number
  query(text: string, params: readonly SqlValue[]): Promise<object[]>

  /** Runs `work` between begin and commit; rolls back and rethrows when it throws. */
  begin<T>(work: (session: Session) => Promise<T>): Promise<T>

  close(): Promise<void>
}

/** A connection inside a transaction. */
export interface Session {
  query(text: string, params: readonly SqlValue[]): Promise<object[]>

  /** Runs several statements, without parameters and rows. */
  execute(script: string): Promise<void>

  /** Returns the rows of `query` as CSV without a header; every value but null is quoted. */
  copyOut(query: string, separator: ',' | ';'): Promise<Blob>

  /** Streams the same, for results too large for memory. The caller must read to the end. */
  readCsv(query: string): AsyncIterable<Uint8Array>

  /** `target` is the quoted table with its columns; `csv` comes in chunks of any size. */
  copyIn(target: string, csv: AsyncIterable<string>): Promise<void>
}

import type { SqlValue } from '../../shared/sql.ts'

/**
 * What an engine must be able to do. The promises that callers rely on (no nesting, roles, what
 * a failed statement means) are made once, on top of this, in create-database.ts.
 */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  readonly connections: number
  query(text: string, params: readonly SqlValue[]): Promise<object[]>

  /** Runs `work` between begin and commit; rolls back and throws again what `work` throws. */
  begin<T>(work: (session: Session) => Promise<T>): Promise<T>

  close(): Promise<void>
}

/** One connection inside one transaction. */
export interface Session {
  query(text: string, params: readonly SqlValue[]): Promise<object[]>

  /** Several statements at once, without values and rows. */
  execute(script: string): Promise<void>

  /** The rows of `query` as CSV without a header, every value quoted and null not. */
  copyOut(query: string, separator: ',' | ';'): Promise<Blob>

  /** The same, in blocks as they come: for what is too much to hold. To be read to its end. */
  readCsv(query: string): AsyncIterable<Uint8Array>

  /** `target` is the quoted table with its columns; `csv` comes in chunks of any size. */
  copyIn(target: string, csv: AsyncIterable<string>): Promise<void>
}

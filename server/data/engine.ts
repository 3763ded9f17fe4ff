import type { Sql } from '../../shared/sql.ts'

/** A Postgres, embedded (embedded.ts) or a server (postgres.ts); create-database.ts builds the Database on it. */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  readonly connections: number
  query: Sql['query']
  begin<T>(work: (session: EngineSession) => Promise<T>): Promise<T> // rolls back and rethrows when `work` throws
  close(): Promise<void>
}

/** CSV with this separator, without a header, every value but null in quotes; or PostgreSQL's binary format. */
export type CopyFormat = ',' | ';' | 'binary'

export function copyOptions(format: CopyFormat): string {
  return format === 'binary'
    ? '(format binary)'
    : `(format csv, force_quote *, delimiter '${format}')`
}

export interface EngineSession extends Sql {
  execute(script: string): Promise<void>
  copyOut(query: string, format: CopyFormat): Promise<Blob>
  /** Streams CSV, for results too large for memory. The caller must read to the end. */
  readCsv(query: string): AsyncIterable<Uint8Array>
  copyIn(target: string, csv: AsyncIterable<string>): Promise<void> // `target`: quoted table and columns; `csv`: any chunks
}

/** Until the transaction ends. PostgreSQL 16 has no such setting. Takes a snapshot: the isolation must be set before. */
export const NO_TRANSACTION_TIMEOUT =
  "select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'"

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

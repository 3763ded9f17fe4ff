import type { PGliteWithLive } from '@electric-sql/pglite/live'
import { PGliteProvider } from '@electric-sql/pglite-react'
import type { ReactNode } from 'react'
import { AppError } from '../../shared/errors.ts'
import { live } from './live.ts'

export function LiveDatabase({ children }: { children: ReactNode }) {
  return <PGliteProvider db={database}>{children}</PGliteProvider>
}

/** Screens run named queries only: the engine is in a worker or at the server. */
async function noSql(): Promise<never> {
  throw new AppError('internal', 'A screen runs named queries only.')
}

const database: PGliteWithLive = {
  live: { query: live.query, changes: noSql, incrementalQuery: noSql },
  waitReady: Promise.resolve(),
  ready: true,
  closed: false,
  debug: 0,
  query: noSql,
  sql: noSql,
  exec: noSql,
  describeQuery: noSql,
  transaction: noSql,
  runExclusive: noSql,
  execProtocol: noSql,
  execProtocolRaw: noSql,
  execProtocolRawStream: noSql,
  listen: noSql,
  unlisten: noSql,
  onNotification: () => () => {},
  offNotification() {},
  dumpDataDir: noSql,
  refreshArrayTypes: noSql,
  close: noSql,
}

import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { NodeFS } from '@electric-sql/pglite/nodefs'
import { correctPglite } from '../../shared/correct-pglite.ts'
import * as types from '../../shared/value-types.ts'

/** PGlite's default is fsync off. `wal_sync_method = fsync`, because Emscripten's fdatasync does nothing. */
export async function startPglite(fs: NodeFS): Promise<PGlite> {
  const pglite = await PGlite.create({
    fs,
    extensions: { pg_trgm },
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      '-c',
      'fsync=on',
      '-c',
      'wal_sync_method=fsync',
      // A new cluster has the machine's time zone.
      '-c',
      'TimeZone=UTC',
    ],
    parsers: {
      [types.INT8]: types.parseInt8,
      [types.DATE]: types.asText,
      [types.TIMESTAMP]: types.asText,
      [types.TIMESTAMPTZ]: types.parseMoment,
    },
  })
  return correctPglite(pglite)
}

import { PGlite } from '@electric-sql/pglite'
import type { NodeFS } from '@electric-sql/pglite/nodefs'
import { keepStack } from '../../shared/keep-stack.ts'
import * as types from './value-types.ts'

/**
 * Starts PGlite on a folder, with fsync, which PGlite turns off by default, and by `wal_sync_method = fsync`, because
 * Emscripten's fdatasync does nothing.
 */
export async function startPglite(fs: NodeFS): Promise<PGlite> {
  const pglite = await PGlite.create({
    fs,
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      '-c',
      'fsync=on',
      '-c',
      'wal_sync_method=fsync',
    ],
    parsers: {
      [types.INT8]: types.parseInt8,
      [types.DATE]: types.asText,
      [types.TIMESTAMP]: types.asText,
      [types.TIMESTAMPTZ]: types.parseMoment,
    },
  })
  return keepStack(pglite)
}

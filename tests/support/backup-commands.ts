import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/child.mjs'
import { argumentsToRun } from '../../scripts/run-server.ts'
import { fillDatabase } from '../../scripts/seed/fill-database.ts'
import type { Database } from '../../server/data/database.ts'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import { type DatabaseConfig, openDatabase, openWithoutMigrating } from '../../server/data/open.ts'
import { sha256Of } from '../../server/data/sha256.ts'

/* Runs the commands backup, restore and move, and reads the state of an installation. */

interface Run {
  code: number | null
  output: string
  took: number // in ms
}

/** Runs a command in a process of its own until it ends, or kills it after `killAfter` ms. */
export async function run(
  command: 'backup' | 'restore' | 'move',
  { dataDir, databaseUrl }: DatabaseConfig,
  args: string[],
  killAfter?: number,
): Promise<Run> {
  const { PATH = '', HOME = '' } = process.env
  const started = performance.now()
  const child = spawn(process.execPath, [...argumentsToRun(`scripts/${command}.ts`), ...args], {
    cwd: root,
    env: {
      PATH,
      HOME,
      TMPDIR: tmpdir(),
      DATA_DIR: dataDir,
      METRICS_TOKEN: 'x'.repeat(32), // as in the environment of a server, without its METRICS_PORT
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer =
    killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, output, took: performance.now() - started }
}

/** Adds some thousand rows, and receipts as files. */
export async function fill(config: DatabaseConfig): Promise<void> {
  const database = await openDatabase(config)
  const { largest } = await fillDatabase(database, {
    contributions: 3_000,
    seed: 7,
    now: new Date(),
  })
  const files = localReceiptFiles(config.dataDir)
  const contributions = await database.query<{ id: string }>(
    'select id from contributions where collection_id = $1 order by id limit 60',
    [largest.id],
  )
  for (const { id } of contributions) {
    const bytes = randomBytes(50_000)
    const path = `${largest.id}/${id}_a.png`
    await files.put(path, bytes)
    await database.query(
      `insert into receipts (contribution_id, collection_id, upload_id, path, name, type, size, sha256)
       values ($1, $2, $1::uuid::text, $3, 'a.png', 'image/png', $4, $5)`,
      [id, largest.id, path, bytes.length, sha256Of(bytes)],
    )
  }
  await database.close()
}

/** The state that a restored installation must have, read without the code under test. */
export async function stateOf(config: DatabaseConfig): Promise<object> {
  const database = await openWithoutMigrating(config)
  try {
    return (await hasTables(database)) ? await rowsAndFiles(database, config) : {}
  } finally {
    await database.close()
  }
}

async function hasTables(database: Database): Promise<boolean> {
  const [row] = await database.query<{ is: boolean }>(
    `select to_regclass('public.receipts') is not null as is`,
  )
  return row?.is ?? false
}

async function rowsAndFiles(database: Database, { dataDir }: DatabaseConfig) {
  const [rows] = await database.query(
    `select (select count(*) from users) as people,
            (select md5(string_agg(c::text, ',' order by id)) from contributions c) as contributions,
            (select md5(string_agg(k::text, ',' order by id)) from collections k) as collections`,
  )
  const receipts = await database.query<{ path: string; size: number }>(
    'select path, size from receipts',
  )
  const files = receipts.filter(
    ({ path, size }) =>
      statSync(join(dataDir, 'receipts', path), { throwIfNoEntry: false })?.size === size,
  )
  return { ...rows, receipts: receipts.length, files: files.length }
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDatabase } from '../../scripts/seed/fill-database.ts'
import { sha256Of } from '../../server/backup/back-up.ts'
import type { Database } from '../../server/data/database.ts'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import { type DatabaseConfig, openAsItIs, openDatabase } from '../../server/data/open.ts'
import { configsOf, type EngineName } from '../support/database.ts'
import { startServer } from '../support/server-process.ts'

/* The commands as people run them, in processes of their own that may end at any moment. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'entre-todos-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let folders = 0
const newFolder = () => join(folder, String(++folders))

const configs = { embedded: configsOf('embedded'), postgres: configsOf('postgres') }
const KILLS = 5

interface Run {
  code: number | null
  output: string
  /** How long it ran, in ms. */
  took: number
}

/** Runs a command to its end, or kills it after so many ms. */
async function run(
  command: 'backup' | 'restore' | 'move',
  { dataDir, databaseUrl }: DatabaseConfig,
  args: string[],
  killAfter?: number,
): Promise<Run> {
  const { PATH = '', HOME = '' } = process.env
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${command}.ts`, ...args], {
    cwd: root,
    env: {
      ...{ PATH, HOME, TMPDIR: tmpdir(), DATA_DIR: dataDir },
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

/** Some thousand rows, and receipts as files. */
async function fill(config: DatabaseConfig): Promise<void> {
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

/** What a restored place must be alike in: found out without the code that is tested. */
async function stateOf(config: DatabaseConfig): Promise<object> {
  const database = await openAsItIs(config)
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

const NOTHING = { people: 0, contributions: null, collections: null, receipts: 0, files: 0 }

describe.each<EngineName>(['embedded', 'postgres'])('killed in the middle on %s', (engine) => {
  let source: DatabaseConfig
  let truth: object
  let saved: string
  beforeAll(async () => {
    source = await configs[engine]()
    await fill(source)
    truth = await stateOf(source)
    saved = newFolder()
  })

  it('a backup leaves none or a whole one, and the next one is whole', async () => {
    const { code, output, took } = await run('backup', source, ['--to', saved])
    expect(output).toContain('comprobantes: 60')
    expect(code).toBe(0)
    const to = newFolder()
    for (let n = 1; n <= KILLS; n++) {
      const killed = await run('backup', source, ['--to', to], (took * n) / (KILLS + 1))
      if (existsSync(to)) expect(await stateOfBackup(to)).toEqual(truth)
      else expect(killed.code).not.toBe(0)
      rmSync(to, { recursive: true, force: true })
    }
    expect((await run('backup', source, ['--to', to])).code).toBe(0)
    expect(existsSync(`${to}.unfinished`)).toBe(false)
    expect(await stateOf(source)).toEqual(truth)
  })

  // The last kill may come when the folder has its name already, and its process has yet to end.
  async function stateOfBackup(from: string): Promise<object> {
    const target = await configs[engine]()
    expect((await run('restore', target, ['--from', from])).code).toBe(0)
    return stateOf(target)
  }

  it('a restore leaves nothing or all of it, and goes on when run again', async () => {
    const first = await configs[engine]()
    const { output, took } = await run('restore', first, ['--from', saved])
    expect(output).toContain('es igual a la copia')
    expect(await stateOf(first)).toEqual(truth)

    const target = await configs[engine]()
    for (let n = 1; n <= KILLS; n++) {
      await run('restore', target, ['--from', saved], (took * n) / (KILLS + 1))
      const state = await stateOf(target)
      expect([NOTHING, truth]).toContainEqual(state)
    }
    const { code } = await run('restore', target, ['--from', saved, '--replace'])
    expect(code).toBe(0)
    expect(await stateOf(target)).toEqual(truth)
  })

  it('a restore that replaces leaves what was there, or all of the new', async () => {
    const target = await configs[engine]()
    const database = await openDatabase(target)
    await fillDatabase(database, { contributions: 200, seed: 1, now: new Date() })
    await database.close()
    const before = await stateOf(target)
    const { took } = await run('restore', await configs[engine](), ['--from', saved])
    for (let n = 2; n <= KILLS; n += 2) {
      await run('restore', target, ['--from', saved, '--replace'], (took * n) / (KILLS + 1))
      expect([before, truth]).toContainEqual(await stateOf(target))
    }
  })
})

describe('while a server has the embedded database', () => {
  it('a backup is made by that server, which goes on answering', async () => {
    const config = await configs.embedded()
    await fill(config)
    const server = await startServer({ dataDir: config.dataDir })
    const to = newFolder()
    const made = run('backup', config, ['--to', to])
    let answers = 0
    for (let isDone = false; !isDone; answers++) {
      const health = fetch(`${server.origin}/api/ready`).then(({ status }) => status)
      expect(await health).toBe(200)
      isDone = await Promise.race([
        made.then(() => true),
        new Promise<false>((next) => setTimeout(next, 20, false)),
      ])
    }
    expect(answers).toBeGreaterThan(5)
    expect(await made).toMatchObject({ code: 0 })
    expect(statSync(join(config.dataDir, 'control')).mode & 0o777).toBe(0o600)

    const again = await run('backup', config, ['--to', to])
    expect(again).toMatchObject({ code: 1, output: `${to} ya existe: elige una carpeta nueva.\n` })
    expect((await run('restore', config, ['--from', to, '--replace'])).output).toContain('en uso')

    expect(await server.stop()).toBe(0)
    const target = await configs.embedded()
    await run('restore', target, ['--from', to])
    expect(await stateOf(target)).toEqual(await stateOf(config))
  })

  it('and was killed, the next process makes it', async () => {
    const config = await configs.embedded()
    await fill(config)
    const server = await startServer({ dataDir: config.dataDir })
    await server.kill()
    expect(existsSync(join(config.dataDir, 'control'))).toBe(true)
    expect((await run('backup', config, ['--to', newFolder()])).code).toBe(0)
    await server.restart()
    expect((await run('backup', config, ['--to', newFolder()])).code).toBe(0)
    await server.stop()
  })
})

describe('moving to PostgreSQL by one command', () => {
  it('brings everything there, and prints no password', async () => {
    const embedded = await configs.embedded()
    await fill(embedded)
    const { databaseUrl = '' } = await configs.postgres()
    const config = { dataDir: embedded.dataDir, databaseUrl }
    const { code, output } = await run('move', config, [])
    expect(output).toContain('iguales (SHA-256)')
    expect(output).not.toContain(new URL(databaseUrl).password)
    expect(code).toBe(0)
    expect(await stateOf(config)).toEqual(await stateOf(embedded))
  })

  it('says what is missing', async () => {
    const { code, output } = await run('move', { dataDir: newFolder() }, [])
    expect(output).toBe('Falta DATABASE_URL: a qué PostgreSQL se mudan los datos.\n')
    expect(code).toBe(1)
  })
})

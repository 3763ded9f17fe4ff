import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillDatabase } from '../../scripts/seed/fill-database.ts'
import { startServer } from '../../scripts/start-server.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { type DatabaseConfig, openDatabase } from '../../server/data/open.ts'
import { fill, run, stateOf } from '../support/backup-commands.ts'
import { bothEngines, configsOf } from '../support/database.ts'

/* The commands backup and restore, killed at random moments. */

const KILLS = 5
const timeout = 180_000 // ms: each test runs a command many times, in a process of its own

const folder = makeTemporaryFolder()
let folders = 0
const newFolder = () => join(folder, String(++folders))

const configs = { embedded: configsOf('embedded'), postgres: configsOf('postgres') }

const NOTHING = { people: 0, contributions: null, collections: null, receipts: 0, files: 0 }

it('a killed server leaves the backup to the next process', { timeout }, async () => {
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

describe.each(bothEngines())('killed in the middle on %s', { timeout }, (engine) => {
  let source: DatabaseConfig
  let truth: object
  let saved: string
  beforeAll(async () => {
    source = await configs[engine]()
    await fill(source)
    truth = await stateOf(source)
    saved = newFolder()
  })

  it('a backup leaves nothing or a complete one, and the next one is complete', async () => {
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

  it('a killed restore leaves nothing or everything, and can be run again', async () => {
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

  it('a killed restore that replaces leaves the old data or all of the new', async () => {
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

import { existsSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type ServerProcess, startServer } from '../../scripts/start-server.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { serveBackupRequests } from '../../server/backup/backup-socket.ts'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import { type DatabaseConfig, openDatabase } from '../../server/data/open.ts'
import type { ReceiptFiles } from '../../server/data/receipt-files.ts'
import { fill, run, stateOf } from '../support/backup-commands.ts'
import { configsOf } from '../support/database.ts'
import { buildCollection, buildPerson, buildReport } from '../support/people.ts'
import { buildApp } from '../support/test-app.ts'

/* The commands backup, restore and move in processes of their own. Killed commands: backup-killed.hard.test.ts. */

const folder = makeTemporaryFolder()
let folders = 0
const newFolder = () => join(folder, String(++folders))

const configs = { embedded: configsOf('embedded'), postgres: configsOf('postgres') }

describe('while a server has the embedded database', () => {
  const to = newFolder()
  let config: DatabaseConfig
  let server: ServerProcess
  beforeAll(async () => {
    config = await configs.embedded()
    await fill(config)
    server = await startServer({ dataDir: config.dataDir })
    return () => server.stop()
  })

  it('the command lets that server make the backup, and the server still handles requests', async () => {
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
  })

  it('the commands overwrite neither a backup nor the database', async () => {
    const again = await run('backup', config, ['--to', to])
    expect(again).toMatchObject({ code: 1, output: `${to} ya existe: elige una carpeta nueva.\n` })
    expect((await run('restore', config, ['--from', to, '--replace'])).output).toContain('en uso')
  })

  it('the backup restores every row and receipt', async () => {
    expect(await server.stop()).toBe(0)
    const target = await configs.embedded()
    await run('restore', target, ['--from', to])
    expect(await stateOf(target)).toEqual(await stateOf(config))
  })
})

it('a server that stops finishes the backup under way, though its command was killed', async () => {
  const { dataDir } = await configs.embedded()
  const database = await openDatabase({ dataDir })
  const app = await buildApp(database)
  await buildReport(app, await buildCollection(app, await buildPerson(app)))
  await database.query(
    `insert into receipts (contribution_id, collection_id, upload_id, path, name, type, size, sha256)
     select id, collection_id, id, 'a/b.png', 'b.png', 'image/png', 1, repeat('0', 64)
     from contributions`,
  )
  const files = localReceiptFiles(dataDir)
  let readOn = () => {}
  const paused = new Promise<void>((resolve) => {
    readOn = resolve
  })
  const read = vi.fn<ReceiptFiles['read']>(async (...args) => {
    await paused
    return files.read(...args)
  })
  const faults: unknown[] = []
  const stop = await serveBackupRequests(
    { database, files: { ...files, read }, dataDir, hasOwnSecret: false },
    (error) => faults.push(error),
  )
  const to = newFolder()
  const command = request({ socketPath: join(dataDir, 'control'), method: 'POST' })
  command.on('error', () => {}) // its own end
  command.end(JSON.stringify({ to }))
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0)
  command.destroy()
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  await sleep(300)
  expect(isStopped).toBe(false)
  readOn()
  await stopped
  expect(existsSync(join(to, 'manifest.json'))).toBe(true)
  expect(faults).toEqual([])
  await app.context.close()
})

it('a backup that only the server sees, in a /tmp of its own, is no success', async () => {
  const dataDir = makeTemporaryFolder()
  const server = createServer((_, response) => response.end('{}'))
  await new Promise<void>((listening) => server.listen(join(dataDir, 'control'), listening))
  const { code, output } = await run('backup', { dataDir }, ['--to', newFolder()])
  server.close()
  expect(output).toMatch(/^El servidor hizo la copia en una carpeta .* que solo él ve/)
  expect(code).toBe(1)
})

describe('moving to PostgreSQL by one command', () => {
  it('copies everything, and prints no password', async () => {
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

  it('refuses without DATABASE_URL, and names it', async () => {
    const { code, output } = await run('move', { dataDir: newFolder() }, [])
    expect(output).toBe('Falta DATABASE_URL: a qué PostgreSQL se mudan los datos.\n')
    expect(code).toBe(1)
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { root } from '../../scripts/child.mjs'
import { freePort } from '../../scripts/free-port.ts'
import { argumentsToRun } from '../../scripts/run-server.ts'
import { SEED_PASSWORD } from '../../scripts/seed/fill-database.ts'
import { fillDemo } from '../../scripts/seed/fill-demo.ts'
import type { Database } from '../../server/data/database.ts'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import { openDatabase } from '../../server/data/open.ts'
import { configsOf } from '../support/database.ts'
import { visitor } from '../support/visitor.ts'

const configOf = configsOf('embedded')
let dataDir: string
beforeAll(async () => {
  dataDir = (await configOf()).dataDir
})

it('fills the demo again after its first fill was interrupted, and only then', async () => {
  const database = await openDatabase({ dataDir })
  onTestFinished(() => database.close())
  const tools = { files: localReceiptFiles(dataDir), dataDir, now: new Date() }
  const counts = () =>
    database.query(
      `select (select count(*) from users) as people, (select count(*) from collections) as colectas,
              (select count(*) from contributions) as contributions, (select count(*) from receipts) as receipts`,
    )
  const failing: Database = {
    ...database,
    copyIn: () => Promise.reject(new Error('interrupted')),
  }
  await expect(fillDemo(failing, tools)).rejects.toThrow('interrupted')
  expect(await counts()).toMatchObject([{ people: 2, colectas: 1, contributions: 0 }])

  await fillDemo(database, tools)
  const filled = await counts()
  expect(filled).toMatchObject([{ people: 2, receipts: expect.any(Number) }])
  expect(existsSync(join(dataDir, 'demo.unfinished'))).toBe(false)
  const [{ contributions = 0 } = {}] = filled as { contributions: number }[]
  expect(contributions).toBeGreaterThan(1_284)

  await fillDemo(database, tools)
  expect(await counts()).toEqual(filled)
})

it('npm run demo serves what is there, until a signal', async () => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  const demo = spawn(process.execPath, argumentsToRun('scripts/demo.ts'), {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), ORIGIN: origin },
  })
  onTestFinished(() => void demo.kill('SIGKILL'))
  const ended = once(demo, 'exit')
  await expect
    .poll(() => fetch(`${origin}/api/ready`).then(({ status }) => status, String))
    .toBe(200)
  const lucia = visitor({ fetch: (path, init) => fetch(origin + path, init) })
  const { status } = await lucia.post('/api/login', {
    email: 'lucia@example.com',
    password: SEED_PASSWORD,
  })
  expect(status).toBe(200)
  const { body } = await lucia.query('my-collections', { page: 1 })
  expect(body.total).toBeGreaterThan(1)
  demo.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fillDemo } from '../../scripts/seed/fill-demo.ts'
import type { Database } from '../../server/data/database.ts'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import { openDatabase } from '../../server/data/open.ts'
import { configsOf } from '../support/database.ts'

const configOf = configsOf('embedded')

it('fills the demo again after its first fill was interrupted, and only then', async () => {
  const config = await configOf()
  const { dataDir } = config
  const database = await openDatabase(config)
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

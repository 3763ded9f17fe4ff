import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../scripts/start-server.ts'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import { openDatabase } from '../../server/data/open.ts'
import { keepPrivate } from '../../server/data/private-folder.ts'
import { installationSecret } from '../../server/data/secret.ts'
import { configsOf } from '../support/database.ts'

/* Other users of the machine must not read a data folder: it has the secret, the receipts and the database. */

const emptyFolder = configsOf('empty')
const filledFolder = configsOf('embedded')

beforeEach(() => {
  const before = process.umask()
  return () => void process.umask(before)
})

it('makes every file of a new data folder readable by its user alone', async () => {
  const dataDir = join((await emptyFolder()).dataDir, 'new')
  expect(keepPrivate(dataDir)).toEqual([])
  const database = await openDatabase({ dataDir })
  onTestFinished(() => database.close())
  installationSecret(dataDir)
  await localReceiptFiles(dataDir).put('colecta/recibo.pdf', new Uint8Array([1]))
  expect(pathsOpenToOthers(dataDir)).toEqual([])
})

it('restricts a data folder of an earlier release', async () => {
  const { dataDir } = await emptyFolder()
  chmodSync(dataDir, 0o755)
  mkdirSync(join(dataDir, 'receipts'), { mode: 0o755 })
  writeFileSync(join(dataDir, 'secret'), 'x'.repeat(43), { mode: 0o644 })
  expect(keepPrivate(dataDir)).toEqual([])
  expect(pathsOpenToOthers(dataDir)).toEqual([])
})

it('restricts its own files in a shared folder at the start, and warns about the folder itself', async () => {
  const config = await filledFolder()
  chmodSync(config.dataDir, 0o755)
  chmodSync(join(config.dataDir, 'postgres'), 0o755)
  const foreign = ['of-another-program', 'postgresql', 'mailman'].map((name) =>
    join(config.dataDir, name),
  )
  for (const path of foreign) mkdirSync(path, { mode: 0o755 })
  const server = await startServer(config)
  expect(isOpenToOthers(join(config.dataDir, 'postgres'))).toBe(false)
  expect([config.dataDir, ...foreign].every(isOpenToOthers)).toBe(true)
  expect(server.output()).toContain('other users of this machine can read the data folder')
  await server.stop()
})

/** Returns the paths that others may read, write or enter, including the folder itself. */
function pathsOpenToOthers(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return [folder, ...inside.map((name) => join(folder, name))].filter(isOpenToOthers)
}

function isOpenToOthers(path: string): boolean {
  return (statSync(path).mode & 0o077) !== 0
}

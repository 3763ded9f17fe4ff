import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FolderLock, lockFolder } from '../../../server/data/folder-lock.ts'
import { openDatabase } from '../../../server/data/open.ts'
import { configsOf } from '../../support/database.ts'

const holder = fileURLToPath(new URL('lock-holder.ts', import.meta.url))
let folder: string
let children: ChildProcess[]
let locks: FolderLock[]

const emptyDirs = configsOf('empty')
const databases = configsOf('embedded')

beforeEach(async () => {
  folder = (await emptyDirs()).dataDir
  children = []
  locks = []
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const lock of locks) lock.release()
})

/** This process tries for the folder. */
async function tryHere(): Promise<FolderLock> {
  const lock = await lockFolder(folder)
  locks.push(lock)
  return lock
}

/** Another process tries for the folder; answers what it said. */
async function tryElsewhere() {
  const child = spawn(process.execPath, ['--import', 'tsx', holder, folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  children.push(child)
  const [said] = await once(createInterface(child.stdout), 'line')
  return { child, said: String(said) }
}

const refusal = (pid: number | undefined) =>
  `La carpeta de datos ${folder} está en uso por otro proceso (pid ${pid}). ` +
  'Ciérralo e intenta nuevamente, o elige otra carpeta con DATA_DIR.'

const claims = () => readdirSync(join(folder, 'lock'))

/** A claim as this process would make it, without its number and start. */
async function nameOfMachine(): Promise<string> {
  const lock = await tryHere()
  const [claim = ''] = claims()
  lock.release()
  return claim.split('_').slice(2).join('_')
}

it('a second process is refused, and let in when the first has closed', async () => {
  const lock = await tryHere()
  expect((await tryElsewhere()).said).toBe(refusal(process.pid))
  lock.release()
  expect((await tryElsewhere()).said).toBe('locked')
})

it('the same process is refused a second time, and still holds the first', async () => {
  await tryHere()
  await expect(tryHere()).rejects.toThrow(refusal(process.pid))
  expect((await tryElsewhere()).said).toBe(refusal(process.pid))
})

it('replaces the lock of a killed process', async () => {
  const { child } = await tryElsewhere()
  await expect(tryHere()).rejects.toThrow(refusal(child.pid))
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(claims()).toHaveLength(1)
  await tryHere()
  expect(claims()).toEqual([expect.stringContaining(`${process.pid}_`)])
})

it('a number that another process has by now is not taken for the one that left it', async () => {
  const machine = await nameOfMachine()
  writeFileSync(join(folder, 'lock', `${process.ppid}_0000.1_${machine}`), '')
  await tryHere()
  expect(claims()).toHaveLength(1)
})

it('of many that start together never two hold it', async () => {
  const tries = await Promise.all(Array.from({ length: 6 }, tryElsewhere))
  expect(tries.filter(({ said }) => said === 'locked').length).toBeLessThanOrEqual(1)
})

it('another machine is believed while its claim still beats', async () => {
  await nameOfMachine()
  const claim = join(folder, 'lock', '1_0000.1_elsewhere')
  writeFileSync(claim, '')
  await expect(tryHere()).rejects.toThrow(refusal(1))
  const oneMinuteAgo = Date.now() / 1000 - 60
  utimesSync(claim, oneMinuteAgo, oneMinuteAgo)
  await tryHere()
  expect(claims()).toHaveLength(1)
})

it('a process whose claim was taken away ends rather than write on', async () => {
  const { child } = await tryElsewhere()
  for (const claim of claims()) rmSync(join(folder, 'lock', claim))
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
})

it('an open database holds its folder until it is closed', async () => {
  folder = (await databases()).dataDir
  const database = await openDatabase({ dataDir: folder })
  expect((await tryElsewhere()).said).toBe(refusal(process.pid))
  await database.close()
  expect(claims()).toEqual([])
})

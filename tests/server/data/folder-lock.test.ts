import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { argumentsToRun } from '../../../scripts/run-server.ts'
import { type FolderLock, lockFolder } from '../../../server/data/folder-lock.ts'
import { openDatabase } from '../../../server/data/open.ts'
import { processStart } from '../../../server/data/process-start.ts'
import { configsOf } from '../../support/database.ts'

const holder = argumentsToRun('tests/server/data/lock-holder.ts')
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

/** Tries to lock the folder in this process. */
async function tryHere(): Promise<FolderLock> {
  const lock = await lockFolder(folder)
  locks.push(lock)
  return lock
}

/** Tries to lock the folder in another process; returns what that printed. */
async function tryElsewhere() {
  const child = spawn(process.execPath, [...holder, folder], {
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

/** Returns the name of a lock file of this machine, without process id and start time. */
async function nameOfMachine(): Promise<string> {
  const lock = await tryHere()
  const [claim = ''] = claims()
  lock.release()
  return claim.split('_').slice(2).join('_')
}

it('refuses a second process until the first has released the lock', async () => {
  const lock = await tryHere()
  expect((await tryElsewhere()).said).toBe(refusal(process.pid))
  lock.release()
  expect((await tryElsewhere()).said).toBe('locked')
})

it('refuses the same process a second lock, and does not release the first', async () => {
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

it('replaces the lock of a dead process whose id another process has now', async () => {
  const machine = await nameOfMachine()
  writeFileSync(join(folder, 'lock', `${process.ppid}_0000.1_${machine}`), '')
  await tryHere()
  expect(claims()).toHaveLength(1)
})

it.runIf(process.platform === 'linux')(
  'counts a process as ended that nobody has reaped',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    children.push(parent)
    const [line] = await once(createInterface(parent.stdout), 'line')
    const pid = Number(line)
    const fileOf = (id: number | undefined, name: string) =>
      readFileSync(`/proc/${id}/${name}`, 'utf8')
    // A shell would reap it.
    await expect.poll(() => fileOf(parent.pid, 'comm')).toBe('sleep\n')
    process.kill(pid)
    await expect.poll(() => fileOf(pid, 'stat')).toContain(') Z ')
    expect(processStart(pid)).toBeUndefined()
  },
)

it.runIf(process.platform === 'linux')(
  'reads when a process started, whatever its name contains',
  async () => {
    const program = join(folder, 'a) b')
    symlinkSync('/bin/sleep', program)
    const child = spawn(program, ['60'])
    children.push(child)
    await once(child, 'spawn')
    const startOf = (pid = 0) => Number(processStart(pid)?.split('.')[1])
    expect(startOf(child.pid)).toBeGreaterThan(startOf(process.pid))
  },
)

it('gives the lock to at most one of many processes that start together', async () => {
  const tries = await Promise.all(Array.from({ length: 6 }, tryElsewhere))
  expect(tries.filter(({ said }) => said === 'locked').length).toBeLessThanOrEqual(1)
})

it('respects the lock of another machine while its file is touched at intervals', async () => {
  await nameOfMachine()
  const claim = join(folder, 'lock', '1_0000.1_elsewhere')
  writeFileSync(claim, '')
  await expect(tryHere()).rejects.toThrow(refusal(1))
  const oneMinuteAgo = Date.now() / 1000 - 60
  utimesSync(claim, oneMinuteAgo, oneMinuteAgo)
  await tryHere()
  expect(claims()).toHaveLength(1)
})

it('ends a process whose lock file was deleted, so that it stops writing', async () => {
  const { child } = await tryElsewhere()
  for (const claim of claims()) rmSync(join(folder, 'lock', claim))
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
})

it('releases the folder of a damaged database, and names the command that restores a backup', async () => {
  folder = (await databases()).dataDir
  rmSync(join(folder, 'postgres/base'), { recursive: true })
  const opened = openDatabase({ dataDir: folder })
  await expect(opened).rejects.toThrow(/postgres no se pudo abrir \(.*npm run restore/)
  expect(claims()).toEqual([])
})

it('locks the folder of an open database until it is closed', async () => {
  folder = (await databases()).dataDir
  const database = await openDatabase({ dataDir: folder })
  expect((await tryElsewhere()).said).toBe(refusal(process.pid))
  await database.close()
  expect(claims()).toEqual([])
})

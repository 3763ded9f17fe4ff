import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir, uptime } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withLock } from '../../scripts/lock.mjs'

const folder = mkdtempSync(join(tmpdir(), 'entre-todos-lock-'))
const lock = join(folder, 'lock')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => rmSync(lock, { force: true }))

const unexpected = (pid: number) => {
  throw new Error(`waited for ${pid}`)
}

// Adds one to a number in a file, with all the time in the world for another to do the same.
const ADD_ONE = `
  import { readFileSync, writeFileSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { withLock } from '${new URL('../../scripts/lock.mjs', import.meta.url)}'
  const [lock, file] = process.argv.slice(1)
  await withLock(lock, async () => {
    const before = Number(readFileSync(file, 'utf8'))
    await sleep(50)
    writeFileSync(file, String(before + 1))
  }, () => {})`

test('many processes run one after another, even over the lock of a dead one', async () => {
  writeFileSync(lock, String(pidOfTheDead()))
  const file = join(folder, 'number')
  writeFileSync(file, '0')
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', ADD_ONE, lock, file]),
  )
  await Promise.all(children.map((child) => once(child, 'close')))
  expect(readFileSync(file, 'utf8')).toBe('6')
})

test('the lock is free again when the work has failed', async () => {
  const failing = withLock(lock, () => Promise.reject(new Error('no network')), unexpected)
  await expect(failing).rejects.toThrow('no network')
  expect(await withLock(lock, async () => 'done', unexpected)).toBe('done')
})

test('a child left behind by a killed process still holds the lock', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 500)'])
  writeFileSync(lock, `${pidOfTheDead()} ${child.pid}`)
  let ended = false
  child.once('close', () => {
    ended = true
  })
  const endedBefore = await withLock(
    lock,
    async () => ended,
    () => {},
  )
  expect(endedBefore).toBe(true)
})

test('a lock from before a restart of the machine is free, also when its pid runs again', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'])
  writeFileSync(lock, String(child.pid))
  const beforeRestart = Date.now() / 1000 - uptime() - 60
  utimesSync(lock, beforeRestart, beforeRestart)
  expect(await withLock(lock, async () => 'done', unexpected)).toBe('done')
  child.kill()
})

test.each([
  ['with this process’s pid, as pids repeat in a container', String(process.pid)],
  ['left empty by a crash, after two seconds', ''],
])('a lock is free %s', async (_, text) => {
  writeFileSync(lock, text)
  age(lock, 3)
  expect(await withLock(lock, async () => 'done', unexpected)).toBe('done')
})

test('a dead lock is free although a crash left its guard', async () => {
  const guard = `${lock}-guard`
  for (const file of [lock, guard]) writeFileSync(file, String(pidOfTheDead()))
  age(guard, 11)
  expect(await withLock(lock, async () => 'done', unexpected)).toBe('done')
  expect(existsSync(guard)).toBe(false)
})

function age(file: string, seconds: number): void {
  const then = Date.now() / 1000 - seconds
  utimesSync(file, then, then)
}

function pidOfTheDead(): number {
  return spawnSync(process.execPath, ['--version']).pid
}

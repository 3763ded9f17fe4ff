import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { openDatabase } from '../../server/data/open.ts'
import { createUploadLocks, type UploadLocks } from '../../server/domain/receipts/upload-locks.ts'
import { newId } from '../../shared/id.ts'
import { SECOND } from '../../shared/time.ts'
import { configsOf, eachEngine } from '../support/database.ts'
import { until } from '../support/until.ts'

/* The lock of an upload: one request of one process holds it, and releases it when another asks for it (R3). */

const LEASE = 5 * SECOND
const NEVER = new AbortController().signal

/** Locks an upload. Releases it when asked to, unless `isWilling` is false, or when `unlock` is called. */
async function take(locks: UploadLocks, id: string, { isWilling = true } = {}) {
  const lock = locks.newLock(id)
  const asked = vi.fn(() => {
    if (isWilling && asked.mock.calls.length === 1) void lock.unlock()
  })
  await lock.lock(NEVER, asked)
  return { asked, unlock: () => lock.unlock() }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Locks one upload many times at once; returns how many held it at the same moment. */
async function crowd(locks: readonly UploadLocks[]): Promise<number> {
  const id = newId()
  let at = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++at)
    await sleep(5)
    at--
  }
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => locks[n % locks.length]?.withLock(id, work)),
  )
  return most
}

eachEngine((open) => {
  let locks: UploadLocks
  beforeAll(async () => {
    locks = createUploadLocks(await open())
  })

  it('gives the lock of an upload to one request at a time', async () => {
    expect(await crowd([locks])).toBe(1)
  })

  it('asks the holder for its lock, and another upload’s lock does not wait', async () => {
    const id = newId()
    const first = await take(locks, id)
    await (await take(locks, newId())).unlock()
    expect(first.asked).not.toHaveBeenCalled()
    const second = await take(locks, id)
    expect(first.asked).toHaveBeenCalled()
    expect(second.asked).not.toHaveBeenCalled()
    expect(locks.isHeld(id)).toBe(true)
    await second.unlock()
    expect(locks.isHeld(id)).toBe(false)
  })

  it('rejects a caller that gives up waiting, and the next one gets the lock', async () => {
    const id = newId()
    const first = await take(locks, id, { isWilling: false })
    const waiting = locks.newLock(id).lock(AbortSignal.timeout(100), () => {})
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    await first.unlock()
    await (await take(locks, id)).unlock()
  })

  it('does not ask for the release of a lock that is not granted yet', async () => {
    const id = newId()
    const asked = vi.fn()
    const first = locks.newLock(id)
    const granted = first.lock(NEVER, asked)
    await expect(locks.newLock(id).lock(AbortSignal.abort(), () => {})).rejects.toThrow()
    await granted
    expect(asked).not.toHaveBeenCalled()
    await first.unlock()
  })

  it('releases once, and does not count as held meanwhile', async () => {
    const id = newId()
    const first = await take(locks, id)
    const released = Promise.all([first.unlock(), first.unlock()])
    expect(locks.isHeld(id)).toBe(false)
    await released
    await first.unlock()
    await (await take(locks, id)).unlock()
  })

  it('gives up after waiting half a minute for the lock', async () => {
    const id = newId()
    const first = await take(locks, id, { isWilling: false })
    const waiting = locks.withLock(id, async () => 'done')
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31 * SECOND)
    onTestFinished(() => clock.mockRestore())
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    await first.unlock()
  })

  it('releases the lock when the work fails', async () => {
    const id = newId()
    const failing = locks.withLock(id, () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await locks.withLock(id, async () => 'yes')).toBe('yes')
  })
})

describe('with several processes on one PostgreSQL, an upload', () => {
  const configs = configsOf('postgres')
  let databases: Database[]
  let processes: UploadLocks[]
  let [near, far] = [] as unknown as [UploadLocks, UploadLocks]

  beforeAll(async () => {
    const config = await configs()
    databases = await Promise.all([1, 2, 3].map(() => openDatabase(config)))
    processes = databases.map(createUploadLocks)
    ;[near, far] = processes as [UploadLocks, UploadLocks]
  })
  afterAll(async () => {
    for (const database of databases) await database.close()
  })

  const rows = () => databases[0]?.query('select from upload_locks')

  it('is locked by one of them at a time', async () => {
    expect(await crowd(processes)).toBe(1)
    expect(await rows()).toEqual([])
  })

  it('is handed to another one soon after it asks', async () => {
    const id = newId()
    const [holder, another] = [await take(near, id), await take(near, newId())]
    let taken: Awaited<ReturnType<typeof take>> | undefined
    const wait = await timeOf(async () => {
      taken = await take(far, id)
    })
    expect(holder.asked).toHaveBeenCalled()
    expect([near.isHeld(id), far.isHeld(id)]).toEqual([false, true])
    expect(wait).toBeLessThan(LEASE - SECOND)
    expect(another.asked).not.toHaveBeenCalled()
    await taken?.unlock()
    await another.unlock()
  })

  it('stays with its process when a renewal fails, and its holder is not asked to release it', async () => {
    const id = newId()
    const holder = await take(near, id)
    const query = vi.spyOn(databases[0] as Database, 'query')
    onTestFinished(() => query.mockRestore())
    query.mockRejectedValueOnce(new Error('connection lost'))
    await until(() => expect(query.mock.calls.length).toBeGreaterThan(0))
    await sleep(0)
    expect(near.isHeld(id)).toBe(true)
    await until(() => expect(query.mock.calls.length).toBeGreaterThan(1))
    expect(near.isHeld(id)).toBe(true)
    expect(holder.asked).not.toHaveBeenCalled()
    await holder.unlock()
  })

  it('has its lock renewed by one query for each process, and by none when no lock is held', async () => {
    const holders = [await take(near, newId()), await take(near, newId())]
    const query = vi.spyOn(databases[0] as Database, 'query')
    onTestFinished(() => query.mockRestore())
    const renewals = () => query.mock.calls.filter(([text]) => text.startsWith('update')).length
    await sleep(1.7 * SECOND)
    expect(renewals()).toBeGreaterThan(0)
    expect(renewals()).toBeLessThan(4)
    for (const { unlock } of holders) await unlock()
    await sleep(SECOND)
    query.mockClear()
    await sleep(1.2 * SECOND)
    expect(renewals()).toBe(0)
  })

  it('stays with a holder that does not release it while its process lives', async () => {
    const id = newId()
    const holder = await take(near, id, { isWilling: false })
    const waiting = far.newLock(id).lock(AbortSignal.timeout(LEASE + SECOND), () => {})
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    expect(near.isHeld(id)).toBe(true)
    await holder.unlock()
    await (await take(far, id)).unlock()
  })

  it('is free after the lease of a process without a database, which stops its work before that', async () => {
    const id = newId()
    const [, , dying] = processes as [UploadLocks, UploadLocks, UploadLocks]
    const holder = await take(dying, id, { isWilling: false })
    // The same happens to a process that cannot reach the database any more, or stands still.
    await databases[2]?.close()
    let wasHeldByTwo = false
    const wait = await timeOf(() =>
      far.withLock(id, async () => {
        wasHeldByTwo = dying.isHeld(id)
      }),
    )
    expect(wait).toBeGreaterThan(LEASE - SECOND)
    expect(wait).toBeLessThan(2 * LEASE)
    expect(wasHeldByTwo).toBe(false)
    expect(holder.asked).toHaveBeenCalled()

    holder.asked.mockClear()
    const query = vi.spyOn(databases[2] as Database, 'query')
    await sleep(1.2 * SECOND)
    expect(query).not.toHaveBeenCalled()
    expect(holder.asked).not.toHaveBeenCalled()
  })

  it('that was taken over is no longer held, and the former holder cannot release it', async () => {
    const id = newId()
    const holder = await take(near, id, { isWilling: false })
    await databases[0]?.query(
      `update upload_locks set expires_at = now() - interval '1 second', holder = gen_random_uuid()
       where upload_id = $1`,
      [id],
    )
    const other = await take(far, id, { isWilling: false })
    await until(() => expect(near.isHeld(id)).toBe(false))
    expect(holder.asked).toHaveBeenCalled()
    await holder.unlock()
    await sleep(SECOND)
    expect(far.isHeld(id)).toBe(true)
    await other.unlock()
  })

  it('leaves no row of a dead process behind', async () => {
    await databases[0]?.query(
      `insert into upload_locks (upload_id, holder, expires_at)
       values ('left', gen_random_uuid(), now() - interval '1 second')`,
    )
    const holder = await take(near, newId())
    await near.deleteExpired()
    expect(await rows()).toHaveLength(1)
    await holder.unlock()
    expect(await rows()).toEqual([])
  })
})

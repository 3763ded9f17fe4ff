import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { changesSince, currentCursor } from '../../server/domain/sync/changes.ts'
import {
  FEED_KEPT,
  OUTCOMES_KEPT,
  startFeedTrimming,
  trimFeed,
} from '../../server/domain/sync/trim-feed.ts'
import { newId } from '../../shared/id.ts'
import { DAY, HOUR, MINUTE } from '../../shared/time.ts'
import { eachEngine } from '../support/database.ts'
import { untilFeedIsPast } from '../support/held-transaction.ts'
import { buildCollection, buildPerson, buildReport, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

eachEngine((open, engine) => {
  let app: TestApp
  let database: Database
  let lucia: Person
  let collectionId: string
  beforeAll(async () => {
    app = await buildApp(await open())
    database = app.database
  })
  beforeEach(async () => {
    lucia = await buildPerson(app)
    collectionId = await buildCollection(app, lucia)
  })

  const later = (ms: number) => ({ now: new Date(Date.now() + ms) })
  const count = async (table: string) => {
    const [row] = await database.query<{ n: number }>(`select count(*) as n from ${table}`)
    return row?.n ?? 0
  }
  const trimAll = async () => {
    await untilFeedIsPast(database)
    await trimFeed(database, later(FEED_KEPT + MINUTE))
  }
  /** Makes all rows older by `ms`. */
  const age = (table: 'feed' | 'mutations', column: string, ms: number) =>
    database.query(`update ${table} set ${column} = ${column} - $1 * interval '1 ms'`, [ms])

  it('[S5] accepts a cursor that has passed all trimmed lines', async () => {
    await untilFeedIsPast(database)
    const cursor = await currentCursor(database, lucia.id)
    await trimAll()
    expect(await count('feed')).toBe(0)
    expect(await changesSince(database, lucia.id, cursor)).toBeNull()
    const reported = await buildReport(app, collectionId)
    expect(await changesSince(database, lucia.id, cursor)).toMatchObject({
      tables: { contributions: { rows: [{ id: reported }] } },
    })
  })

  it('[S5] restarts a cursor that has not passed all trimmed lines', async () => {
    const cursor = await currentCursor(database, lucia.id)
    await buildReport(app, collectionId)
    await trimAll()
    expect(await changesSince(database, lucia.id, cursor)).toEqual({ restart: 'too-old' })
    const next = await currentCursor(database, lucia.id)
    expect(await changesSince(database, lucia.id, next)).toBeNull()
  })

  it('[S5] keeps newer lines, and every cursor that needs only those', async () => {
    await buildReport(app, collectionId)
    await age('feed', 'changed_at', FEED_KEPT + MINUTE)
    await untilFeedIsPast(database)
    const cursor = await currentCursor(database, lucia.id)
    const reported = await buildReport(app, collectionId)
    await trimFeed(database, later(0))
    expect(await count('feed')).toBeGreaterThan(0)
    expect(await changesSince(database, lucia.id, cursor)).toMatchObject({
      tables: { contributions: { rows: [{ id: reported }] } },
    })
  })

  it('[S5] starts every cursor again when the feed came from another cluster', async () => {
    const cursor = await currentCursor(database, lucia.id)
    await trimFeed(database, later(0))
    expect(await changesSince(database, lucia.id, cursor)).toBeNull()
    await database.query(
      `insert into feed (xid, person_id, table_name, row_id) values ('999999999999', $1, 'users', $1)`,
      [newId()],
    )
    await trimFeed(database, later(0))
    expect(await changesSince(database, lucia.id, cursor)).toEqual({ restart: 'other-epoch' })
    expect(await count('feed')).toBe(0)
  })

  it('trims more than one batch, and stops between two when told to', async () => {
    await database.query(
      `insert into feed (person_id, table_name, row_id)
       select $1, 'users', $1 from generate_series(1, 5000)`,
      [lucia.id],
    )
    await untilFeedIsPast(database)
    const stopping = new AbortController()
    const stopped = trimFeed(database, {
      ...later(FEED_KEPT + MINUTE),
      signal: stopping.signal,
    })
    stopping.abort()
    await stopped
    expect(await count('feed')).toBeGreaterThan(2_000)
    await trimAll()
    expect(await count('feed')).toBe(0)
  })

  it('[S7] keeps outcomes longer than the feed, so that a late repetition changes nothing', async () => {
    const id = newId()
    const close = ['set-collection-status', { id: collectionId, status: 'cerrada' }] as const
    await lucia.mutate(...close, id)
    await trimFeed(database, later(OUTCOMES_KEPT - MINUTE))
    await lucia.mutate('set-collection-status', { id: collectionId, status: 'abierta' })
    expect(await lucia.mutate(...close, id)).toEqual({ id, ok: true })
    const { body } = await lucia.query('collection', { id: collectionId })
    expect(body).toMatchObject({ status: 'abierta' })

    await age('mutations', 'applied_at', OUTCOMES_KEPT + MINUTE)
    await trimFeed(database, later(0))
    expect(await count('mutations')).toBe(0)
  })

  it('keeps lines for 30 days, and outcomes for a year', () => {
    expect([FEED_KEPT, OUTCOMES_KEPT]).toEqual([30 * DAY, 365 * DAY])
  })

  describe('as a periodic job', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    const faults: unknown[] = []
    const keep = (on: Database = database) =>
      startFeedTrimming({
        database: on,
        now: app.clock.now,
        onFault: (fault) => faults.push(fault),
      })

    async function reportLongAgo(): Promise<void> {
      await buildReport(app, collectionId)
      await age('feed', 'changed_at', FEED_KEPT + MINUTE)
      await untilFeedIsPast(database)
    }

    it('runs at once and every hour, until it is stopped', async () => {
      await reportLongAgo()
      const stop = keep()
      await expect.poll(() => count('feed')).toBe(0)
      await reportLongAgo()
      vi.advanceTimersByTime(HOUR - MINUTE) // each poll advances them too
      for (let n = 0; n < 20; n++) await database.query('select 1') // it would trim meanwhile
      expect(await count('feed')).toBeGreaterThan(0)
      vi.advanceTimersByTime(MINUTE)
      await expect.poll(() => count('feed')).toBe(0)
      await stop()
      expect(vi.getTimerCount()).toBe(0)
      expect(faults).toEqual([])
    })

    it('reports an unavailable database, and tries again an hour later', async () => {
      await reportLongAgo()
      const away = new Error('away')
      let isAway = true
      const query: Database['query'] = (...asked) =>
        isAway ? Promise.reject(away) : database.query(...asked)
      const stop = keep({ ...database, query })
      await expect.poll(() => faults.splice(0)).toEqual([away])
      isAway = false
      vi.advanceTimersByTime(HOUR)
      await expect.poll(() => count('feed')).toBe(0)
      await stop()
      expect(faults).toEqual([])
    })

    it('ends without another batch when it is stopped', async () => {
      await reportLongAgo()
      await keep()()
      expect(await count('feed')).toBeGreaterThan(0)
    })
  })

  describe.runIf(engine === 'postgres')('with several connections', () => {
    it('[S5] counts a line as unseen though it looks older than the cursor', async () => {
      const writer = await holding(RENAME, [lucia.id])
      const cursor = await currentCursor(database, lucia.id)
      await writer.commit()
      await trimAll()
      expect(await changesSince(database, lucia.id, cursor)).toEqual({ restart: 'too-old' })
    })

    it('[S5] makes no current cursor too old while transactions are open', async () => {
      const writer = await holding(RENAME, [lucia.id])
      await buildReport(app, collectionId)
      await trimFeed(database, later(FEED_KEPT + MINUTE))
      const cursor = await currentCursor(database, lucia.id)
      expect(await changesSince(database, lucia.id, cursor)).toBeNull()
      await writer.commit()
      expect(await changesSince(database, lucia.id, cursor)).toMatchObject({
        tables: { users: { rows: [{ id: lucia.id }] } },
      })
    })

    it('leaves the work to the process that has begun it', async () => {
      const other = await holding('select from sync_state for update', [])
      const before = await count('feed')
      await trimFeed(database, later(FEED_KEPT + MINUTE))
      expect(await count('feed')).toBe(before)
      await other.commit()
      await untilFeedIsPast(database)
      await Promise.all([1, 2, 3].map(() => trimFeed(database, later(FEED_KEPT + MINUTE))))
      expect(await count('feed')).toBe(0)
    })

    const RENAME = `update users set last_name = 'Tardía' where id = $1`

    /** Opens a transaction that has run this and is not committed yet. */
    async function holding(statement: string, params: string[]) {
      let commit = () => {}
      let committed: Promise<void> = Promise.resolve()
      await new Promise<void>((done, failed) => {
        committed = database.transaction(async (tx) => {
          await tx.query(statement, params)
          const told = new Promise<void>((resolve) => {
            commit = resolve
          })
          done()
          await told
        })
        committed.catch(failed)
      })
      return {
        commit: () => {
          commit()
          return committed
        },
      }
    }
  })
})

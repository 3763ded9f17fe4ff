import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../../scripts/start-server.ts'
import { type DatabaseConfig, openDatabase } from '../../server/data/open.ts'
import { currentCursor } from '../../server/domain/sync/changes.ts'
import type { Batch } from '../../shared/sync.ts'
import { configsOf } from '../support/database.ts'
import {
  buildCollection,
  buildPerson,
  buildReport,
  type Person,
  reportInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { applyBatch, truthFor } from './replica-model.ts'
import { readStream, type StreamReader } from './stream-reader.ts'

/* S6 with several processes on one PostgreSQL: the streams of each process carry what another one commits. */

describe('several servers on one PostgreSQL', () => {
  const configs = configsOf('postgres')
  let config: DatabaseConfig
  let near: TestApp
  let lucia: Person
  let collectionId: string
  let cursor: string
  const streams: StreamReader[] = []

  beforeAll(async () => {
    config = await configs()
    near = await buildApp(await openDatabase(config))
    return () => near.context.close()
  })

  beforeEach(async () => {
    lucia = await buildPerson(near)
    collectionId = await buildCollection(near, lucia)
    cursor = await currentCursor(near.database, lucia.id)
  })
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.hangUp()
  })

  type Fetch = (path: string, init?: RequestInit) => Response | Promise<Response>

  async function listen(fetch: Fetch, from = cursor): Promise<StreamReader> {
    const headers = { cookie: `session=${lucia.cookies.get('session')}`, 'Last-Event-ID': from }
    const stream = readStream(await fetch('/api/sync', { headers }), from)
    streams.push(stream)
    return stream
  }

  /** The ids of the contributions that a stream received, in order. */
  const told = (batches: Batch[]) =>
    batches.flatMap(({ tables }) => tables.contributions?.rows.map(({ id }) => id) ?? [])

  it('[S6] send the commits of each other, each change once and in order', async () => {
    const far = await buildApp(await openDatabase(config))
    const [here, there] = [await listen(near.fetch), await listen(far.fetch)]
    const reported: string[] = []
    for (let n = 1; n <= 10; n += 1) {
      const by = n % 2 === 0 ? near : far
      reported.push(await buildReport(by, collectionId))
      // One by one, because the rows of a batch have no order.
      await until(() => {
        for (const { batches } of [here, there]) expect(told(batches())).toContain(reported.at(-1))
      })
    }
    // Then several without a wait in between.
    const burst = await Promise.all(
      Array.from({ length: 20 }, (_, n) => buildReport(n % 2 ? near : far, collectionId)),
    )
    await until(() => {
      for (const { batches } of [here, there]) expect(told(batches())).toHaveLength(30)
    })
    for (const { batches } of [here, there]) {
      expect(told(batches()).slice(0, 10)).toEqual(reported)
      expect(new Set(told(batches()))).toEqual(new Set([...reported, ...burst]))
      const counts = batches().flatMap(({ tables }) => tables.collections?.rows ?? [])
      expect(counts.at(-1)).toMatchObject({ id: collectionId, confirmed_count: 30 })
    }
    await far.context.close()
  })

  it('[S6] send a mutation that another one received, with its outcome', async () => {
    const far = await buildApp(await openDatabase(config))
    const there = await listen(far.fetch)
    await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' })
    await until(() => expect(there.batches()).toHaveLength(1))
    expect(there.batches()).toMatchObject([
      { tables: { collections: { rows: [{ status: 'cerrada' }] } }, outcomes: [{ ok: true }] },
    ])
    await far.context.close()
  })

  describe('of which one is killed', () => {
    const servers: ServerProcess[] = []
    beforeAll(async () => {
      const env = { DATABASE_URL: config.databaseUrl ?? '' }
      for (let n = 1; n <= 2; n += 1) servers.push(await startServer({ env }))
      return async () => {
        for (const server of servers) await server.stop()
      }
    })

    it('[S6] leave no gap for a client that continues from its cursor on the other', async () => {
      const [first, second] = servers as [ServerProcess, ServerProcess]
      const at =
        (server: ServerProcess): Fetch =>
        (path, init) =>
          fetch(server.origin + path, init)
      const model = await truthFor(near, lucia)
      const before = await listen(at(first))

      // Both take reports, and one of them ends in the middle of it.
      const accepted: string[] = []
      let isKilled = false
      const report = async (server: ServerProcess) => {
        const input = reportInput()
        const answer = await fetch(
          `${server.origin}/api/collections/${collectionId}/contributions`,
          { method: 'POST', body: JSON.stringify(input) },
        ).catch(() => null)
        if (answer?.status === 201) accepted.push(input.id)
        return answer !== null
      }
      const reporters = [first, second].map(async (server) => {
        for (let n = 0; n < 200 && !(isKilled && n > 20); n += 1) {
          if (!(await report(server))) return
        }
      })
      await until(() => expect(told(before.batches()).length).toBeGreaterThan(10))
      await first.kill()
      isKilled = true
      await Promise.all(reporters)
      await until(() => expect(before.ended()).toBe(true))

      const after = await listen(at(second), before.cursor())
      const all = () => [...before.batches(), ...after.batches()]
      await until(() => expect(told(all())).toEqual(expect.arrayContaining(accepted)))
      expect(new Set(told(all())).size).toBe(told(all()).length)
      for (const batch of all()) applyBatch(model, batch)
      expect(model).toEqual(await truthFor(near, lucia))
    })
  })
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { type ServerProcess, startServer } from '../../scripts/start-server.ts'
import { openDatabase } from '../../server/data/open.ts'
import { currentCursor } from '../../server/domain/sync/changes.ts'
import { configsOf } from '../support/database.ts'
import { buildCollection, buildPerson, type Person, reportInput } from '../support/people.ts'
import { announce } from '../support/receipts.ts'
import { startReverseProxy } from '../support/reverse-proxy.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { byTier } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'
import { readStream, type StreamReader } from '../sync/stream-reader.ts'

/* The update of a running site (scripts/deploy/README.md): one process after the other is restarted. */

const PROCESSES = byTier({ test: 2, hard: 3 })
const SIZE = 700_000 // bytes of a receipt
const PIECE = 128 * 1024

describe(`${PROCESSES} processes behind a proxy, restarted in turn`, () => {
  const configs = configsOf('postgres')
  let app: TestApp
  let servers: ServerProcess[]
  let proxy: Awaited<ReturnType<typeof startReverseProxy>>
  let lucia: Person
  let reports: string
  let receipts: string

  beforeAll(async () => {
    const { dataDir, databaseUrl = '' } = await configs()
    app = await buildApp(await openDatabase({ dataDir, databaseUrl }), {
      env: { DATA_DIR: dataDir },
    })
    lucia = await buildPerson(app)
    reports = await buildCollection(app, lucia)
    receipts = await buildCollection(app, lucia)
    const env = { DATABASE_URL: databaseUrl, DRAIN_SECONDS: '1', RATE_LIMITS: 'off' }
    servers = await Promise.all(
      Array.from({ length: PROCESSES }, () => startServer({ dataDir, env })),
    )
    proxy = await startReverseProxy(servers.map(({ origin }) => origin))
  })
  afterAll(async () => {
    await proxy.stop()
    await Promise.all(servers.map((server) => server.stop()))
    await app.context.close()
  })

  const front = { fetch: (path: string, init?: RequestInit) => fetch(proxy.origin + path, init) }

  const signedIn = () => ({ cookie: `session=${lucia.cookies.get('session')}` })

  /** Follows the stream until `over`, and reconnects from the last cursor, as a browser does. */
  function listen(from: string, over: AbortSignal) {
    const streams: StreamReader[] = []
    async function run(): Promise<void> {
      while (!over.aborted) {
        const cursor = streams.at(-1)?.cursor() ?? from
        const headers = { ...signedIn(), 'Last-Event-ID': cursor }
        const stream = readStream(await front.fetch('/api/sync', { headers }), cursor)
        streams.push(stream)
        while (!stream.ended() && !over.aborted) await sleep(20)
      }
      streams.at(-1)?.hangUp()
    }
    return {
      ended: run(),
      times: () => streams.length,
      /** The ids of the reports that it received. */
      told: () =>
        streams
          .flatMap((stream) => stream.batches())
          .flatMap(({ tables }) => tables.contributions?.rows ?? [])
          .filter(({ collection_id }) => collection_id === reports)
          .map(({ id }) => String(id)),
    }
  }

  // The servers drain and start one after the other.
  it('respond to every request, lose nothing and do nothing twice', {
    timeout: 180_000,
  }, async () => {
    const over = new AbortController()
    const stream = listen(await currentCursor(app.database, lucia.id), over.signal)
    let isDone = false
    /** Goes on until all were restarted, or something fails. */
    const again = async (work: () => Promise<void>) => {
      while (!isDone) await work()
    }

    const reported: string[] = []
    const report = async () => {
      const input = reportInput()
      const path = `/api/collections/${reports}/contributions`
      const { status } = await visitor(front).post(path, input)
      expect(status).toBe(201)
      reported.push(input.id)
      await sleep(20)
    }
    const read = async () => {
      const args = encodeURIComponent(JSON.stringify({ collectionId: reports }))
      const path = `/api/query/collection-contributions?args=${args}`
      const { status } = await visitor(front).send('GET', path, undefined, signedIn())
      expect(status).toBe(200)
      await sleep(20)
    }
    const sent = new Map<string, Buffer>()
    const send = async () => {
      const bytes = picture(SIZE)
      const { id, capability } = await announce(front, receipts)
      // The client has no second try.
      await upload(proxy.origin, bytes, metadataOf(bytes, capability), { chunkSize: PIECE })
      sent.set(id, bytes)
    }
    const restart = async () => {
      for (const server of servers) await server.restart()
      isDone = true
    }
    const people = [report, report, read, read, send, send].map(again)
    const ended = await Promise.allSettled([restart(), ...people])
    const faults = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
    expect(faults).toEqual([])
    expect(proxy.failures).toEqual([])
    for (const requests of proxy.served()) expect(requests).toBeGreaterThan(50)

    // Every report is stored and was sent to the stream, once.
    const rows = await app.database.query<{ id: string }>(
      'select id from contributions where collection_id = $1',
      [reports],
    )
    expect(rows.map(({ id }) => id).sort()).toEqual(reported.toSorted())
    await expect.poll(() => stream.told().length).toBe(reported.length)
    expect(stream.told().toSorted()).toEqual(reported.toSorted())
    expect(stream.times()).toBeGreaterThan(1)
    over.abort()
    await stream.ended

    // Every receipt is attached and complete.
    const attached = await app.database.query<{ id: string }>(
      'select contribution_id as id from receipts',
    )
    expect(attached.map(({ id }) => id).sort()).toEqual([...sent.keys()].sort())
    for (const [id, bytes] of sent) {
      const { body } = await lucia.get(`/api/receipts/${id}/url`)
      const answer = await app.fetch(body.url, { headers: signedIn() })
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect(readdirSync(join(app.context.config.dataDir, 'uploads'))).toEqual([])
    expect(await app.database.query('select from upload_locks')).toEqual([])
  })
})

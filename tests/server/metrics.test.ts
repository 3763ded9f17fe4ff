import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { type ServerProcess, startServer } from '../../scripts/start-server.ts'
import { currentCursor } from '../../server/domain/sync/changes.ts'
import { watchWaitingWork } from '../../server/metrics/gauges.ts'
import { newId } from '../../shared/id.ts'
import { configsOf, databasesOf } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'

/** Name and labels, as written -> value. Throws where the text is not Prometheus' format. */
function parse(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  const declared = new Set<string>()
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# HELP ')) continue
    const [, type] = /^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/.exec(line) ?? []
    if (type) declared.add(type)
    else {
      const [, sample = '', name = '', value] =
        /^((\w+)(?:\{(?:\w+="[^"\n]*",?)+\})?) (-?[\d.e+-]+)$/.exec(line) ?? []
      const family = name.replace(/_(?:bucket|sum|count)$/, '')
      if (!declared.has(name) && !declared.has(family)) throw new Error(`Not a sample: ${line}`)
      samples.set(sample, Number(value))
    }
  }
  return samples
}

const metricsOf = async ({ context }: TestApp) => parse(await context.metrics.registry.metrics())

engineOfTier((open) => {
  let app: TestApp
  beforeAll(async () => {
    app = await buildApp(await open())
    watchWaitingWork(app.context.metrics.registry, app.context.database)
  })

  it('counts and times requests by the pattern of their route', async () => {
    const id = newId()
    await app.fetch(`/api/collections/${id}`)
    await app.fetch(`/api/collections/${id}`)
    await app.fetch('/api/nothing/here')
    await app.fetch('/api/health', { method: 'QUERY' })
    const samples = await metricsOf(app)
    const total = (labels: string) => samples.get(`entretodos_http_requests_total{${labels}}`)
    expect(total('method="GET",route="/api/collections/:id",status="404"')).toBe(2)
    expect(total('method="GET",route="/api/*",status="404"')).toBe(1)
    expect(total('method="other",route="/api/*",status="404"')).toBe(1)
    expect(
      samples.get(
        'entretodos_http_request_seconds_count{method="GET",route="/api/collections/:id"}',
      ),
    ).toBe(2)
    expect(samples.get('entretodos_http_requests_under_way')).toBe(0)
    expect(samples.get('entretodos_database_seconds_count{kind="query"}')).toBeGreaterThan(1)
    expect(samples.get('entretodos_database_connections')).toBe(
      app.database.engine === 'embedded' ? 1 : 10,
    )
  })

  it('counts open streams, and measures the sync lag', async () => {
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const leave = new AbortController()
    const headers = { cookie: `session=${lucia.cookies.get('session')}` }
    const cursor = await currentCursor(app.database, lucia.id)
    const stream = await app.fetch(`/api/sync?cursor=${cursor}`, { headers, signal: leave.signal })
    const reader = stream.body?.getReader()
    await expect
      .poll(async () => (await metricsOf(app)).get('entretodos_sync_streams_open'))
      .toBe(1)
    await reader?.read() // the first beat
    await sleep(200)
    await buildReport(app, collectionId)
    await reader?.read()
    const samples = await metricsOf(app)
    expect(samples.get('entretodos_sync_lag_seconds_count')).toBeGreaterThan(0)
    expect(samples.get('entretodos_sync_lag_seconds_bucket{le="5"}')).toBeGreaterThan(0)
    await reader?.cancel()
    await expect
      .poll(async () => (await metricsOf(app)).get('entretodos_sync_streams_open'))
      .toBe(0)
  })

  it('does not count a HEAD request of a stream', async () => {
    const lucia = await buildPerson(app)
    const headers = { cookie: `session=${lucia.cookies.get('session')}` }
    const cursor = await currentCursor(app.database, lucia.id)
    const answer = await app.fetch(`/api/sync?cursor=${cursor}`, { method: 'HEAD', headers })
    expect(answer.status).toBe(200)
    await expect
      .poll(async () => (await metricsOf(app)).get('entretodos_sync_streams_open'))
      .toBe(0)
  })

  it('measures how old changes are when they arrive', async () => {
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const twoHoursAgo = (Date.now() - 2 * 3_600_000).toString(16).padStart(12, '0')
    const old = `${twoHoursAgo.slice(0, 8)}-${twoHoursAgo.slice(8)}-7${newId().slice(15)}`
    const before = await metricsOf(app)
    await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' }, old)
    const after = await metricsOf(app)
    const grown = (le: string) => {
      const name = `entretodos_mutation_age_seconds_bucket{le="${le}"}`
      return (after.get(name) ?? 0) - (before.get(name) ?? 0)
    }
    expect([grown('3600'), grown('21600')]).toEqual([0, 1])
  })

  it('shows the work that waits in the database', async () => {
    const lucia = await buildPerson(app)
    await app.context.mailQueue.add(app.database, 'password-changed', lucia.email)
    await app.database.query(
      `update mail_queue set created_at = now() - interval '1 hour' where email = $1`,
      [lucia.email],
    )
    await app.context.mailQueue.add(app.database, 'password-changed', 'later@example.com')
    await app.database.query(
      `update mail_queue set created_at = now() + interval '1 hour' where email = $1`,
      ['later@example.com'],
    )
    await buildUploads(lucia, ['{}', null])
    const samples = await metricsOf(app)
    expect(samples.get('entretodos_database_up')).toBe(1)
    expect(samples.get('entretodos_mail_queue_letters')).toBe(1)
    expect(samples.get('entretodos_mail_queue_oldest_seconds')).toBeGreaterThanOrEqual(3600)
    expect(samples.get('entretodos_uploads_under_way')).toBe(1)
  })

  /** One upload for each refusal. */
  async function buildUploads(person: Person, refusals: (string | null)[]) {
    const contribution = await buildManualContribution(person, await buildCollection(app, person))
    for (const refusal of refusals) {
      const id = newId()
      await app.database.query(
        `insert into uploads (id, contribution_id, path, name, type, size, sha256, refusal)
         values ($1, $2, $1, 'a.png', 'image/png', 1, '', $3::jsonb)`,
        [id, contribution, refusal],
      )
    }
  }

  it('the metrics contain no name of a person', async () => {
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const contribution = await buildManualContribution(lucia, collectionId)
    for (const path of [
      `/api/receipts/${contribution}/url`,
      `/contribuir/${collectionId}`,
      `/api/users/exists?email=${lucia.email}`,
      `/nobody@example.com/${collectionId}`,
    ]) {
      await lucia.get(path)
    }
    const text = await app.context.metrics.registry.metrics()
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@|token|session=/)
  })
})

describe('a server with its own database', () => {
  const open = databasesOf('embedded')

  it.each(['', '10.0.0.0/8'])(
    'ignores the request id of an untrusted client, with the proxy %j',
    async (TRUSTED_PROXY) => {
      const app = await buildApp(await open(), { env: { TRUSTED_PROXY } })
      const headers = { 'x-request-id': 'what-I-like' }
      const answer = await app.fetch('/api/health', { headers })
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it('takes a request id from a proxy by its address', async () => {
    const app = await buildApp(await open(), { env: { TRUSTED_PROXY: '127.0.0.1' } })
    const answer = await app.fetch('/api/health', { headers: { 'x-request-id': 'from-ours' } })
    expect(answer.headers.get('x-request-id')).toBe('from-ours')
  })

  it('shows that its database is down, and its own counters', async () => {
    const database = await open()
    const app = await buildApp(database)
    watchWaitingWork(app.context.metrics.registry, app.context.database)
    await app.fetch('/api/health')
    await database.close()
    const samples = await metricsOf(app)
    expect(samples.get('entretodos_database_up')).toBe(0)
    expect(samples.has('entretodos_mail_queue_letters')).toBe(false)
    expect(
      samples.get('entretodos_http_requests_total{method="GET",route="/api/health",status="200"}'),
    ).toBe(1)
  })
})

describe('a server that shows its metrics', () => {
  const token = 'un-testigo-de-treinta-y-dos-letras'
  let server: ServerProcess
  let metrics: string
  const configs = configsOf('embedded')
  beforeAll(async () => {
    const port = await freePort()
    metrics = `http://127.0.0.1:${port}/metrics`
    server = await startServer({
      ...(await configs()),
      env: {
        METRICS_PORT: String(port),
        METRICS_TOKEN: token,
        LOG_LEVEL: 'debug',
        TRUSTED_PROXY: '1',
      },
    })
  })
  afterAll(() => server.stop())

  const scrape = (authorization?: string) =>
    fetch(metrics, authorization === undefined ? {} : { headers: { authorization } })

  it('serves them with the token only, and not at the public address', async () => {
    expect((await scrape()).status).toBe(401)
    expect((await scrape(`Bearer ${token}x`)).status).toBe(401)
    expect((await scrape(token)).status).toBe(401)
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${metrics}/x`)).status).toBe(404)
    const answer = await scrape(`Bearer ${token}`)
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    const samples = parse(await answer.text())
    expect(samples.get('entretodos_database_up')).toBe(1)
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e7)

    const outside = await fetch(`${server.origin}/metrics`)
    expect(await outside.text()).not.toContain('entretodos_')
  })

  it('gives each request an id, in its response and in the log, and adopts a valid one from a proxy', async () => {
    const ask = async (id?: string) => {
      const headers: Record<string, string> = id === undefined ? {} : { 'x-request-id': id }
      const answer = await fetch(`${server.origin}/api/health`, { headers })
      return answer.headers.get('x-request-id') ?? ''
    }
    expect(await ask('proxy-1_A')).toBe('proxy-1_A')
    const ids = [await ask(), await ask('a b'), await ask('x'.repeat(65)), await ask('{"a":1}')]
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
    for (const requestId of ['proxy-1_A', ...ids]) {
      await expect
        .poll(lines)
        .toContainEqual(
          expect.objectContaining({ requestId, method: 'GET', route: '/api/health', status: 200 }),
        )
    }
  })
})

import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { googleAnalytics } from '../../server/providers/google-analytics.ts'
import { ANALYTICS_PAGES } from '../../shared/analytics-pages.ts'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import { type Collector, startCollector } from '../support/collector.ts'
import { databasesOf } from '../support/database.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { visitor } from '../support/visitor.ts'

/* POST /api/analytics: what the server passes on to the analytics collector, and what it drops. */

const CLIENT = '0123456789abcdef0123456789abcdef'
const COLECTA = newId()
const VIEW = { name: 'page_view', page: '/contribuir/:id' }
const PAYMENT = { collectionId: COLECTA, amount: 15_000_50, paymentMethod: 'Transferencia' }

const EVENTS = [
  VIEW,
  { name: 'user_engagement', page: '/', ms: 12_000 },
  { name: 'scroll_depth', page: '/', percent: 80 },
  { name: 'time_on_page', page: '*', seconds: 31 },
  { name: 'payment_guest', ...PAYMENT },
  { name: 'payment_logged', ...PAYMENT },
  { name: 'share_colecta_copy', collectionId: COLECTA },
  { name: 'share', collectionId: COLECTA, method: 'whatsapp' },
  { name: 'conversion', kind: 'contribution' },
]

const batch = (...events: object[]) => ({ clientId: CLIENT, sessionId: '1234567', events })

describe('measuring', () => {
  const open = databasesOf('embedded')
  let collector: Collector
  let app: TestApp

  beforeAll(async () => {
    collector = await startCollector()
    app = await buildApp(await open(), { env: collector.env })
  })
  afterEach(() => {
    collector.collected.length = 0
    collector.answer = (response) => void response.writeHead(204).end()
  })
  afterAll(() => collector.stop())

  const send = (body: unknown, headers = {}) =>
    visitor(app).send('POST', '/api/analytics', body, headers)
  const arrived = (count = 1) => until(() => expect(collector.collected).toHaveLength(count))

  it('sends each event of the specification to the collector, in its format', async () => {
    expect((await send(batch(...EVENTS))).status).toBe(204)
    await arrived()
    const [{ path, body } = { path: '', body: '' }] = collector.collected
    expect(path).toBe('/mp/collect?measurement_id=G-ENTRETODOS&api_secret=secreto-de-la-medicion')
    const page = (pattern: string, name: string, category: string) => ({
      page_location: `http://localhost:3000${pattern}`,
      page_name: name,
      page_category: category,
    })
    const home = page('/', 'Inicio', 'pública')
    const payment = {
      amount: 15_000.5,
      currency: 'ARS',
      colecta_id: COLECTA,
      payment_method: 'Transferencia',
    }
    const seen = { session_id: '1234567', engagement_time_msec: 1 }
    expect(JSON.parse(body)).toEqual({
      client_id: CLIENT,
      consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
      events: [
        ['page_view', page('/contribuir/:id', 'Realizar un aporte', 'aporte')],
        ['user_engagement', { ...home, engagement_time_msec: 12_000 }],
        ['scroll_depth', { ...home, percent_scrolled: 80 }],
        ['time_on_page', { ...page('/*', 'Página desconocida', 'información'), seconds: 31 }],
        ['payment_guest', { user_type: 'guest', ...payment }],
        ['payment_logged', { user_type: 'logged', ...payment }],
        ['share_colecta_copy', { colecta_id: COLECTA }],
        ['share', { method: 'whatsapp', colecta_id: COLECTA }],
        ['conversion', { conversion_type: 'contribution' }],
      ].map(([name, params]) => ({ name, params: { ...seen, ...(params as object) } })),
    })
  })

  it('sends the collector no data of the person’s connection, browser or session', async () => {
    await send(batch(VIEW), {
      cookie: 'session=marcada',
      'user-agent': 'Marcado/1.0',
      'x-forwarded-for': '203.0.113.7',
      'accept-language': 'es-AR-marcado',
      referer: 'http://localhost:3000/contribuir/marcado?email=marcado',
    })
    await arrived()
    expect(JSON.stringify(collector.collected)).not.toMatch(/marcad|203\.0\.113\.7/i)
  })

  it.each([
    ['an event that nobody named', batch({ name: 'purchase' })],
    ['a title with the share', batch({ ...EVENTS[7], title: 'Regalo para la seño Caro' })],
    ['an address instead of its pattern', batch({ ...VIEW, page: `/contribuir/${COLECTA}` })],
    ['a page with its query', batch({ ...VIEW, page: '/login?returnTo=/' })],
    ['a name beside the payment', batch({ ...EVENTS[4], contributorName: 'Julieta' })],
    ['a text in place of an id', batch({ ...EVENTS[6], collectionId: 'juli@example.com' })],
    ['a way to pay of their own', batch({ ...EVENTS[4], paymentMethod: 'Efectivo a Lucía' })],
    ['something beside the events', { ...batch(VIEW), email: 'juli@example.com' }],
    ['a name in place of the random id', { ...batch(VIEW), clientId: 'julieta' }],
    ['no event', batch()],
    ['a crowd of events', batch(...Array(26).fill(VIEW))],
    ['no object', '[]'],
    ['no JSON', '{'],
  ])('refuses %s, whole', async (_what, body) => {
    expect((await send(body)).status).toBe(400)
    // Only the events sent afterwards have arrived.
    await send(batch({ name: 'conversion', kind: 'registration' }))
    await arrived()
    expect(collector.events().map(({ name }) => name)).toEqual(['conversion'])
  })

  it('sends no field that the schema does not name', async () => {
    const mark = fc.constantFrom('Julieta Romero', 'juli@example.com', 'viaje.seno.caro', 'Caro')
    const field = fc.oneof(
      fc.constantFrom('contributorName', 'email', 'message', 'title', 'bankAccount', 'user_id'),
      fc.string({ minLength: 1, maxLength: 12 }),
    )
    const event = fc.oneof(
      fc.constantFrom(...EVENTS),
      fc
        .tuple(fc.constantFrom(...EVENTS), field, mark)
        .map(([event, name, value]) => ({ ...event, [name]: value })),
    )
    const anyBatch = fc
      .tuple(
        fc.array(event, { minLength: 1, maxLength: 3 }),
        fc.option(fc.tuple(field, mark), { freq: 1 }),
      )
      .map(([events, more]) => ({ ...batch(...events), ...(more && { [more[0]]: more[1] }) }))
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(anyBatch, async (body) => {
        const { status } = await send(body)
        expect([204, 400]).toContain(status)
        if (status === 204) accepted += 1
        await arrived(accepted)
      }),
      { numRuns: 300 },
    )
    expect(accepted).toBeGreaterThan(30)
    const out = JSON.stringify(collector.collected)
    expect(out).not.toMatch(/Julieta|juli@|viaje\.seno|Caro/)
  })

  it('ignores events of a browser that asks not to be tracked', async () => {
    for (const header of ['Sec-GPC', 'DNT']) {
      expect((await send(batch(VIEW), { [header]: '1' })).status).toBe(204)
    }
    await send(batch({ name: 'conversion', kind: 'collection' }), { DNT: '0' })
    await arrived()
    expect(collector.events().map(({ name }) => name)).toEqual(['conversion'])
  })

  it('accepts events only from our own pages, and in small requests', async () => {
    const foreign = await send(batch(VIEW), { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    const large = await send(`{"events":"${'x'.repeat(9_000)}"}`)
    expect(large.status).toBe(413)
    const undeclared = await app.fetch('/api/analytics', {
      method: 'POST',
      body: new Blob(['x'.repeat(9_000)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(undeclared.status).toBe(413)
    expect(collector.collected).toEqual([])
  })

  it('responds at once although the collector is slow, broken or unreachable', async () => {
    collector.answer = (response) => void response.writeHead(500).end('broken')
    expect((await send(batch(VIEW))).status).toBe(204)
    await until(() => expect(app.logged.join()).toContain('The collector returned 500'))

    collector.answer = () => {} // never: it is given up on, after the answer
    const another = await buildApp(app.database, { env: collector.env })
    expect((await visitor(another).post('/api/analytics', batch(VIEW))).status).toBe(204)
    expect(another.logged.join()).not.toContain('TimeoutError')
    await until(() => expect(another.logged.join()).toContain('TimeoutError'))

    const gone = await startCollector()
    await gone.stop()
    const alone = await buildApp(app.database, { env: gone.env })
    expect((await visitor(alone).post('/api/analytics', batch(VIEW))).status).toBe(204)
    await until(() => expect(alone.logged.join()).toContain('fetch failed'))
    expect([...app.logged, ...alone.logged].join()).not.toContain('secreto-de-la-medicion')
  })

  it('times out on a slow collector, drops further events, and logs that once', async () => {
    const faults: unknown[] = []
    const account = { id: 'G-1', secret: 'x', url: collector.env.ANALYTICS_URL }
    const tools = { origin: 'https://x.example', onFault: (error: unknown) => faults.push(error) }
    const analytics = googleAnalytics(account, tools, 300)
    collector.answer = () => {} // never
    const view = { clientId: CLIENT, sessionId: '1', events: [{ name: 'page_view', page: '/' }] }
    for (let i = 0; i < 100; i += 1) analytics.send(view as never)
    await until(() => expect(faults).toHaveLength(1))
    expect(collector.collected.length).toBeLessThanOrEqual(20)

    collector.answer = (response) => void response.writeHead(204).end()
    collector.collected.length = 0
    await until(() => {
      analytics.send(view as never)
      expect(collector.collected.length).toBeGreaterThan(0)
    })
    expect(faults).toHaveLength(1)
  })

  it('reports no failure of a batch when a later one was accepted', async () => {
    const faults: unknown[] = []
    const slow = await startCollector() // requests of the test before may still come to the other one
    onTestFinished(slow.stop)
    const account = { id: 'G-1', secret: 'x', url: slow.env.ANALYTICS_URL }
    const tools = { origin: 'https://x.example', onFault: (error: unknown) => faults.push(error) }
    const analytics = googleAnalytics(account, tools, 20_000)
    const view = { clientId: CLIENT, sessionId: '1', events: [{ name: 'page_view', page: '/' }] }
    const held: ServerResponse[] = []
    slow.answer = (response) => void held.push(response)
    const fill = (count: number) =>
      until(() => {
        analytics.send(view as never)
        expect(held).toHaveLength(count)
      })
    await fill(20) // no more at once
    held[1]?.writeHead(204).end()
    await fill(21) // so the second one is over
    held[0]?.writeHead(500).end()
    await fill(22)
    expect(faults).toEqual([])
    held[2]?.writeHead(500).end()
    await until(() => expect(faults).toHaveLength(1))
  })
})

describe('without a configuration', () => {
  const open = databasesOf('embedded')

  it('rejects events, and the configuration turns them off for the pages', async () => {
    const guest = visitor(await buildApp(await open()))
    expect((await guest.get('/api/config')).body.analytics).toBe(false)
    const { status, body } = await guest.post('/api/analytics', batch(VIEW))
    expect([status, body.code]).toEqual([404, 'not-found'])
  })

  it('and with one, the pages get only that analytics is on', async () => {
    const env = { ANALYTICS_ID: 'G-ABC', ANALYTICS_SECRET: 'muy-secreto' }
    const { body } = await visitor(await buildApp(await open(), { env })).get('/api/config')
    expect(body.analytics).toBe(true)
    expect(JSON.stringify(body)).not.toMatch(/G-ABC|muy-secreto|google-analytics/)
  })
})

it('every page has one name, and no pattern with data of a person', () => {
  const patterns = ANALYTICS_PAGES.map(({ pattern }) => pattern)
  const addresses = Object.values(links)
    .map((link: (id: string) => string) => link(':id').replace(/[?#].*/, ''))
    .filter((address) => !address.startsWith('/api/')) // those are the server's
  expect(addresses.filter((address) => !patterns.includes(address))).toEqual([])
  expect(new Set(patterns).size).toBe(patterns.length)
  expect(patterns.filter((pattern) => !/^(\*|\/([a-z-]+|:id|\/)*)$/.test(pattern))).toEqual([])
})

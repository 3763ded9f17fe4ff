import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { TOO_MANY_REQUESTS } from '../../shared/errors.ts'
import { newId, shortCode } from '../../shared/id.ts'
import { databasesOf } from '../support/database.ts'
import { buildCollection, buildPerson } from '../support/people.ts'
import { buildApp } from '../support/test-app.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

describe('the pages', () => {
  const open = databasesOf('embedded')
  const folder = mkdtempSync(join(tmpdir(), 'entre-todos-pages-'))
  let guest: Visitor

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Entre Todos</title>')
    writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    writeFileSync(join(folder, 'service-worker.js'), 'self.skipWaiting()')
    writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
    writeFileSync(join(folder, '.built-from'), 'abc')
    mkdirSync(join(folder, '.git'))
    writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main')
    writeFileSync(join(folder, 'assets/app-1a2b.js'), 'console.log(1)')
    writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync('console.log(1)'))
    guest = visitor(await buildApp(await open(), { pagesFolder: folder }))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['/', 200],
    ['/dashboard', 200],
    ['/Ayuda/', 200],
    ['/colecta/new', 200],
    ['/contribuir/01a1fd4d-23d0-739d-b41f-4c0c2d168e64', 200],
    ['/colecta/01a1fd4d-23d0-739d-b41f-4c0c2d168e64/contribute', 200],
    ['/confirmar?token=a.b', 200],
    ['/no/existe', 404],
    ['/ayuda~', 404],
    ['/data/secret', 404],
    ['/contribuir', 404],
  ])('return %s as the page with status %i and no-cache', async (path, expected) => {
    const { status, body, headers } = await guest.get(path)
    expect(status).toBe(expected)
    expect(body).toContain('<title>Entre Todos</title>')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  })

  it('run only their own inline script, allowed by its hash', async () => {
    const withScript = makeTemporaryFolder()
    writeFileSync(join(withScript, 'index.html'), '<title>x</title><script>let a = 1</script>')
    const { headers } = await visitor(
      await buildApp(await open(), { pagesFolder: withScript }),
    ).get('/')
    // Besides it, only what starts a written page's program.
    expect(headers.get('content-security-policy')).toMatch(
      // printf 'let a = 1' | openssl dgst -sha256 -binary | base64
      /script-src 'self' 'wasm-unsafe-eval' 'sha256-LAfYd7pbFUgwfQu8b4q135PeTG2z\+\/coPEUYCd74eCQ=' 'sha256-[^']+';/,
    )
  })

  it('allow files with a hash in their name to be cached for a year', async () => {
    const { body, headers } = await guest.get('/assets/app-1a2b.js')
    expect(body).toBe('console.log(1)')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it('include a compressed copy of a script for clients that accept it', async () => {
    const { headers } = await guest.send('GET', '/assets/app-1a2b.js', undefined, {
      'accept-encoding': 'br, gzip',
    })
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(headers.get('content-type')).toContain('text/javascript')
    expect(headers.get('vary')).toContain('Accept-Encoding')
  })

  it('are compressed themselves, with an unchanged ETag', async () => {
    const plain = await guest.get('/dashboard')
    const { headers } = await guest.send('GET', '/dashboard', undefined, {
      'accept-encoding': 'gzip, br',
    })
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(headers.get('vary')).toBe('Accept-Encoding, Cookie')
    expect(headers.get('etag')).toBe(plain.headers.get('etag'))
  })

  it('include files without a hash in their name', async () => {
    const { status, headers } = await guest.get('/favicon.svg')
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  })

  it('allow no caching of the service worker, which may connect to this server only', async () => {
    const { status, headers } = await guest.get('/service-worker.js')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(headers.get('content-type')).toContain('text/javascript')
    expect(headers.get('content-security-policy')).toContain("connect-src 'self'")
  })

  it('include the manifest of the installed app, with its media type', async () => {
    const { headers } = await guest.get('/manifest.webmanifest')
    expect(headers.get('content-type')).toContain('application/manifest+json')
  })

  it.each([
    '/assets/app-0000.js',
    '/assets/nada',
    '/nada.png',
    '/.built-from',
    '/.git/HEAD',
    '/%2egit/HEAD',
    '/.env',
    '/assets/..%2f.built-from',
    '/%2e%2e/package.json',
    '/..%5cpackage.json',
  ])('return 404 for %s', async (path) => {
    const { status, body } = await guest.get(path)
    expect([status, body]).toEqual([404, 'Esa dirección no existe.\n'])
  })

  it('return 404 for a POST', async () => {
    expect((await guest.post('/dashboard')).status).toBe(404)
  })

  it('return a 503 with instructions before they are built', async () => {
    const app = await buildApp(await open(), { pagesFolder: join(folder, 'nowhere') })
    const { status, body } = await visitor(app).get('/')
    expect([status, body]).toEqual([503, expect.stringContaining('npm start')])
  })
})

describe('a short link', () => {
  const open = databasesOf('embedded')
  const folder = makeTemporaryFolder()
  let guest: Visitor
  let id: string

  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Entre Todos</title>')
    const app = await buildApp(await open(), { pagesFolder: folder })
    guest = visitor(app)
    id = await buildCollection(app, await buildPerson(app))
  })

  it('leads to the contribution page', async () => {
    for (const code of [shortCode(id), shortCode(id).toUpperCase()]) {
      const { status, headers } = await guest.get(`/c/${code}?fbclid=1`)
      expect([status, headers.get('location')]).toEqual([302, `/contribuir/${id}?fbclid=1`])
    }
  })

  it('of no collection returns 404 with the page', async () => {
    for (const code of ['00000000', 'corto', '%00', shortCode(newId()), `${shortCode(id)}0`]) {
      const { status, body } = await guest.get(`/c/${code}`)
      expect([code, status]).toEqual([code, 404])
      expect(body).toContain('<title>Entre Todos</title>')
    }
  })

  it('cannot be guessed by trying many', async () => {
    const env = { RATE_LIMITS: 'on', TRUSTED_PROXY: '1' }
    const app = await buildApp(await open(), { pagesFolder: folder, env })
    const look = async (address: string) =>
      (await visitor(app, { 'x-forwarded-for': address }).get('/c/00000000')).status
    await app.context.limits.countTimes('short links from address', 599, '198.51.100.1')
    expect([await look('198.51.100.1'), await look('198.51.100.1')]).toEqual([404, 429])
    expect(await look('198.51.100.2')).toBe(404)
    const refused = await visitor(app, { 'x-forwarded-for': '198.51.100.1' }).get('/c/00000000')
    expect(refused.headers.get('content-type')).toBe('text/plain; charset=UTF-8')
    expect(refused.body).toBe(`${TOO_MANY_REQUESTS}\n`)
  })

  it('opens for a whole school behind one address, which also looks up e-mails', async () => {
    const env = { RATE_LIMITS: 'on' }
    const app = await buildApp(await open(), { pagesFolder: folder, env })
    const link = `/c/${shortCode(await buildCollection(app, await buildPerson(app)))}`
    const { limits } = app.context
    await limits.countTimes('look-ups from address', 600, '127.0.0.1')
    await limits.countTimes('short links from address', 599, '127.0.0.1')
    for (let n = 0; n < 3; n++) expect((await visitor(app).get(link)).status).toBe(302)
  })
})

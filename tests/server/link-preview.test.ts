import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import { buildCollection, buildPerson, buildReport, type Person } from '../support/people.ts'
import { chosenPicture } from '../support/pictures.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const PAGE = `<!doctype html><head><meta charset="utf-8" /><!-- head --><title>x</title>
<!-- /head --></head><div id="root"></div>`

describe('a link preview', () => {
  const pagesFolder = mkdtempSync(join(tmpdir(), 'entre-todos-preview-'))
  writeFileSync(join(pagesFolder, 'index.html'), PAGE)
  afterAll(() => rmSync(pagesFolder, { recursive: true }))

  engineOfTier((open) => {
    let app: TestApp
    let lucia: Person
    let guest: Visitor
    let gift: string

    beforeAll(async () => {
      app = await buildApp(await open(), { pagesFolder })
      lucia = await buildPerson(app, { firstName: 'Lucía', lastName: 'Fernández' })
      guest = visitor(app)
      gift = await buildCollection(app, lucia, { title: 'Regalo para la seño Caro' })
      await buildReport(app, gift, { amount: 60_000_00 })
    })

    const headOf = async (path: string) => readHead((await guest.get(path)).body)
    /** Moves the clock past the time for which a response is cached. */
    const later = () => app.clock.forward(10_000)
    const pictureOf = async (id: string) => {
      const { image } = await headOf(`/contribuir/${id}`)
      return new URL(image ?? '').pathname + new URL(image ?? '').search
    }

    it.each([
      ['/contribuir/:id', (id: string) => `/contribuir/${id}`],
      ['its other address', (id: string) => `/colecta/${id}/contribute`],
      ['an address in capitals', (id: string) => `/contribuir/${id.toUpperCase()}/`],
      [
        'an address with a trace of where it was shared',
        (id: string) => `/contribuir/${id}?fbclid=1`,
      ],
    ])('shows the reason, the organiser and the progress at %s', async (_, path) => {
      const head = await headOf(path(gift))
      expect(head).toMatchObject({
        pageTitle: 'Regalo para la seño Caro · Entre Todos',
        title: 'Regalo para la seño Caro',
        description: expect.stringMatching(
          /^Organiza Lucía\. Ya se juntaron \$\s60\.000 de \$\s100\.000 \(60\s%\)\. Monto sugerido: \$\s5\.000, hasta el \d\d\/\d\d\/\d{4}\.$/,
        ),
        url: `http://localhost:3000/contribuir/${gift}`,
        canonical: `http://localhost:3000/contribuir/${gift}`,
        image: expect.stringMatching(
          `^http://localhost:3000/api/collections/${gift}/picture\\.png\\?v=[\\w-]+$`,
        ),
        'image:width': '1200',
        'image:height': '630',
        'image:alt': 'Regalo para la seño Caro. Organiza Lucía.',
        locale: 'es_AR',
        site_name: 'Entre Todos',
        type: 'website',
        card: 'summary_large_image',
      })
    })

    it('has the picture that the organiser chose in place of the drawn one', async () => {
      const id = await buildCollection(app, lucia)
      const chosen = await lucia.post(`/api/collections/${id}/picture`, chosenPicture())
      expect(await headOf(`/contribuir/${id}`)).toMatchObject({
        image: `http://localhost:3000/api/collections/${id}/picture.jpg?v=${chosen.body.picture}`,
        'image:type': 'image/jpeg',
        'image:width': '1200',
        'image:height': '630',
      })
    })

    it('states the total while nothing was collected', async () => {
      const id = await buildCollection(app, lucia)
      expect((await headOf(`/contribuir/${id}`)).description).toMatch(
        /^Organiza Lucía\. Total a colectar: \$\s100\.000\. Monto sugerido: \$\s5\.000, hasta el \d\d\/\d\d\/\d{4}\.$/,
      )
    })

    it('is in the first kilobytes of the page', async () => {
      const { body } = await guest.get(`/contribuir/${gift}`)
      expect(body.indexOf('og:image:height')).toBeLessThan(2_048)
    })

    it.each([
      '</title><script>alert(1)</script>',
      '"><img src=x onerror=alert(1)> \' & &amp;',
      "$& $` $' $1 $$",
      '<!-- /head -->',
    ])('shows %s as it was written, and never as a tag', async (title) => {
      const id = await buildCollection(app, lucia, { title })
      const { body } = await guest.get(`/contribuir/${id}`)
      expect(readHead(body)).toMatchObject({ title, pageTitle: `${title} · Entre Todos` })
      expect(body).not.toMatch(/<script|<img|\sonerror=alert\(1\)>/)
      expect(body.match(/<div id="root">/g)).toHaveLength(1)
      expect((await guest.get(await pictureOf(id))).status).toBe(200)
    })

    it('shows that a collection is closed', async () => {
      const id = await buildCollection(app, lucia)
      const { image } = await headOf(`/contribuir/${id}`)
      await lucia.mutate('set-collection-status', { id, status: 'cerrada' })
      later()
      const closed = await headOf(`/contribuir/${id}`)
      expect(closed.description).toContain('La colecta está cerrada')
      expect(closed.image).not.toBe(image)
    })

    it('shows the product for a page without a collection, and for a deleted collection', async () => {
      const deleted = await buildCollection(app, lucia, { title: 'Ya no está' })
      await headOf(`/contribuir/${deleted}`)
      const picture = `/api/collections/${deleted}/picture.png`
      await lucia.mutate('delete-collection', { id: deleted })
      later()
      for (const path of [
        '/',
        '/dashboard',
        '/no/existe',
        '/contribuir/nada',
        `/contribuir/${newId()}`,
        `/contribuir/${deleted}`,
        `/colecta/${gift}`,
        `/colecta/${gift}/imprimir`,
      ]) {
        const { status, body } = await guest.get(path)
        expect(status).toBe(path === '/no/existe' ? 404 : 200)
        expect(body).not.toContain('Regalo para la seño Caro')
        expect(body).not.toContain('Ya no está')
        expect(readHead(body)).toMatchObject({
          'image:width': '1200',
          'image:height': '630',
          pageTitle: 'Entre Todos',
          locale: 'es_AR',
          image: expect.stringMatching(/^http:\/\/localhost:3000\/api\/picture\.png\?v=/),
          card: 'summary_large_image',
        })
      }
      expect((await guest.get(picture)).status).toBe(404)
      expect((await guest.get(`/api/collections/${newId()}/picture.png`)).status).toBe(404)
      expect((await guest.get('/api/collections/nada/picture.png')).status).toBe(404)
    })

    it('contains no contributor, e-mail or account', async () => {
      const { body } = await guest.get(`/contribuir/${gift}`)
      expect(body).not.toMatch(/Julieta|Fernández|example\.com|patio\.baldosa/)
      expect(body).toContain('<meta name="robots" content="noindex" />')
    })

    it('gets a 304 when the client has it already', async () => {
      for (const path of [`/contribuir/${gift}`, '/', await pictureOf(gift), '/api/picture.png']) {
        const { status, headers } = await guest.get(path)
        const etag = headers.get('etag') ?? ''
        expect([status, etag]).toEqual([200, expect.stringMatching(/^(W\/)?"[\w-]+"$/)])
        const again = await guest.send('GET', path, undefined, { 'if-none-match': etag })
        expect([again.status, again.body]).toEqual([304, ''])
        expect(again.headers.get('cache-control')).toBe(headers.get('cache-control'))
      }
    })

    it('responds to HEAD requests', async () => {
      const path = await pictureOf(gift)
      const { status, headers, body } = await guest.send('HEAD', path)
      expect([status, body, headers.get('content-type')]).toEqual([200, '', 'image/png'])
      expect(Number(headers.get('content-length'))).toBe((await bytesOf(app, path)).length)
      const page = await guest.send('HEAD', `/contribuir/${gift}`)
      expect([page.status, page.body]).toEqual([200, ''])
    })

    it.each([
      ['a collection', () => pictureOf(gift)],
      ['the product', async () => '/api/picture.png'],
    ])('has a picture of %s, a PNG of 1200 by 630', async (_, path) => {
      const bytes = await bytesOf(app, await path())
      const { width, height } = await loadImage(bytes)
      expect([width, height]).toEqual([1200, 630])
      expect(bytes.length).toBeLessThan(300_000)
    })

    it.each([
      'A'.repeat(120),
      'Ñ ¿á é? '.repeat(15).trim(),
      '🎂🎉👩‍👩‍👧',
      'مرحبا שלום',
      '日本語 😀 Łódź',
    ])('can picture the reason %s', async (title) => {
      const id = await buildCollection(app, lucia, { title, cantidadPersonas: 40 })
      const { width } = await loadImage(await bytesOf(app, await pictureOf(id)))
      expect(width).toBe(1200)
    })

    it('has another picture, at another address, when the progress moved', async () => {
      const id = await buildCollection(app, lucia)
      const before = await pictureOf(id)
      expect(await pictureOf(id)).toBe(before)
      const first = await bytesOf(app, before)
      await buildReport(app, id)
      later()
      const after = await pictureOf(id)
      expect(after).not.toBe(before)
      expect(first.equals(await bytesOf(app, after))).toBe(false)
    })

    it('may be cached under its own version, and under no other', async () => {
      const path = await pictureOf(gift)
      const { headers } = await guest.get(path)
      expect(headers.get('cache-control')).toBe('public, max-age=86400')
      for (const other of [path.replace(/\?.*/, ''), `${path}x`]) {
        expect((await guest.get(other)).headers.get('cache-control')).toBe('no-cache')
      }
    })

    it('draws a picture once for concurrent requests', async () => {
      const id = await buildCollection(app, lucia, { title: 'Entre muchos' })
      const path = await pictureOf(id)
      const all = await Promise.all(Array.from({ length: 30 }, () => bytesOf(app, path)))
      expect(new Set(all.map((bytes) => bytes.toString('base64'))).size).toBe(1)
    })
  })
})

async function bytesOf(app: TestApp, path: string): Promise<Buffer> {
  const response = await app.fetch(path)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** Reads the head as a messenger does: each tag by its name, with entities decoded. */
function readHead(page: string) {
  const [, pageTitle = ''] = /<title>([^<]*)<\/title>/.exec(page) ?? []
  const [, canonical] = /<link rel="canonical" href="([^"]*)"/.exec(page) ?? []
  const tags = [
    ...page.matchAll(/<meta (?:property="og:|name="(?:twitter:)?)([\w:]+)" content="([^"]*)"/g),
  ]
  return {
    ...Object.fromEntries(tags.map(([, name = '', content = '']) => [name, unescaped(content)])),
    pageTitle: unescaped(pageTitle),
    canonical,
  } as Record<string, string | undefined>
}

function unescaped(text: string): string {
  return text
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

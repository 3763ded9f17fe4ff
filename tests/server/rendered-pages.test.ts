import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PublicCollection } from '../../shared/collection.ts'
import { addDays, formatDay, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { databasesOf } from '../support/database.ts'
import { LOGIN, makeRenderedPages, PROGRAM, SCRIPT } from '../support/make-rendered-pages.ts'
import { startMercadoPago } from '../support/mercado-pago.ts'
import { buildCollection, buildPerson, buildReport, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const ALIAS = 'patio.baldosa'

describe('the contribution page, written by the server', () => {
  const open = databasesOf('embedded')
  let app: TestApp
  let lucia: Person
  let guest: Visitor
  let gift: string

  beforeAll(async () => {
    app = await buildApp(await open(), { pagesFolder: await makeRenderedPages() })
    lucia = await buildPerson(app, { firstName: 'Lucía', lastName: 'Fernández' })
    guest = visitor(app)
    gift = await buildCollection(app, lucia, {
      title: 'Regalo para la seño Caro',
      description: 'Una cafetera',
      deadline: addDays(today(app.clock.now()), 7),
    })
    await buildReport(app, gift, { amount: 60_000_00 })
  })

  const pageOf = async (id: string) => (await guest.get(`/contribuir/${id}`)).body
  /** Moves the clock past the time for which a response is cached. */
  const later = () => app.clock.forward(10_000)

  it('contains the reason, the amounts, the progress, the account and the form', async () => {
    const text = textOf(await pageOf(gift))
    for (const part of [
      'Organiza Lucía',
      'Regalo para la seño Caro',
      'Una cafetera $ 60.000 de $ 100.000 60 %',
      `Fecha límite: ${formatDay(addDays(today(app.clock.now()), 7))} Faltan 7 días`,
      `Alias de Lucía Fernández ${ALIAS}`,
      'Realizar un aporte',
      'Lucía sugiere $ 5.000 por persona.',
      'Nombre',
      'Email',
      'Mensaje para Lucía',
      'Para avisar de tu aporte hace falta JavaScript.',
    ])
      expect(text).toContain(part)
    expect(await pageOf(gift)).toMatch(/<input [^>]*name="amount" value="5\.000"/)
  })

  it('ignores the case of the URL', async () => {
    const page = await pageOf(gift)
    expect((await guest.get(`/contribuir/${gift.toUpperCase()}/`)).body).toBe(page)
  })

  it('has only its head at the URL that needs a sign-in', async () => {
    const { body } = await guest.get(`/colecta/${gift}/contribute`)
    expect(body).toContain('Regalo para la seño Caro')
    expect(body).toContain('<div id="root"></div>')
    expect(body).not.toContain('page-data')
  })

  it('links its files in the head, and contains the data that it was rendered from', async () => {
    const page = await pageOf(gift)
    const [head = ''] = /<head>.*<\/head>/s.exec(page) ?? []
    expect(head).toContain(`<link rel="program" as="fetch" crossorigin href="/${SCRIPT}">`)
    expect(dataOf(page)).toMatchObject({
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      collection: withoutToken((await guest.get(`/api/collections/${gift}`)).body),
    })
  })

  it('contains nothing that its policy forbids: no inline style, script or handler', async () => {
    const page = await pageOf(gift)
    expect(page).not.toMatch(/\sstyle=|<style|\son\w+=/)
    // The template's own, data, and what starts the program: the two that run are allowed by their hashes.
    expect(page.match(/<script[^>]*>/g)).toEqual([
      '<script>',
      '<script type="application/json" id="page-data">',
      '<script>',
    ])
    const { headers } = await guest.get(`/contribuir/${gift}`)
    for (const [, script] of page.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
      const hash = createHash('sha256').update(script).digest('base64')
      expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
    }
  })

  it('cannot submit the form into the URL: its button waits for the script', async () => {
    const page = await pageOf(gift)
    expect(page).toMatch(/<button [^>]*type="submit" disabled=""/)
    expect(page).not.toMatch(/<form [^>]*action=/)
    // Otherwise Firefox enables them at a reload.
    const waiting = page.match(/<button [^>]*disabled=""[^>]*>/g)
    expect(waiting).toEqual(waiting?.map(() => expect.stringMatching(/ autocomplete="off"/i)))
  })

  it.each([
    '</title></script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)> \' & &amp;',
    "$& $` $' $1 $$",
    '<!-- /head --> <!--',
    '<div id="root"></div>',
  ])('shows %s as it was written, and never as a tag', async (title) => {
    const id = await buildCollection(app, lucia, { title, description: title })
    const page = await pageOf(id)
    expect(dataOf(page).collection).toMatchObject({ title, description: title })
    expect(page.match(/<script/g)).toHaveLength(3)
    expect(page).not.toContain('<img')
    expect(page.match(/<div id="root">/g)).toHaveLength(1)
    expect(textOf(page)).toContain(`${title} ${title}`)
  })

  it('is the same for a signed-in person, and names no contributor', async () => {
    const signedIn = await lucia.get(`/contribuir/${gift}`)
    expect(signedIn.body).toBe(await pageOf(gift))
    expect(signedIn.body).not.toMatch(/Julieta|example\.com/)
  })

  it('shows another progress when money came in', async () => {
    const id = await buildCollection(app, lucia)
    expect(textOf(await pageOf(id))).toContain('0 %')
    await buildReport(app, id, { amount: 25_000_00 })
    later()
    expect(textOf(await pageOf(id))).toContain('25 %')
  })

  it('shows that a colecta is closed, and not its account', async () => {
    const id = await buildCollection(app, lucia)
    await lucia.mutate('set-collection-status', { id, status: 'cerrada' })
    const page = await pageOf(id)
    const text = textOf(page)
    expect(text).toContain('Esta colecta no está aceptando contribuciones')
    expect(text).toContain('CERRADA')
    expect(text).not.toContain(ALIAS)
    expect(page).not.toContain('<form')
  })

  it('offers the payment methods of this installation, and announces the others', async () => {
    const choicesIn = (page: string) => textOf(page).split('Cómo quieres aportar')[1] ?? ''
    expect(choicesIn(await pageOf(gift))).toContain('Mercado Pago y MODO Próximamente')

    const provider = await startMercadoPago()
    const pagesFolder = await makeRenderedPages()
    const configured = await buildApp(app.database, { pagesFolder, env: provider.env })
    const other = visitor(configured)
    const without = choicesIn((await other.get(`/contribuir/${gift}`)).body)
    expect(without).toContain('MODO Próximamente')
    expect(without).not.toContain('Mercado Pago')

    const organiser = visitor(configured)
    organiser.cookies.set('session', lucia.cookies.get('session') ?? '')
    await provider.connect(organiser)
    await provider.stop()
    configured.clock.forward(10_000)
    const page = (await other.get(`/contribuir/${gift}`)).body
    expect(choicesIn(page)).toMatch(/^ Transferencia .* Mercado Pago Tarjeta .* MODO Próximamente /)
    expect(page).toMatch(/<input (?![^>]*disabled)[^>]*value="MercadoPago"/)
    const { body } = await other.get(`/api/collections/${gift}`)
    expect(dataOf(page).collection).toEqual(withoutToken(body))
  })

  it('loads its script after the first paint', async () => {
    const page = await pageOf(gift)
    expect(page.match(/<link rel="program"[^>]*>/g)?.[0]).toContain(`href="/${PROGRAM}"`)
    expect(page).not.toMatch(/rel="(?:modulepreload|preload" as="fetch)"|<script type="module"/)
  })

  it.each([
    ['/', 'Juntar plata entre todos, sin perseguir a nadie'],
    ['/login', '¿Olvidaste tu contraseña?'],
  ])('writes %s for guests only', async (path, words) => {
    const { body, headers } = await guest.get(path)
    expect(textOf(body)).toContain(words)
    expect(textOf(body)).toContain('Crear cuenta')
    expect(dataOf(body)).toEqual({ today: expect.any(String), user: null, google: false })
    expect(headers.get('vary')).toContain('Cookie')
    const signedIn = await lucia.get(path)
    expect(signedIn.body).toContain('<div id="root"></div>')
    expect(signedIn.headers.get('etag')).not.toBe(headers.get('etag'))
  })

  it('names the files of a screen that people come to first, without its content', async () => {
    const { body } = await guest.get('/login?returnTo=%2Fdashboard')
    expect(body).toContain(`<link rel="preload" as="fetch" crossorigin href="/${LOGIN}">`)
    expect(body).toContain('<div id="root"></div>')
    expect((await guest.get('/ayuda')).body).not.toContain('rel="preload" as="fetch"')
  })

  it('preloads the session on pages that a script renders, and on no other', async () => {
    const asking = '<link rel="preload" href="/api/session" as="fetch" crossorigin></head>'
    expect((await guest.get('/ayuda')).body).toContain(asking)
    expect((await guest.get(`/contribuir/${gift}`)).body).not.toContain(asking)
  })

  it('is left to its script for a deleted or unknown colecta', async () => {
    const deleted = await buildCollection(app, lucia)
    await lucia.mutate('delete-collection', { id: deleted })
    for (const id of [newId(), deleted, 'nada']) {
      const { status, body } = await guest.get(`/contribuir/${id}`)
      expect([status, body]).toEqual([200, expect.stringContaining('<div id="root"></div>')])
    }
  })

  it.each([
    [
      'fails',
      'export const modulesAt = () => []; export const isOpen = () => false; export const renderPage = async () => { throw new Error("no") }',
    ],
    ['is broken', 'export const renderPage = ('],
  ])('has no content when its renderer %s, and the failure is logged', async (_, renderer) => {
    const other = await buildApp(app.database, { pagesFolder: await makeRenderedPages(renderer) })
    const { status, body } = await visitor(other).get(`/contribuir/${gift}`)
    expect([status, body]).toEqual([200, expect.stringContaining('<div id="root"></div>')])
    expect(body).toContain('<title>Regalo para la seño Caro · Entre Todos</title>')
    expect(other.logged.some((line) => line.includes('"msg":"pages"'))).toBe(true)
  })

  it('does not serve its renderer or its manifest by their paths', async () => {
    for (const path of [
      '/.server/render.js',
      '/.vite/manifest.json',
      '/assets/../.server/render.js',
    ])
      expect((await guest.get(path)).status).toBe(404)
  })
})

/** The page's visible texts, separated by spaces. */
function textOf(page: string): string {
  const [, root = ''] = /<div id="root">(.*)<script type="application\/json"/s.exec(page) ?? []
  return root
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}

function dataOf(page: string) {
  const [, json = '{}'] = /<script type="application\/json"[^>]*>([^<]*)<\/script>/.exec(page) ?? []
  return JSON.parse(json)
}

/** The page is cached for everybody, so it has no token: the form requests one itself. */
function withoutToken({ formToken, ...collection }: PublicCollection) {
  expect(formToken).toMatch(/^\d+\./)
  return collection
}

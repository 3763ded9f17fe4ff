import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { createApp } from '../../server/app.ts'
import { databasesOf } from '../support/database.ts'
import { buildCollection, buildPerson, type Person } from '../support/people.ts'
import { announce } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/*
 * Rules of every response (A6): each route and page is requested with and without a session, with valid and invalid
 * input.
 */

const ORIGIN = 'https://entretodos.example'
const ELSEWHERE = 'https://otro.example'
const UNSAFE = ['POST', 'PUT', 'PATCH', 'DELETE']

describe('every response', () => {
  const open = databasesOf('embedded')
  let app: TestApp
  let lucia: Person
  /** [method, path] of every route, with its parameters filled in. */
  let routes: [method: string, path: string][]

  beforeAll(async () => {
    app = await buildApp(await open(), { env: { ORIGIN }, pagesFolder: pages() })
    lucia = await buildPerson(app)
    lucia.cookies.set('__Host-session', lucia.cookies.get('session') ?? '')
    const collection = await buildCollection(app, lucia)
    const { id, capability } = await announce(app, collection)
    const server = await serveApp(app)
    const bytes = picture(1_000)
    await upload(server.origin, bytes, metadataOf(bytes, capability))
    await server.close()
    const { body } = await lucia.get(`/api/receipts/${id}/url`)
    const question = `args=${encodeURIComponent(JSON.stringify({ collectionId: collection }))}`
    const filled = (path: string) =>
      path
        .replace('/collections/:id', `/collections/${collection}`)
        .replace('/api/receipts/:contributionId/file', body.url)
        .replace(':contributionId', id)
        .replace(':name', `collection-contributions?${question}`)
        .replace(':table', 'contributions')
        .replace(/exists$/, 'exists?email=lucia@example.com')
        .replace(':id', id)
    routes = createApp(app.context, '/nowhere')
      .routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*')
      .map(({ method, path }) => [method, filled(path)])
  })

  /** A session of its own: some routes end it. */
  const newCookie = async () => `__Host-session=${await app.context.sessions.create(lucia.id)}`

  const ask = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await app.fetch(path, { method, ...init })
    // A stream has no end.
    const first = await response.body?.getReader().read()
    return { what: `${response.status} ${method} ${path}`, response, hasBody: !!first?.value }
  }

  async function allAnswers() {
    const headers = { origin: ORIGIN, 'content-type': 'application/json' }
    const answers = []
    for (const [method, path] of routes) {
      const body = UNSAFE.includes(method) ? '{}' : undefined
      answers.push(await ask(method, path, { headers, body }))
      answers.push(
        await ask(method, path, { headers: { ...headers, cookie: await newCookie() }, body }),
      )
      if (body) answers.push(await ask(method, path, { headers, body: '{' }))
      if (body) answers.push(await ask(method, path, { headers: { origin: ELSEWHERE }, body }))
    }
    for (const path of [
      '/',
      '/dashboard',
      '/favicon.svg',
      '/assets/a.js',
      '/nada.png',
      '/api/nada',
    ])
      answers.push(await ask('GET', path))
    return answers
  }

  it('has HSTS, nosniff, a content policy and a charset', async () => {
    const answers = await allAnswers()
    const statuses = new Set(answers.map(({ response }) => response.status))
    for (const status of [200, 204, 400, 401, 403, 404]) expect(statuses).toContain(status)
    for (const { what, response, hasBody } of answers) {
      const { headers } = response
      expect(headers.get('strict-transport-security'), what).toBe(
        'max-age=31536000; includeSubDomains',
      )
      expect(headers.get('x-content-type-options'), what).toBe('nosniff')
      expect(headers.get('referrer-policy'), what).toBe('same-origin')
      expect(headers.get('content-security-policy'), what).toMatch(
        /object-src 'none'; base-uri 'none';.*frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default|^default-src 'none'; sandbox$/,
      )
      expect([null, ORIGIN], what).toContain(headers.get('access-control-allow-origin'))
      if (!hasBody) continue
      const type = headers.get('content-type') ?? 'none'
      expect(type, what).toMatch(/^[a-z]+\/[a-z0-9.+-]+(; ?charset=utf-8)?$/i)
      if (/^text\/|xml/.test(type)) expect(type, what).toMatch(/; ?charset=utf-8$/i)
    }
  })

  it('to an unsafe request from another site is a refusal', async () => {
    const cookie = await newCookie()
    const unsafe = routes.filter(([method]) => UNSAFE.includes(method))
    expect(unsafe.length).toBeGreaterThan(15)
    for (const [method, path] of unsafe) {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const headers = { cookie, origin: ELSEWHERE, 'content-type': type }
        const response = await app.fetch(path, { method, headers, body: '{}' })
        expect(await response.json(), `${method} ${path}`).toMatchObject({ code: 'foreign-origin' })
      }
    }
  })

  it('to a GET leaves every row unchanged', async () => {
    const cookie = await newCookie()
    const before = await rows()
    let answered = 0
    const questions = routes.filter(([method]) => !UNSAFE.includes(method))
    expect(questions.length).toBeGreaterThan(12)
    for (const [method, path] of questions) {
      const { what, response } = await ask(method, path, { headers: { cookie } })
      expect(await rows(), what).toEqual(before)
      if (response.ok) answered += 1
    }
    expect(answered).toBeGreaterThan(12)
  })

  /** Of every table but that of the rate limits (A5). */
  async function rows() {
    const tables = await app.database.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'limits'
       order by relname`,
    )
    expect(tables.length).toBeGreaterThan(10)
    const each = tables.map(
      ({ name }) =>
        `select '${name}' as name, string_agg(t::text, ' ' order by t::text) from ${name} t`,
    )
    return app.database.query(each.join(' union all '))
  }
})

function pages(): string {
  const folder = makeTemporaryFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Entre Todos</title>')
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets/a.js'), 'console.log(1)')
  return folder
}

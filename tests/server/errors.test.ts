import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { DatabaseError } from '../../server/data/database-error.ts'
import type { SetTimer } from '../../server/domain/set-timer.ts'
import { newId } from '../../shared/id.ts'
import { MINUTE } from '../../shared/time.ts'
import { databasesOf } from '../support/database.ts'
import { buildPerson, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

describe('an error response', () => {
  const open = databasesOf('embedded')
  let app: TestApp
  let guest: Visitor
  let lucia: Person

  beforeAll(async () => {
    app = await buildApp(await open())
    guest = visitor(app)
    lucia = await buildPerson(app)
  })

  it.each([
    ['GET', '/api/nada'],
    ['GET', '/api/'],
    ['DELETE', '/api/session'],
    ['GET', '/api/login'],
    ['PUT', '/api/register'],
  ])('to %s %s is a 404', async (method, path) => {
    const { status, body } = await guest.send(method, path)
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'Esa dirección no existe.', code: 'not-found' },
    })
  })

  it.each([
    '',
    '{',
    'null',
    '7',
    '"texto"',
    '{"email":"a\\u0000@example.com","password":"x"}',
    '{"a\\u0000":1}',
  ])('to the body %j is a 400', async (text) => {
    const { status, body } = await guest.post('/api/login', text)
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'Los datos no son válidos.', code: 'invalid-input' },
    })
  })

  it.each([
    ['to a body without end stops reading', { email: 'x'.repeat(2 ** 20) }, {}],
    ['to a body announced as too large keeps none of it', {}, { 'content-length': '1048577' }],
  ])('%s', async (_what, sent, headers) => {
    const { status, body } = await guest.send('POST', '/api/login', sent, headers)
    expect({ status, body }).toEqual({
      status: 413,
      body: { error: 'El envío es demasiado grande.', code: 'too-large' },
    })
  })

  it.each([
    ['no JSON', 'my-collections?args={', 400, 'invalid-input'],
    ['a null character', 'my-collections?args={"search":"\\u0000"}', 400, 'invalid-input'],
    ['a page before the first', 'my-collections?args={"page":0}', 400, 'invalid-input'],
    ['an order that is none', 'my-collections?args={"sort":"1;drop"}', 400, 'invalid-input'],
    ['an id that is none', 'collection?args={"id":"1"}', 400, 'invalid-input'],
    [
      'the year 0',
      'arrivals?args={"collectionId":null,"since":"0000-01-01T00:00:00Z"}',
      400,
      'invalid-input',
    ],
    ['an unknown name', 'select-star', 404, 'not-found'],
    ['a name of the language', 'constructor', 404, 'not-found'],
    ['a list of things to ask', 'collection?args=[]', 400, 'invalid-input'],
  ])('to a query with %s says so', async (_what, question, expected, code) => {
    const { status, body } = await lucia.get(`/api/query/${encodeURI(question)}`)
    expect({ status, code: body.code }).toEqual({ status: expected, code })
    expect(body.error).not.toMatch(/invalid/i)
  })

  it('asks a guest to sign in', async () => {
    for (const answer of [
      await guest.query('my-collections'),
      await guest.post('/api/sync/mutations', { mutations: [] }),
    ]) {
      expect(answer.status).toBe(401)
      expect(answer.body.code).toBe('not-signed-in')
    }
  })

  it('is a message and a request id for any internal error; the log has the details', async () => {
    const broken = await buildApp(breaking(new Error('relation "x" of postgres://user:pw@host')))
    const { status, body, headers } = await visitor(broken).get('/api/users/exists?email=a@b.ar')
    expect({ status, body }).toEqual({
      status: 500,
      body: { error: 'Ocurrió un error inesperado. Intenta nuevamente.', code: 'internal' },
    })
    expect(broken.logged.join()).toContain(headers.get('x-request-id'))
    expect(broken.logged.join()).toContain('relation')
  })

  it('is temporary when the database is unavailable', async () => {
    const away = await buildApp(breaking(new DatabaseError('connection refused', '08006')))
    const exists = await visitor(away).get('/api/users/exists?email=a@b.ar')
    expect([exists.status, exists.body.code]).toEqual([503, 'unavailable'])
    expect(away.logged.join()).toContain('connection refused')
    // A tus client takes 423 for an upload that is there and waits, and any other no for none (R3).
    const methods = ['PATCH', 'HEAD']
    const uploads = await Promise.all(methods.map((method) => sendChunk(away, method)))
    expect(uploads.map(({ status }) => status)).toEqual([503, 423])
    expect(uploads[0]?.body.error).toBe(
      'Error al subir el archivo. Por favor, verifica tu conexión e intenta nuevamente.',
    )
    const ready = await visitor(away).get('/api/ready')
    expect([ready.status, ready.body.code]).toEqual([503, 'unavailable'])
    expect((await visitor(away).get('/api/health')).status).toBe(200)
  })

  it.each([
    ['cannot be reached', '08006'],
    ['has no space', '53100'],
  ])('is logged once, and then counted each minute, while the database %s', async (_what, code) => {
    const minutes: (() => void)[] = []
    const setTimer: SetTimer = (ms, happen) => {
      if (ms === MINUTE) minutes.push(happen)
      return () => {}
    }
    const database = breaking(new DatabaseError('not now', code))
    const away = await buildApp(database, { overrides: { setTimer } })
    const lines = () => away.logged.splice(0).map((line) => JSON.parse(line))
    const ask = () => visitor(away).get('/api/users/exists?email=a@b.ar')
    const endMinute = () => {
      for (const end of minutes.splice(0)) end()
    }
    lines()
    minutes.length = 0

    for (let time = 0; time < 3; time++) expect((await ask()).status).toBe(503)
    for (const method of ['PATCH', 'HEAD']) await sendChunk(away, method)
    expect(lines()).toMatchObject([{ msg: 'unexpected error', error: 'not now' }])
    endMinute()
    expect(lines()).toMatchObject([{ code, requests: 4 }])
    endMinute()
    expect(lines()).toEqual([])
    await sendChunk(away, 'PATCH')
    await ask()
    expect(lines()).toMatchObject([{ msg: 'upload failed', error: 'not now' }])
  })

  it.each([
    ['a lock was not given in time', '55P03'],
    ['two waited for each other', '40P01'],
    ['others wrote at the same time', '40001'],
    ['a transaction lay idle', '25P03'],
  ])('is temporary when %s', async (_what, code) => {
    const busy = await buildApp(breaking(new DatabaseError('not now', code)))
    const exists = await visitor(busy).get('/api/users/exists?email=a@b.ar')
    expect([exists.status, exists.body.code]).toEqual([503, 'unavailable'])
    expect((await sendChunk(busy, 'PATCH')).status).toBe(503)
  })

  it('is a 409, and is not logged, after a foreign key violation', async () => {
    const late = await buildApp(breaking(new DatabaseError('violates foreign key', '23503')))
    const { status, body } = await visitor(late).get('/api/users/exists?email=a@b.ar')
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' })
    expect(late.logged).toEqual([])
  })

  it('leaves passwords, tokens and cookies out of the log', async () => {
    const broken = await buildApp(breaking(new Error('no')))
    const someone = visitor(broken, { authorization: 'Bearer secreto-1' })
    await someone.post('/api/login', { email: 'a@b.ar', password: 'secreto-2' })
    await visitor(broken, { cookie: 'session=secreto-3' }).get('/api/session')
    expect(broken.logged).toHaveLength(2)
    expect(broken.logged.join()).not.toContain('secreto')
  })
})

describe('every response of the API', () => {
  const open = databasesOf('embedded')

  it('is not cached and has the security headers', async () => {
    const guest = visitor(await buildApp(await open()))
    for (const path of ['/api/health', '/api/session', '/api/nada']) {
      const { headers } = await guest.get(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
          "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; " +
          "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'; trusted-types default",
      )
    }
  })
})

/** Sends an empty chunk of an unknown upload, or asks for its offset. */
function sendChunk(app: TestApp, method: string) {
  return visitor(app).send(method, `/api/uploads/${newId()}`, undefined, {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  })
}

/** A database on which nothing works. */
function breaking(error: Error): Database {
  const fail = async () => {
    throw error
  }
  return {
    engine: 'embedded',
    connections: 1,
    query: fail,
    transaction: fail,
    asMember: fail,
    inSnapshotAsMember: fail,
    copyIn: fail,
    copyOut: fail,
    inBulk: fail,
    close: async () => {},
  }
}

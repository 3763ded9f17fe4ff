import { beforeAll, describe, expect, it } from 'vitest'
import { databasesOf } from '../support/database.ts'
import { buildPerson } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { visitor } from '../support/visitor.ts'

describe('a request that changes something', () => {
  const open = databasesOf('embedded')
  let app: TestApp

  beforeAll(async () => {
    app = await buildApp(await open())
  })

  const logOut = (headers: Record<string, string>) => visitor(app, headers).post('/api/logout')

  it.each([
    ['from a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }],
    ['from ours without an Origin', { 'sec-fetch-site': 'same-origin' }],
    [
      'from a page of ours by another name',
      {
        'sec-fetch-site': 'same-origin',
        origin: 'http://192.168.1.5:3000',
        host: '192.168.1.5:3000',
      },
    ],
    ['from ours in an old browser', { origin: 'http://localhost:3000' }],
    ['from no browser', {}],
    ['with a bearer token', { authorization: 'Bearer abc', origin: 'http://evil.example' }],
  ])('passes %s', async (_from, headers) => {
    expect((await logOut(headers)).status).toBe(200)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' }],
    ['another site that lies', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }],
    [
      'another site that claims to be ours',
      { 'sec-fetch-site': 'same-origin', origin: 'http://evil.example' },
    ],
    ['a sandbox that claims to be ours', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['nowhere', { 'sec-fetch-site': 'none' }],
    ['another site in an old browser', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['a sandboxed frame', { origin: 'null' }],
    [
      'another site, bearer token and cookie',
      { authorization: 'Bearer abc', cookie: 'session=abc', origin: 'http://evil.example' },
    ],
  ])('is refused from %s', async (_from, headers) => {
    const { status, body } = await logOut(headers)
    expect({ status, body }).toEqual({
      status: 403,
      body: {
        error: 'Esta acción solo se puede hacer desde Entre Todos.',
        code: 'foreign-origin',
      },
    })
  })

  it('does nothing when it is refused', async () => {
    const lucia = await buildPerson(app)
    const cookie = `session=${lucia.cookies.get('session')}`
    await logOut({ cookie, 'sec-fetch-site': 'cross-site' })
    expect((await lucia.get('/api/session')).body.user.id).toBe(lucia.id)
  })

  it('is refused, but one that only reads is not', async () => {
    const { status } = await visitor(app, { 'sec-fetch-site': 'cross-site' }).get('/api/session')
    expect(status).toBe(200)
  })
})

import { beforeAll, describe, expect, it, vi } from 'vitest'
import { DAY, HOUR } from '../../shared/time.ts'
import { buildMember, buildPerson, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

const PASSWORD = 'un mate por favor'

engineOfTier((open) => {
  let app: TestApp

  beforeAll(async () => {
    app = await buildApp(await open())
  })

  const userOf = async (someone: { get: Person['get'] }) =>
    (await someone.get('/api/session')).body.user

  it('has no user for a visitor', async () => {
    const { status, body } = await visitor(app).get('/api/session')
    expect({ status, body }).toEqual({
      status: 200,
      body: { access_token: null, refresh_token: null, user: null },
    })
  })

  describe('in a browser', () => {
    const email = 'navegadora@example.com'
    const browser = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }

    beforeAll(() => buildMember(app, PASSWORD, { email }))

    it('stores the session in a cookie that no script reads', async () => {
      const someone = visitor(app, browser)
      const { headers, body } = await someone.post('/api/login', { email, password: PASSWORD })
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^session=[a-z0-9]{40}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      ])
      const user = {
        id: expect.any(String),
        email,
        firstName: 'Lucía',
        lastName: 'Fernández',
        isAdmin: false,
      }
      expect(body).toEqual({ access_token: null, refresh_token: null, user })
      expect((await someone.get('/api/session')).body).toEqual(body)
    })

    it('sends a Secure cookie and HSTS when the origin is https', async () => {
      const secure = await buildApp(app.database, { env: { ORIGIN: 'https://entretodos.example' } })
      const someone = visitor(secure, { 'sec-fetch-site': 'same-origin' })
      const { headers } = await someone.post('/api/login', { email, password: PASSWORD })
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__Host-session=[a-z0-9]{40}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ])
      expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
      expect(await userOf(someone)).toMatchObject({ email })
    })

    it('never shows a token, not even when asked to', async () => {
      const { status, body } = await visitor(app, browser).post('/api/login', {
        email,
        password: PASSWORD,
        session: 'bearer',
      })
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'not-allowed' })
    })

    it('gets a new id at every login, and the old one ends', async () => {
      const someone = visitor(app, browser)
      await someone.post('/api/login', { email, password: PASSWORD })
      const before = someone.cookies.get('session') ?? ''
      await someone.post('/api/login', { email, password: PASSWORD })
      expect(someone.cookies.get('session')).not.toBe(before)
      expect(await userOf(visitor(app, { cookie: `session=${before}` }))).toBeNull()
    })
  })

  describe('without a browser', () => {
    it('is identified by a bearer token', async () => {
      await buildMember(app, PASSWORD, { email: 'programa@example.com' })
      const program = visitor(app)
      const { body, headers } = await program.post('/api/login', {
        email: 'programa@example.com',
        password: PASSWORD,
        session: 'bearer',
      })
      expect(headers.getSetCookie()).toEqual([])
      expect(body).toEqual({
        access_token: expect.stringMatching(/^[a-z0-9]{40}$/),
        refresh_token: null,
        user: expect.objectContaining({ email: 'programa@example.com', firstName: 'Lucía' }),
      })
      const bearer = visitor(app, { authorization: `Bearer ${body.access_token}` })
      expect(await userOf(bearer)).toMatchObject({ email: 'programa@example.com' })
      expect((await bearer.get('/api/session')).body.access_token).toBeNull()
      await bearer.post('/api/logout')
      expect(await userOf(bearer)).toBeNull()
    })
  })

  it('stores only a hash of the id', async () => {
    const lucia = await buildPerson(app)
    const rows = await app.database.query<{ id: string }>(
      'select id from sessions where user_id = $1',
      [lucia.id],
    )
    expect(rows).toEqual([{ id: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    const stolen = visitor(app, { cookie: `session=${rows[0]?.id}` })
    expect(await userOf(stolen)).toBeNull()
  })

  it('ends on the server and in the browser at logout', async () => {
    const lucia = await buildPerson(app)
    const before = lucia.cookies.get('session')
    const { status, body, headers } = await lucia.post('/api/logout')
    expect({ status, user: body.user }).toEqual({ status: 200, user: null })
    expect(headers.getSetCookie()[0]).toMatch(/^session=; Max-Age=0; Path=\//)
    expect(await userOf(visitor(app, { cookie: `session=${before}` }))).toBeNull()
  })

  it('ends everywhere at once when all are ended', async () => {
    const lucia = await buildPerson(app)
    const elsewhere = visitor(app)
    elsewhere.cookies.set('session', await app.context.sessions.create(lucia.id))
    await app.database.query('delete from sessions where user_id = $1', [lucia.id])
    expect([await userOf(lucia), await userOf(elsewhere)]).toEqual([null, null])
  })

  describe('as time passes', () => {
    it('ends after 30 days without use', async () => {
      const lucia = await buildPerson(app)
      app.clock.forward(29.9 * DAY)
      const idle = await buildPerson(app)
      expect(await userOf(lucia)).not.toBeNull()
      app.clock.forward(30.1 * DAY)
      expect(await userOf(idle)).toBeNull()
    })

    it('stays valid while it is used, and renews its cookie', async () => {
      const lucia = await buildPerson(app)
      app.clock.forward(14 * DAY)
      expect((await lucia.get('/api/session')).headers.getSetCookie()).toEqual([])
      app.clock.forward(2 * DAY)
      const { headers } = await lucia.get('/api/session')
      expect(headers.getSetCookie()[0]).toContain('Max-Age=2592000')
      app.clock.forward(29 * DAY)
      expect(await userOf(lucia)).not.toBeNull()
    })

    it('ends after 90 days, even while it is used', async () => {
      const lucia = await buildPerson(app)
      for (let day = 5; day < 90; day += 5) {
        app.clock.forward(5 * DAY)
        expect(await userOf(lucia)).toMatchObject({ id: lucia.id })
      }
      const token = lucia.cookies.get('session') ?? ''
      app.clock.forward(5 * DAY - HOUR)
      expect(await app.context.sessions.isOpen(token)).toBe(true)
      app.clock.forward(HOUR)
      expect(await app.context.sessions.isOpen(token)).toBe(false)
      expect(await userOf(lucia)).toBeNull()
    })

    it('is looked up together with all others that are asked about at once', async () => {
      const people = await Promise.all([buildPerson(app), buildPerson(app), buildPerson(app)])
      const tokens = people.map(({ cookies }) => cookies.get('session') ?? '')
      const asking = vi.spyOn(app.database, 'query')
      const open = await Promise.all(
        ['no-token', ...tokens, ...tokens].map((token) => app.context.sessions.isOpen(token)),
      )
      expect(open).toEqual([false, true, true, true, true, true, true])
      expect(asking).toHaveBeenCalledTimes(1)
      await app.context.sessions.isOpen('no-token')
      const [, [ids] = []] = asking.mock.lastCall ?? []
      expect(ids).toHaveLength(1) // not those of before
      asking.mockRestore()
    })

    it('is deleted once it has expired', async () => {
      const lucia = await buildPerson(app)
      app.clock.forward(31 * DAY)
      await app.context.sessions.deleteExpired()
      const rows = await app.database.query('select id from sessions where user_id = $1', [
        lucia.id,
      ])
      expect(rows).toEqual([])
    })
  })
})

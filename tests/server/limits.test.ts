import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../server/data/open.ts'
import type { Limit } from '../../server/domain/limits.ts'
import { lateRefusals } from '../../server/http/limited.ts'
import { newId } from '../../shared/id.ts'
import { tokenIn } from '../../shared/links.ts'
import { DAY, MINUTE } from '../../shared/time.ts'
import { configsOf, eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildMember,
  buildPerson,
  type Person,
  reportInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { type Answer, type Visitor, visitor } from '../support/visitor.ts'

/* A5: rate limits by address, person, e-mail and colecta. Their counts are in the database. */

const SECRET = 'un secreto de prueba bastante largo'
const PASSWORD = 'un mate por favor'
const TOO_MANY = {
  error: 'Demasiados intentos. Espera unos minutos antes de intentar nuevamente.',
  code: 'too-many-requests',
}

eachEngine((open, engine) => {
  let app: TestApp
  let addresses = 0

  beforeAll(async () => {
    app = await buildApp(await open(), { env: { SECRET, RATE_LIMITS: 'on', TRUSTED_PROXY: '1' } })
  })

  /** One that no other test has. */
  const newAddress = () => `100.64.${++addresses >> 8}.${addresses & 255}`
  const at = (address: string, front = app) => visitor(front, { 'x-forwarded-for': address })

  /** The e-mail of somebody who can sign in. */
  const memberEmail = async (of = app) => (await buildMember(of, PASSWORD)).email

  const signIn = (who: Visitor, email: string, password = PASSWORD) =>
    who.post('/api/login', { email, password })
  const fail = (who: Visitor, email: string) => signIn(who, email, 'otra cosa')
  const times = async (n: number, work: () => Promise<Answer>) =>
    (await Promise.all(Array.from({ length: n }, work))).map(({ status }) => status)
  const counted = (statuses: number[]) =>
    Object.fromEntries(
      [...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]),
    )

  describe('[A5] signing in', () => {
    let email: string
    let home: Visitor

    beforeEach(async () => {
      email = await memberEmail()
      home = at(newAddress())
    })

    it('checks ten of fifty simultaneous guesses, and sends Retry-After', async () => {
      expect(counted(await times(50, () => fail(home, email)))).toEqual({ 401: 10, 429: 40 })
      const { status, body, headers } = await signIn(home, email)
      expect({ status, body }).toEqual({ status: 429, body: TOO_MANY })
      const seconds = Number(headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(14 * 60)
      expect(seconds).toBeLessThanOrEqual(15 * 60)

      app.clock.forward(seconds * 1000 - MINUTE)
      expect((await signIn(home, email)).status).toBe(429)
      app.clock.forward(MINUTE)
      expect((await signIn(home, email)).status).toBe(200)
    })

    it('has the same limit for an e-mail without an account', async () => {
      const nobody = `${newId()}@example.com`
      expect(counted(await times(15, () => fail(home, nobody)))).toEqual({ 401: 10, 429: 5 })
    })

    it('limits neither the person at another address nor another person at this one', async () => {
      await times(15, () => fail(home, email))
      expect((await signIn(at(newAddress()), email)).status).toBe(200)
      expect((await signIn(home, await memberEmail())).status).toBe(200)
    })

    it('resets the count after the right password', async () => {
      for (let round = 1; round <= 3; round += 1) {
        await times(9, () => fail(home, email))
        expect((await signIn(home, email)).status).toBe(200)
      }
    })

    it('resets the count after the right password of an unconfirmed account', async () => {
      await app.database.query('update users set email_confirmed_at = null where email = $1', [
        email,
      ])
      for (let round = 1; round <= 3; round += 1) {
        await times(9, () => fail(home, email))
        expect((await signIn(home, email)).status).toBe(403)
      }
    })

    it('limits failed sign-ins from one address over all e-mails, and does not count successful ones', async () => {
      const address = newAddress()
      for (let n = 1; n <= 99; n += 1)
        await app.context.limits.count('sign-in from address', address)
      const school = at(address)
      expect(await times(1, () => signIn(school, email))).toEqual([200])
      expect(await times(1, () => signIn(school, email))).toEqual([200])
      expect((await fail(school, `${newId()}@example.com`)).status).toBe(401)
      expect((await signIn(school, email)).status).toBe(429)
    })

    describe('while many addresses guess one password', () => {
      const guessFrom = (stranger: Visitor) => times(10, () => fail(stranger, email))

      beforeEach(async () => {
        expect((await signIn(home, email)).status).toBe(200)
        app.clock.forward(89 * DAY)
      })

      /** Counts like the guesses of the first test, without the time that each takes. */
      const countGuesses = () =>
        app.context.limits.countTimes('sign-in of e-mail from strange addresses', 50, email)

      it('works at an address where the person has signed in before, and at no other', async () => {
        const statuses = await Promise.all(
          Array.from({ length: 6 }, () => guessFrom(at(newAddress()))),
        )
        expect(counted(statuses.flat())).toEqual({ 401: 50, 429: 10 })
        expect((await signIn(at(newAddress()), email)).status).toBe(429)
        expect((await signIn(home, email)).status).toBe(200)
        expect((await signIn(at(newAddress()), await memberEmail())).status).toBe(200)
      })

      it('works after a password reset by e-mail', async () => {
        await countGuesses()
        const elsewhere = at(newAddress())
        await times(10, () => fail(elsewhere, email))
        expect((await elsewhere.post('/api/password/forgot', { email })).status).toBe(204)
        const message = (await app.sent()).findLast(({ to }) => to === email)
        const token = tokenIn(new URL(message?.link ?? ''))
        const password = 'yerba y agua caliente'
        expect((await elsewhere.post('/api/password/reset', { token, password })).status).toBe(200)
        expect((await signIn(elsewhere, email, password)).status).toBe(200)
      })

      it('works at any address an hour later', async () => {
        await countGuesses()
        expect((await signIn(at(newAddress()), email)).status).toBe(429)
        app.clock.forward(60 * MINUTE)
        expect((await signIn(at(newAddress()), email)).status).toBe(200)
      })
    })
  })

  describe('[A5] the password of a signed-in person', () => {
    it.each([
      ['/api/account/password', { current: 'otra cosa', password: 'yerba y agua caliente' }],
      ['/api/account/delete', { proof: 'otra cosa' }],
    ])('can be guessed ten times at %s', async (path, body) => {
      const lucia = await buildMember(app, PASSWORD)
      expect(counted(await times(15, () => lucia.post(path, body)))).toEqual({ 400: 10, 429: 5 })
    })
  })

  describe('[A5] the export of a signed-in person', () => {
    it('can be requested ten times a day', async () => {
      const lucia = await buildMember(app, PASSWORD)
      const ask = () => lucia.post('/api/account/export')
      expect(counted(await times(12, ask))).toEqual({ 200: 10, 429: 2 })
    })
  })

  describe('[A5] messages', () => {
    it.each(['/api/password/forgot', '/api/email/resend'])(
      'requested at %s go to a mailbox five times an hour, counted over all addresses',
      async (path) => {
        const email = `${newId()}@example.com`
        const ask = () => at(newAddress()).post(path, { email })
        expect(counted(await times(20, ask))).toEqual({ 204: 5, 429: 15 })
        const { body, headers } = await ask()
        expect(body).toEqual(TOO_MANY)
        const other = await at(newAddress()).post(path, { email: `${newId()}@example.com` })
        expect(other.status).toBe(204)
        app.clock.forward(Number(headers.get('retry-after')) * 1000)
        expect((await ask()).status).toBe(204)
      },
    )

    it.each(['/api/password/forgot', '/api/email/resend'])(
      'requested at %s go to a mailbox ten times a day; an address with a past sign-in has its own count',
      async (path) => {
        const email = await memberEmail()
        const home = at(newAddress())
        expect((await signIn(home, email)).status).toBe(200)
        const ask = () => at(newAddress()).post(path, { email })
        expect(counted(await times(5, ask))).toEqual({ 204: 5 })
        app.clock.forward(60 * MINUTE)
        expect(counted(await times(5, ask))).toEqual({ 204: 5 })
        app.clock.forward(60 * MINUTE)
        const { status, headers } = await ask()
        expect(status).toBe(429)
        expect((await home.post(path, { email })).status).toBe(204)
        app.clock.forward(Number(headers.get('retry-after')) * 1000)
        expect((await ask()).status).toBe(204)
      },
    )
  })

  describe('[A5] an address', () => {
    const token = 'x'.repeat(43)
    const email = 'nadie@example.com'
    const collection = '/api/collections/01939b2c-0000-7000-8000-000000000000'
    const doors: [string, string, Limit, number, minutes: number, unknown?][] = [
      ['POST', '/api/register', 'accounts opened from address', 50, 60, {}],
      ['POST', '/api/password/forgot', 'messages asked from address', 100, 60, {}],
      ['POST', '/api/email/resend', 'messages asked from address', 100, 60, {}],
      ['POST', '/api/email/confirm', 'links from address', 100, 15, { token }],
      ['POST', '/api/password/link', 'links from address', 100, 15, { token }],
      ['POST', '/api/password/reset', 'links from address', 100, 15, { token, password: PASSWORD }],
      [
        'POST',
        '/api/login/oauth',
        'return from provider to address',
        100,
        15,
        { code: 'x', state: 'x' },
      ],
      ['POST', '/api/uploads', 'uploads from address', 300, 15],
      ['POST', '/api/analytics', 'events from address', 3_000, 15, {}],
      ['GET', `/api/users/exists?email=${email}`, 'look-ups from address', 600, 15],
      [
        'GET',
        `${collection}/contributions/exists?email=${email}`,
        'look-ups from address',
        600,
        15,
      ],
      ['POST', `${collection}/contributions`, 'reports from address', 300, 15, reportInput()],
      ['POST', `${collection}/amount`, 'amounts from address', 300, 15, {}],
      ['GET', '/api/payments/x', 'payments looked at from address', 6_000, 15],
    ]

    it.each(doors)(
      'may send a limited number of %s %s, while other addresses still can',
      async (...door) => {
        const [method, path, limit, most, minutes, body] = door
        const address = newAddress()
        const ask = (who: string) => at(who).send(method, path, body)
        await app.context.limits.countTimes(limit, most - 1, address)
        expect((await ask(address)).status).not.toBe(429)
        const { status, headers } = await ask(address)
        expect(status).toBe(429)
        expect(Math.ceil(Number(headers.get('retry-after')) / 60)).toBe(minutes)
        expect((await ask(newAddress())).status).not.toBe(429)
      },
    )

    it('is a whole network for IPv6', async () => {
      const nobody = `${newId()}@example.com`
      const from = (host: number) => at(`2001:db8:0:7::${host.toString(16)}`)
      let host = 0
      expect(counted(await times(12, () => fail(from(++host), nobody)))).toEqual({
        401: 10,
        429: 2,
      })
      expect((await fail(at('2001:db8:0:8::1'), nobody)).status).toBe(401)
    })

    it('is not taken from a forged X-Forwarded-For header', async () => {
      const direct = await buildApp(app.database, { env: { SECRET, RATE_LIMITS: 'on' } })
      const nobody = `${newId()}@example.com`
      const forged = () => fail(at(newAddress(), direct), nobody)
      expect(counted(await times(12, forged))).toEqual({ 401: 10, 429: 2 })

      const behindProxy = () => at(`${newAddress()}, 198.51.100.1`)
      expect(counted(await times(12, () => fail(behindProxy(), nobody)))).toEqual({
        401: 10,
        429: 2,
      })
    })
  })

  describe('[A5] a person', () => {
    let lucia: Person
    beforeEach(async () => {
      lucia = await buildPerson(app)
    })

    const rename = (firstName: string) => ({
      id: newId(),
      name: 'update-profile',
      args: { firstName, lastName: 'Fernández', defaultBankAccount: null },
    })
    const firstName = async () => (await lucia.get('/api/session')).body

    it('can send 20,000 changes in an hour, and more in the next one', async () => {
      const { limits } = app.context
      await limits.countTimes('changes of person', 19_998, lucia.id)
      const send = (mutations: object[]) => lucia.post('/api/sync/mutations', { mutations })
      expect((await send([rename('Ana'), rename('Bea')])).status).toBe(200)

      const mutations = [rename('Cora'), rename('Dina')]
      const { status, body, headers } = await send(mutations)
      expect({ status, body }).toEqual({ status: 429, body: TOO_MANY })
      const seconds = Number(headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(59 * 60)
      expect(await firstName()).toMatchObject({ user: { firstName: 'Bea' } })

      app.clock.forward(seconds * 1000)
      expect((await send(mutations)).status).toBe(200)
      expect(await firstName()).toMatchObject({ user: { firstName: 'Dina' } })
    })

    it.each([
      ['/api/query/profile', 'queries of person', 6_000],
      ['/api/sync/snapshot/users', 'snapshots of person', 200],
      ['/api/sync', 'streams of person', 200],
    ] as const)(
      'may request %s a limited number of times, while other people still can',
      async (path, limit, most) => {
        const ask = async ({ cookies }: Person) => {
          const headers = { cookie: `session=${cookies.get('session')}` }
          const answer = await app.fetch(path, { headers })
          await answer.body?.cancel()
          return answer
        }
        await app.context.limits.countTimes(limit, most - 1, lucia.id)
        expect((await ask(lucia)).status).toBe(200)
        const { status, headers } = await ask(lucia)
        expect(status).toBe(429)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        expect((await ask(await buildPerson(app))).status).toBe(200)
      },
    )

    it.each([
      ['10 changes', 10, () => lucia.post('/api/sync/mutations', { mutations: [rename('Ana')] })],
      ['24 queries', 24, () => lucia.get('/api/query/profile')],
    ])(
      'can have %s in flight; more get a delayed 429 with Retry-After: 1',
      async (_what, most, ask) => {
        const timed = async () => {
          const began = performance.now()
          return { ...(await ask()), took: performance.now() - began }
        }
        const answers = await Promise.all(Array.from({ length: most + 20 }, timed))
        const refused = answers.filter(({ status }) => status === 429)
        expect(refused.length).toBeGreaterThan(0)
        for (const { headers, took } of refused) {
          expect(headers.get('retry-after')).toBe('1')
          expect(took).toBeGreaterThan(990) // timers may be early by a millisecond
        }
        expect(counted(answers.map(({ status }) => status))[200]).toBeGreaterThanOrEqual(most)
        expect((await ask()).status).toBe(200)
      },
    )

    it('gets a 429 of queries uncompressed, to save CPU time', async () => {
      const headers = {
        cookie: `session=${lucia.cookies.get('session')}`,
        'accept-encoding': 'gzip',
      }
      const ask = () => app.fetch('/api/query/profile', { headers })
      const encodings = async () => {
        const answers = await Promise.all(Array.from({ length: 44 }, ask))
        const of = (status: number) =>
          new Set(
            answers
              .filter((answer) => answer.status === status)
              .map((answer) => answer.headers.get('content-encoding')),
          )
        return { taken: of(200), refused: of(429) }
      }
      expect(await encodings()).toEqual({ taken: new Set(['gzip']), refused: new Set([null]) })
      await app.context.limits.countTimes('queries of person', 6_000, lucia.id).catch(() => {})
      expect(await encodings()).toEqual({ taken: new Set(), refused: new Set([null]) })
    })
  })

  describe('[A5] reports from an address at its limit', () => {
    it('are accepted when they are stored already, and repeats do not count', async () => {
      const collectionId = await buildCollection(app, await buildPerson(app))
      const address = newAddress()
      const send = (report: object) =>
        at(address).post(`/api/collections/${collectionId}/contributions`, report)
      const report = reportInput()
      expect((await send(report)).status).toBe(201)
      expect(counted(await times(20, () => send(report)))).toEqual({ 200: 20 })

      const rest = Array.from({ length: 298 }, () =>
        app.context.limits.count('reports from address', address),
      )
      await Promise.all(rest)
      expect((await send(reportInput())).status).toBe(201)
      const { status, body, headers } = await send(reportInput())
      expect({ status, body }).toEqual({ status: 429, body: TOO_MANY })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await send(report)).status).toBe(200)
    })
  })

  describe('[A5] reports to one collection', () => {
    const HOUR = 60 * MINUTE
    const send = async (who: Visitor, to: string, input = reportInput({ amount: 1_000_00 })) => {
      const { body } = await who.post(`/api/collections/${to}/contributions`, input)
      return body.contribution.state
    }

    it('stay pending from the eleventh of an address within an hour, and are not rejected', async () => {
      const lucia = await buildPerson(app)
      const [gift, trip] = [await buildCollection(app, lucia), await buildCollection(app, lucia)]
      const school = at(newAddress())
      const early = reportInput({ amount: 1_000_00 })
      const states = [await send(school, gift, early)]
      // A repeat is none of the ten.
      expect(await send(school, gift, early)).toBe('confirmed')
      for (let n = 2; n <= 12; n += 1) states.push(await send(school, gift))
      expect(states).toEqual([...Array(10).fill('confirmed'), 'pending', 'pending'])
      expect((await at(newAddress()).get(`/api/collections/${gift}`)).body.amountCollected).toBe(
        10_000_00,
      )
      expect(await send(school, trip)).toBe('confirmed')
      expect(await send(at(newAddress()), gift)).toBe('confirmed')
      app.clock.forward(HOUR)
      expect(await send(school, gift)).toBe('confirmed')
    })

    it('stay pending from the hundred and first of all addresses', async () => {
      const gift = await buildCollection(app, await buildPerson(app))
      const { limits } = app.context
      for (let n = 1; n <= 99; n += 1) await limits.tryCount('reports to collection', gift)
      expect(await send(at(newAddress()), gift)).toBe('confirmed')
      expect(await send(at(newAddress()), gift)).toBe('pending')
    })

    it('count at most ten of one address among the hundred, and none that is refused', async () => {
      const gift = await buildCollection(app, await buildPerson(app))
      const { limits } = app.context
      for (let n = 1; n <= 88; n += 1) await limits.tryCount('reports to collection', gift)
      const address = newAddress()
      const flood = at(address)
      const path = `/api/collections/${gift}/contributions`
      const first = reportInput({ amount: 1_000_00 })
      await send(flood, gift, first)
      const others = await times(20, () => flood.post(path, { ...first, amount: 2_000_00 }))
      expect(counted(others)).toEqual({ 409: 20 })
      for (let n = 1; n <= 20; n += 1) await send(flood, gift)
      await limits.countTimes('reports from address', 300, address).catch(() => {})
      expect(counted(await times(20, () => flood.post(path, reportInput())))).toEqual({ 429: 20 })
      expect(await send(at(newAddress()), gift)).toBe('confirmed')
      expect(await send(at(newAddress()), gift)).toBe('confirmed')
      expect(await send(at(newAddress()), gift)).toBe('pending')
    })
  })

  describe('[A5] the look-up of whether an e-mail has reported', () => {
    const email = 'julieta@example.com'
    let collection: string
    let school: Visitor

    beforeEach(async () => {
      collection = await buildCollection(app, await buildPerson(app))
      school = at(newAddress())
      await school.post(`/api/collections/${collection}/contributions`, reportInput())
    })

    const formOf = async (id: string) =>
      (await school.get(`/api/collections/${id}`)).body.formToken as string
    const ask = (token: string, who = school, emails = [email]) =>
      who.get(
        `/api/collections/${collection}/contributions/exists?${new URLSearchParams([
          ['token', token],
          ...emails.map((one) => ['email', one]),
        ])}`,
      )

    it('can be called ten times an hour from an address, for each collection', async () => {
      const token = await formOf(collection)
      for (let n = 1; n <= 10; n += 1) {
        expect((await ask(token)).body).toEqual({ exists: true })
      }
      const { status, body } = await ask(token)
      expect({ status, body }).toEqual({ status: 429, body: TOO_MANY })
      expect((await ask(token, at(newAddress()))).status).toBe(200)
      app.clock.forward(60 * MINUTE)
      expect((await ask(await formOf(collection))).status).toBe(200)
    })

    it('needs the token of that collection’s form, valid for two hours, and a single e-mail', async () => {
      const token = await formOf(collection)
      const other = await formOf(await buildCollection(app, await buildPerson(app)))
      for (const wrong of ['', 'x', other, token.slice(0, -1), token.replace('.', '9.')]) {
        const { status, body } = await ask(wrong)
        expect({ status, body }).toEqual({
          status: 403,
          body: {
            error: 'Error de autenticación. Por favor, recarga la página e intenta nuevamente.',
            code: 'not-allowed',
          },
        })
      }
      expect((await ask(token, school, [email, 'otra@example.com'])).status).toBe(400)
      app.clock.forward(119 * MINUTE)
      expect((await ask(token)).status).toBe(200)
      app.clock.forward(MINUTE)
      expect((await ask(token)).status).toBe(403)
    })
  })

  it('[A5] the database stores counts without readable e-mails or addresses', async () => {
    const email = 'secreta@example.com'
    const address = '198.51.100.77'
    await fail(at(address), email)
    const keys = async () => {
      const rows = await app.database.query<{ key: string }>('select key from limits')
      return rows.map(({ key }) => key)
    }
    const before = await keys()
    expect(before.length).toBeGreaterThan(0)
    const dump = JSON.stringify(await app.database.query('select * from limits'))
    for (const told of ['secreta', 'example.com', address]) expect(dump).not.toContain(told)
    expect(before).toEqual(before.map(() => expect.stringMatching(/^[\w-]{43}$/)))

    // The same under another secret is another key: who has the table alone can try no e-mail on it.
    const other = await buildApp(app.database, {
      env: {
        SECRET: 'otro secreto de prueba también largo',
        RATE_LIMITS: 'on',
        TRUSTED_PROXY: '1',
      },
    })
    await fail(at(address, other), email)
    expect(await keys()).toHaveLength(before.length + 3)
  })

  it('[A5] expired counts are deleted', async () => {
    const { limits } = app.context
    const [old, young] = [newAddress(), newAddress()]
    await limits.count('look-ups from address', old)
    app.clock.forward(20 * MINUTE)
    await limits.count('look-ups from address', young)
    const rows = () => app.database.query('select from limits where resets_at <= $1', [now()])
    const now = () => app.clock.now().toISOString()
    expect(await rows()).not.toEqual([])
    await limits.deleteExpired()
    expect(await rows()).toEqual([])
    expect(await limits.isCounted('look-ups from address', young)).toBe(true)
  })

  describe('[A5] counts of a clock that was ahead', () => {
    const AHEAD = 400 * DAY

    it('are forgotten when it is set back', async () => {
      const email = await memberEmail()
      const home = at(newAddress())
      app.clock.forward(AHEAD)
      expect(counted(await times(11, () => fail(home, email)))).toEqual({ 401: 10, 429: 1 })
      app.clock.forward(-AHEAD)
      expect((await signIn(home, email)).status).toBe(200)
    })

    it('are forgotten for bytes, too', async () => {
      const { limits } = app.context
      const [limit, address] = ['bytes of uploads from address' as const, newAddress()]
      app.clock.forward(AHEAD)
      await limits.countBytes(limit, 200 * 1024 * 1024, address)
      app.clock.forward(-AHEAD)
      await limits.countBytes(limit, 1, address)
    })

    it('still count when it is ahead by seconds, as those of another machine are', async () => {
      const email = await memberEmail()
      const home = at(newAddress())
      app.clock.forward(5_000)
      await times(10, () => fail(home, email))
      app.clock.forward(-5_000)
      expect((await signIn(home, email)).status).toBe(429)
    })
  })

  describe('[A5] the counts of one installation', () => {
    const configs = configsOf(engine)
    const env = { SECRET, RATE_LIMITS: 'on', TRUSTED_PROXY: '1' }

    it('are still there after a restart', async () => {
      const config = await configs()
      const start = async () => buildApp(await openDatabase(config), { env })
      const before = await start()
      const email = await memberEmail(before)
      const address = newAddress()
      await times(10, () => fail(at(address, before), email))
      await before.context.close()

      const after = await start()
      onTestFinished(() => after.context.close())
      expect((await signIn(at(address, after), email)).status).toBe(429)
      expect((await signIn(at(newAddress(), after), email)).status).toBe(200)
    })

    it('are shared by all its processes', async () => {
      const config = await configs()
      const database = await openDatabase(config)
      const one = await buildApp(database, { env })
      const twin = await buildApp(engine === 'postgres' ? await openDatabase(config) : database, {
        env,
      })
      onTestFinished(async () => {
        for (const { context } of [one, twin]) await context.close()
      })
      const nobody = `${newId()}@example.com`
      const address = newAddress()
      let turn = 0
      const guess = () => fail(at(address, ++turn % 2 ? one : twin), nobody)
      expect(counted(await times(50, guess))).toEqual({ 401: 10, 429: 40 })
    })
  })
})

it('a refusal is delayed, unless two are being delayed already', async () => {
  const refuseLate = lateRefusals(200, 2)
  const took = async () => {
    const began = performance.now()
    await refuseLate()
    return performance.now() - began
  }
  const isLate = async () => (await took()) > 100
  const five = () => Promise.all(Array.from({ length: 5 }, isLate))
  expect(await five()).toEqual([true, true, false, false, false])
  expect(await five()).toEqual([true, true, false, false, false])
})

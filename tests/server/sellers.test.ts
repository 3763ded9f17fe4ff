/* Organisers connect their own accounts at Mercado Pago; each payment goes to the account of its organiser. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcilePayments } from '../../server/domain/payments/reconcile-payments.ts'
import { createTokenCipher } from '../../server/domain/payments/token-cipher.ts'
import { DAY, HOUR, MINUTE } from '../../shared/time.ts'
import { eachEngine } from '../support/database.ts'
import {
  BRUNO_SELLS,
  LUCIA_SELLS,
  type MercadoPago,
  type SignedNotice,
  startMercadoPago,
} from '../support/mercado-pago.ts'
import {
  buildCollection,
  buildMember,
  buildPerson,
  type Person,
  reportInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { visitor } from '../support/visitor.ts'

const SECRET = 'un-secreto-de-la-instalacion-de-prueba'
const AMOUNT = 12_345_67
const NOT_CONNECTED = {
  status: 400,
  body: {
    error: 'Quien organiza esta colecta no cobra con Mercado Pago. Aporta con una transferencia.',
    code: 'invalid-input',
  },
}

let provider: MercadoPago
beforeAll(async () => {
  provider = await startMercadoPago()
})
beforeEach(() => provider.calm())
afterAll(() => provider.stop())

eachEngine((open) => {
  let app: TestApp
  let lucia: Person
  let bruno: Person
  let luciasGift: string
  let brunosParty: string

  beforeAll(async () => {
    app = await buildApp(await open(), { env: { ...provider.env, SECRET } })
  })
  beforeEach(async () => {
    await app.database.query('update checkouts set next_check_at = null')
    await app.database.query('delete from sellers')
    ;[lucia, bruno] = [await buildPerson(app), await buildPerson(app, { firstName: 'Bruno' })]
    luciasGift = await buildCollection(app, lucia)
    brunosParty = await buildCollection(app, bruno)
  })

  /** The address to which the browser is redirected, and the callback after the seller agrees. */
  async function begun(person: Person, seller?: number) {
    const { status, body } = await person.post('/api/account/mercado-pago/connect')
    expect(status).toBe(200)
    return { address: new URL(body.url), back: provider.authorize(body.url, seller) }
  }
  const ended = async (person: ReturnType<typeof visitor>, back: string) => {
    const { status, headers } = await person.get(back)
    expect(status).toBe(302)
    return headers.get('location')
  }
  const end = (how: string) => `/profile/edit?mercado-pago=${how}`
  const sellerOf = async (person: Person) =>
    (await person.get('/api/account/mercado-pago')).body.seller

  const checkout = async (collection: string, changes: object = {}) => {
    const request = reportInput({ paymentMethod: 'MercadoPago', amount: AMOUNT, ...changes })
    const { status, body } = await visitor(app).post(
      `/api/collections/${collection}/checkout`,
      request,
    )
    return { status, body }
  }
  const paying = async (collection: string): Promise<string> => {
    const { status, body } = await checkout(collection)
    expect(status).toBe(201)
    return body.reference
  }
  const tell = async ({ path, headers, body }: SignedNotice) =>
    (await visitor(app).send('POST', path, body, headers)).status
  const progress = async (reference: string) =>
    (await visitor(app).get(`/api/payments/${reference}`)).body.state
  const offered = async (collection: string) => {
    const { body } = await visitor(app).get(`/api/collections/${collection}`)
    return { checkout: body.checkout, unconnected: body.unconnected }
  }
  const later = (ms: number) => {
    const now = () => new Date(app.clock.now().getTime() + ms)
    return reconcilePayments({ ...app.context, now })
  }
  const lettersTo = async ({ email }: Person) =>
    (await app.sent())
      .filter(({ to }) => to === email)
      .map(({ subject, text, link }) => ({ subject, text, link }))
  const lastLogged = () => JSON.parse(app.logged.at(-1) ?? '{}')
  /** Another process on the same database. */
  const besides = async (env: object = {}) => {
    const other = await buildApp(app.database, { env: { ...provider.env, SECRET, ...env } })
    await other.context.mailQueue.close() // or it sends what the tests look for
    return other
  }

  describe('connecting', () => {
    it('sends the person to the provider with a state and a PKCE challenge, and keeps the account', async () => {
      const { address, back } = await begun(lucia)
      expect(address.origin + address.pathname).toBe(`${provider.origin}/authorization`)
      expect(Object.fromEntries(address.searchParams)).toEqual({
        client_id: provider.env.MERCADOPAGO_CLIENT_ID,
        response_type: 'code',
        platform_id: 'mp',
        redirect_uri: 'http://localhost:3000/api/account/mercado-pago/return',
        scope: 'offline_access read write',
        state: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      })
      expect(await sellerOf(lucia)).toBeNull()
      expect(await ended(lucia, back)).toBe(end('connected'))
      expect(await sellerOf(lucia)).toEqual({
        accountId: String(LUCIA_SELLS.id),
        accountName: LUCIA_SELLS.email,
        connectedAt: expect.stringMatching(/^20/),
        isBroken: false,
      })
      expect(await sellerOf(bruno)).toBeNull()
      expect(lastLogged()).toMatchObject({ userId: lucia.id, msg: 'seller connected' })
      expect(await lettersTo(lucia)).toEqual([
        {
          subject: 'Tus colectas cobran con Mercado Pago',
          text: expect.stringContaining(`va desde ahora a ${LUCIA_SELLS.email}.`),
          link: 'http://localhost:3000/profile/edit',
        },
      ])
    })

    it('keeps tokens, state and verifier so that neither the database nor the log shows them', async () => {
      const { address, back } = await begun(lucia)
      const state = address.searchParams.get('state') ?? ''
      const [attempt] = await app.database.query('select a::text as row from seller_attempts a')
      expect(JSON.stringify(attempt)).not.toContain(state)
      expect(JSON.stringify(attempt)).not.toContain(lucia.cookies.get('session'))
      await ended(lucia, back)
      await paying(luciasGift)
      const rows = JSON.stringify(await app.database.query('select s::text as row from sellers s'))
      expect(rows).toContain(LUCIA_SELLS.email)
      for (const secret of [...provider.secrets(), provider.env.MERCADOPAGO_CLIENT_SECRET, state]) {
        expect(rows).not.toContain(secret)
        expect(app.logged.join()).not.toContain(secret)
      }
      expect(await app.database.query('select from seller_attempts')).toEqual([])
    })

    it('works once, within ten minutes, for the person and the session that began', async () => {
      const { back } = await begun(lucia)
      const loggedBefore = app.logged.length
      const elsewhere = visitor(app)
      elsewhere.cookies.set('session', await app.context.sessions.create(lucia.id))
      expect(await ended(bruno, back)).toBe(end('failed'))
      expect(await ended(elsewhere, back)).toBe(end('failed'))
      expect(await ended(visitor(app), back)).toBe('/login?returnTo=%2Fprofile%2Fedit')
      expect([await sellerOf(lucia), await sellerOf(bruno)]).toEqual([null, null])
      expect(provider.asked).toEqual([])
      app.clock.forward(9 * MINUTE)
      expect(await ended(lucia, back)).toBe(end('connected'))
      app.clock.forward(-9 * MINUTE)
      expect(await ended(lucia, back)).toBe(end('failed'))
      expect(app.logged.slice(loggedBefore).join()).not.toContain('seller not connected')

      const late = await begun(bruno)
      app.clock.forward(11 * MINUTE)
      expect(await ended(bruno, late.back)).toBe(end('failed'))
      app.clock.forward(-11 * MINUTE)
      expect(await sellerOf(bruno)).toBeNull()
    })

    it('of another’s code fails, since the verifier is not theirs', async () => {
      const [hers, his] = [await begun(lucia), await begun(bruno, BRUNO_SELLS.id)]
      const stolen = new URL(hers.back, 'http://x').searchParams.get('code') ?? ''
      const mixed = new URL(his.back, 'http://x')
      mixed.searchParams.set('code', stolen)
      expect(await ended(bruno, mixed.pathname + mixed.search)).toBe(end('failed'))
      expect(lastLogged()).toMatchObject({
        error: 'Mercado Pago returned invalid_grant',
        msg: 'seller not connected',
      })
      expect(await sellerOf(bruno)).toBeNull()
    })

    it('that is cancelled, invalid, or fails at the provider shows an error and stores nothing', async () => {
      const path = '/api/account/mercado-pago/return'
      expect(await ended(lucia, `${path}?error=access_denied&state=x`)).toBe(end('cancelled'))
      expect(await ended(lucia, path)).toBe(end('failed'))
      expect(await ended(lucia, `${path}?code=x&state=${'x'.repeat(201)}`)).toBe(end('failed'))
      const short = '{"user_id":1,"access_token":"a","refresh_token":"b","expires_in":59}'
      for (const answer of ['<p>proxy</p>', '{}', '{"access_token":"secreto-a-medias"}', short]) {
        const { back } = await begun(lucia)
        provider.trouble = (response) => Boolean(response.end(answer))
        expect(await ended(lucia, back)).toBe(end('unavailable'))
        provider.calm()
      }
      expect(app.logged.join()).not.toContain('secreto-a-medias')
      expect(await sellerOf(lucia)).toBeNull()
    })

    it('works when the provider does not send the account’s name', async () => {
      const { back } = await begun(lucia)
      provider.trouble = (response, { url }) =>
        url === '/users/me' && Boolean(response.writeHead(403).end())
      expect(await ended(lucia, back)).toBe(end('connected'))
      expect(await sellerOf(lucia)).toMatchObject({ accountName: null, isBroken: false })
    })

    it('shows the nickname of an account without an e-mail', async () => {
      const { back } = await begun(lucia)
      provider.trouble = (response, { url }) =>
        url === '/users/me' && Boolean(response.end('{"email":"","nickname":"LUCIA.VENDE"}'))
      expect(await ended(lucia, back)).toBe(end('connected'))
      expect(await sellerOf(lucia)).toMatchObject({ accountName: 'LUCIA.VENDE' })
    })

    it('is not offered by an installation without an application', async () => {
      const plain = await buildApp(app.database, { env: { SECRET } })
      const person = await buildPerson(plain)
      expect(await person.post('/api/account/mercado-pago/connect')).toMatchObject({
        status: 404,
        body: {
          code: 'not-found',
          error: 'Mercado Pago no está disponible en esta instalación.',
        },
      })
      // Tokens of an earlier application wait for another one.
      await provider.connect(lucia)
      await plain.context.sellers.makeRenewalDue(String(LUCIA_SELLS.id))
      await plain.context.sellers.renewDue()
      expect(plain.logged.join()).not.toContain('seller not renewed')
      await app.context.sellers.renewDue()
      expect(provider.asked.filter((asked) => asked === 'POST /oauth/token')).toHaveLength(2)
    })

    it('needs a sign-in, and is rate-limited', async () => {
      for (const path of ['connect', 'disconnect']) {
        const { status } = await visitor(app).post(`/api/account/mercado-pago/${path}`)
        expect(status).toBe(401)
      }
      const strict = await besides({ RATE_LIMITS: 'on' })
      const person = await buildPerson(strict)
      const statuses: number[] = []
      for (let n = 0; n < 21; n++) {
        statuses.push((await person.post('/api/account/mercado-pago/connect')).status)
      }
      expect(statuses).toEqual([...Array(20).fill(200), 429])
    })
  })

  describe('two sellers', () => {
    beforeEach(async () => {
      await provider.connect(lucia, LUCIA_SELLS.id)
      await provider.connect(bruno, BRUNO_SELLS.id)
    })

    it('are each paid for their own colectas', async () => {
      const [hers, his] = [await paying(luciasGift), await paying(brunosParty)]
      const paid = (reference: string) =>
        [...provider.preferences.values()].find((p) => p.external_reference === reference)?.seller
      expect([paid(hers), paid(his)]).toEqual([LUCIA_SELLS.id, BRUNO_SELLS.id])
      const listed = await lucia.query('collection-contributions', { collectionId: luciasGift })
      expect(listed.body.rows).toMatchObject([{ state: 'pending', receipt: 'none' }])
    })

    it('confirm no contribution of each other, even under the same reference', async () => {
      const hers = await paying(luciasGift)
      const his = provider.pay(hers, 'approved', { collector_id: BRUNO_SELLS.id })
      // The notices name Bruno's account, Lucía's, and an unknown one.
      expect(await tell(provider.noticeOf(his.id))).toBe(200)
      expect(await tell(provider.noticeOf(his.id, { seller: LUCIA_SELLS.id }))).toBe(200)
      expect(await tell(provider.noticeOf(his.id, { seller: 4444 }))).toBe(200)
      expect(lastLogged()).toMatchObject({
        provider: 'MercadoPago',
        msg: 'payment notice of an account that is not connected',
      })
      const unsaid = provider.noticeOf(his.id)
      expect(await tell({ ...unsaid, body: '{}' })).toBe(200)
      await later(3 * MINUTE)
      expect(await progress(hers)).toBe('pending')

      const right = provider.pay(hers, 'approved')
      expect(await tell(provider.noticeOf(right.id, { seller: BRUNO_SELLS.id }))).toBe(200)
      expect(await progress(hers)).toBe('pending')
      expect(await tell(provider.noticeOf(right.id))).toBe(200)
      expect(await progress(hers)).toBe('confirmed')
    })

    it('are told apart by the payment’s collector, not by its notice', async () => {
      const hers = await paying(luciasGift)
      const { id } = provider.pay(hers, 'approved')
      provider.trouble = (response, { url = '' }) => {
        if (!url.startsWith('/v1/payments/')) return false
        const payment = { ...provider.payments.get(String(id)), collector_id: BRUNO_SELLS.id }
        const answer = url.includes('search') ? { results: [payment] } : payment
        return Boolean(response.end(JSON.stringify(answer)))
      }
      expect(await tell(provider.noticeOf(id))).toBe(200)
      await later(3 * MINUTE)
      expect(await progress(hers)).toBe('pending')
      expect(lastLogged()).toMatchObject({
        provider: 'MercadoPago',
        msg: 'payment of another account than its notice says',
      })
    })

    it('do not wait for each other where one has disconnected', async () => {
      const [hers, his] = [await paying(luciasGift), await paying(brunosParty)]
      for (const reference of [hers, his]) provider.pay(reference, 'approved')
      await app.database.query('delete from sellers where user_id = $1', [lucia.id])
      await later(3 * MINUTE)
      expect([await progress(hers), await progress(his)]).toEqual(['pending', 'confirmed'])
    })

    it('get no checkout that another account began, also when it is connected in between', async () => {
      const request = { id: reportInput().id }
      let fail = () => {}
      const asked = new Promise<void>((resolve) => {
        provider.trouble = (response, { url }, acted) => {
          if (url !== '/checkout/preferences' || acted) return false
          fail = () => response.writeHead(503).end()
          resolve()
          return true
        }
      })
      const first = checkout(luciasGift, request)
      await asked
      provider.calm()
      await provider.connect(lucia, BRUNO_SELLS.id)
      const second = await checkout(luciasGift, request)
      fail()
      expect(second).toMatchObject({
        status: 503,
        body: { error: expect.stringMatching(/^El medio de pago no responde/) },
      })
      expect((await first).status).toBe(503)
      expect(app.logged.join()).toContain('Another seller meanwhile')
      expect(await checkout(luciasGift, request)).toMatchObject({ status: 201 })
      const pages = [...provider.preferences.values()].filter(
        ({ external_reference }) => external_reference === request.id,
      )
      expect(pages.map(({ seller }) => seller)).toEqual([BRUNO_SELLS.id])
    })

    it('are asked with their own tokens when a notice was lost', async () => {
      const [hers, his] = [await paying(luciasGift), await paying(brunosParty)]
      provider.pay(hers, 'approved')
      provider.pay(his, 'rejected')
      await later(3 * MINUTE)
      expect([await progress(hers), await progress(his)]).toEqual(['confirmed', 'rejected'])
    })

    it('do not stop each other where the provider refuses one', async () => {
      const [hers, his] = [await paying(luciasGift), await paying(brunosParty)]
      provider.pay(hers, 'approved')
      provider.pay(his, 'approved')
      provider.revoke(LUCIA_SELLS.id)
      await later(3 * MINUTE)
      expect([await progress(hers), await progress(his)]).toEqual(['pending', 'confirmed'])
    })

    it('keep a page for its account, and need a new one after another account is connected', async () => {
      const request = { id: reportInput().id }
      const first = await checkout(luciasGift, request)
      await provider.connect(lucia, BRUNO_SELLS.id)
      expect(await checkout(luciasGift, request)).toMatchObject({
        status: 409,
        body: { error: 'La página para pagar este aporte ya venció.' },
      })
      const { body } = await checkout(luciasGift)
      expect([...provider.preferences.values()].at(-1)).toMatchObject({
        external_reference: body.reference,
        seller: BRUNO_SELLS.id,
      })
      provider.pay(first.body.reference, 'approved')
      await later(3 * MINUTE)
      expect(await progress(first.body.reference)).toBe('pending')
      await provider.connect(lucia, LUCIA_SELLS.id)
      await later(0)
      expect(await progress(first.body.reference)).toBe('confirmed')
    })
  })

  it('an organiser without an account offers no Mercado Pago, and the server refuses it', async () => {
    expect(await offered(luciasGift)).toEqual({ checkout: [], unconnected: ['MercadoPago'] })
    expect(await checkout(luciasGift)).toEqual(NOT_CONNECTED)
    expect(provider.asked).toEqual([])
    await provider.connect(lucia)
    expect(await offered(luciasGift)).toEqual({ checkout: ['MercadoPago'], unconnected: [] })
    expect(await offered(brunosParty)).toEqual({ checkout: [], unconnected: ['MercadoPago'] })
    expect((await checkout('00000000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  describe('tokens', () => {
    beforeEach(() => provider.connect(lucia))

    const renewals = () => provider.asked.filter((asked) => asked === 'POST /oauth/token').length

    it('are renewed a month before they end, once also by several processes', async () => {
      const processes = [app, await besides(), await besides()]
      const atOnce = async () => {
        provider.calm()
        await Promise.all(processes.map(({ context }) => context.sellers.renewDue()))
        return renewals()
      }
      expect(await atOnce()).toBe(0)
      for (const { clock } of processes) clock.forward(149 * DAY)
      expect(await atOnce()).toBe(0)
      for (const { clock } of processes) clock.forward(2 * DAY)
      expect(await atOnce()).toBe(1)
      expect(await atOnce()).toBe(0)
      app.clock.forward(-151 * DAY)
      expect(await paying(luciasGift)).toBeTruthy()
    })

    it('are not renewed by a process that stops', async () => {
      app.clock.forward(151 * DAY)
      provider.calm()
      await app.context.sellers.renewDue(AbortSignal.abort())
      expect(renewals()).toBe(0)
      await app.context.sellers.renewDue(new AbortController().signal)
      expect(renewals()).toBe(1)
      app.clock.forward(-151 * DAY)
    })

    it('of another account break the connection', async () => {
      provider.endAccess(LUCIA_SELLS.id)
      await app.context.sellers.makeRenewalDue(String(LUCIA_SELLS.id))
      provider.trouble = (response, { url }) => {
        if (url !== '/oauth/token') return false
        const answer = {
          user_id: BRUNO_SELLS.id,
          access_token: 'APP_USR-2',
          refresh_token: 'TG-2',
          expires_in: 15_552_000,
        }
        return Boolean(response.end(JSON.stringify(answer)))
      }
      await app.context.sellers.renewDue()
      expect(lastLogged()).toMatchObject({
        userId: lucia.id,
        error: 'Tokens of another account',
        msg: 'seller connection broken',
      })
      expect(await sellerOf(lucia)).toMatchObject({
        accountId: String(LUCIA_SELLS.id),
        isBroken: true,
      })
    })

    it('that are refused while the person disconnects cause no e-mail', async () => {
      await app.context.sellers.makeRenewalDue(String(LUCIA_SELLS.id))
      provider.trouble = (response) => {
        const refuse = () => response.writeHead(400).end('{"error":"invalid_grant"}')
        void app.context.sellers.forget(lucia.id).then(refuse)
        return true
      }
      await app.context.sellers.renewDue()
      expect(await sellerOf(lucia)).toBeNull()
      expect((await lettersTo(lucia)).map(({ subject }) => subject)).toEqual([
        'Tus colectas cobran con Mercado Pago',
      ])
    })

    it('are renewed again within the hour when the provider was unavailable or refused every request', async () => {
      app.clock.forward(151 * DAY)
      const troubles: MercadoPago['trouble'][] = [
        (response) => Boolean(response.writeHead(503).end()),
        (response) => Boolean(response.writeHead(401).end('{"error":"invalid_client"}')),
      ]
      for (const trouble of troubles) {
        provider.trouble = trouble
        await app.context.sellers.renewDue()
        expect(lastLogged()).toMatchObject({ userId: lucia.id, msg: 'seller not renewed' })
        // Sessions do not last so long.
        expect(await app.context.sellers.find(lucia.id)).toMatchObject({ isBroken: false })
        provider.calm()
        await app.context.sellers.renewDue()
        expect(renewals()).toBe(0)
        app.clock.forward(HOUR + MINUTE)
      }
      await app.context.sellers.renewDue()
      expect(renewals()).toBe(1)
      app.clock.forward(-151 * DAY - 2 * (HOUR + MINUTE))
    })

    it('that the seller took back break the connection, until they connect again', async () => {
      const before = await paying(luciasGift)
      provider.pay(before, 'approved')
      provider.revoke(LUCIA_SELLS.id)
      expect((await checkout(luciasGift)).status).toBe(503)
      await app.context.sellers.renewDue()
      expect(await sellerOf(lucia)).toMatchObject({ isBroken: true })
      expect((await lettersTo(lucia)).map(({ subject }) => subject)).toEqual([
        'Tus colectas cobran con Mercado Pago',
        'Tus colectas ya no cobran con Mercado Pago',
      ])
      expect(await offered(luciasGift)).toEqual({ checkout: [], unconnected: ['MercadoPago'] })
      expect(await checkout(luciasGift)).toEqual(NOT_CONNECTED)
      await provider.connect(lucia)
      expect(await sellerOf(lucia)).toMatchObject({ isBroken: false })
      await later(0)
      expect(await progress(before)).toBe('confirmed')
    })

    it('that ended early are renewed by the next round', async () => {
      provider.endAccess(LUCIA_SELLS.id)
      expect((await checkout(luciasGift)).status).toBe(503)
      await app.context.sellers.renewDue()
      const reference = await paying(luciasGift)
      expect(await sellerOf(lucia)).toMatchObject({ isBroken: false })

      provider.endAccess(LUCIA_SELLS.id)
      const notice = provider.noticeOf(provider.pay(reference, 'approved').id)
      expect(await tell(notice)).toBe(503)
      await app.context.sellers.renewDue()
      expect(await tell(notice)).toBe(200)
      expect(await progress(reference)).toBe('confirmed')
    })

    it('under another secret count as broken, and requests still work', async () => {
      const reference = await paying(luciasGift)
      const { id } = provider.pay(reference, 'approved')
      const restored = await besides({ SECRET: SECRET.toUpperCase() })
      const { path, headers, body } = provider.noticeOf(id)
      expect((await visitor(restored).send('POST', path, body, headers)).status).toBe(200)
      const now = () => new Date(Date.now() + 3 * MINUTE)
      await reconcilePayments({ ...restored.context, now })
      await restored.context.sellers.renewDue()
      expect(await restored.context.sellers.find(lucia.id)).toMatchObject({ isBroken: true })
      const page = await visitor(restored).get(`/api/collections/${luciasGift}`)
      expect(page.body).toMatchObject({ checkout: [], unconnected: ['MercadoPago'] })
      expect(await progress(reference)).toBe('pending')
    })
  })

  describe('disconnecting', () => {
    beforeEach(() => provider.connect(lucia))

    const disconnect = () => lucia.post('/api/account/mercado-pago/disconnect')

    it('checks pending payments once more, then removes the account', async () => {
      const [paid, open] = [await paying(luciasGift), await paying(luciasGift)]
      provider.pay(paid, 'approved')
      expect((await disconnect()).status).toBe(204)
      expect([await progress(paid), await progress(open)]).toEqual(['confirmed', 'pending'])
      expect(await sellerOf(lucia)).toBeNull()
      expect(await app.database.query('select from sellers')).toEqual([])
      expect(await checkout(luciasGift)).toEqual(NOT_CONNECTED)

      // Paid afterwards, on a page that was open: nobody may ask, and nobody gives it up either.
      provider.pay(open, 'approved')
      provider.calm()
      await later(5 * DAY)
      expect(provider.asked).toEqual([])
      expect(await progress(open)).toBe('pending')
      await provider.connect(lucia)
      await later(0)
      expect(await progress(open)).toBe('confirmed')
    })

    it('works while the provider is unavailable', async () => {
      await paying(luciasGift)
      provider.trouble = (response) => Boolean(response.writeHead(503).end())
      expect((await disconnect()).status).toBe(204)
      expect(await sellerOf(lucia)).toBeNull()
    })

    it('happens when the account is deleted', async () => {
      const ana = await buildMember(app, 'una clave de prueba')
      await provider.connect(ana)
      await begun(ana)
      const { status } = await ana.post('/api/account/delete', { proof: 'una clave de prueba' })
      expect(status).toBe(204)
      for (const table of ['sellers', 'seller_attempts']) {
        expect(
          await app.database.query(`select from ${table} where user_id = $1`, [ana.id]),
        ).toEqual([])
      }
    })
  })
})

describe('a token cipher', () => {
  const tokens = { accessToken: 'APP_USR-1', refreshToken: 'TG-1' }
  const { seal, open, keyId } = createTokenCipher(SECRET)

  it('decrypts a token of an earlier version', () => {
    expect(keyId).toBe('92c2e9e09d95c6e5')
    expect(
      open(
        'nTszRlruoRYeDyosXgm5jNilbAtj9xIBMwTvaBLU9_OxLihnc6-4MdlNdUWO_XtyUo_yihgjO-1aAPH0ygUKRP8Ry6N1kYvQq_Sbzms',
        'lucia',
      ),
    ).toEqual(tokens)
  })

  it('encrypts a token differently each time, and decrypts it for its owner only', () => {
    expect(open(seal(tokens, 'lucia'), 'lucia')).toEqual(tokens)
    expect(seal(tokens, 'lucia')).not.toBe(seal(tokens, 'lucia'))
    expect(() => open(seal(tokens, 'lucia'), 'bruno')).toThrow()
  })

  it('rejects a token altered in any byte, or encrypted under another secret', () => {
    const bytes = Buffer.from(seal(tokens, 'lucia'), 'base64url')
    bytes.forEach((_, index) => {
      const altered = Buffer.from(bytes)
      altered[index] = (altered[index] ?? 0) ^ 1
      expect(() => open(altered.toString('base64url'), 'lucia')).toThrow()
    })
    const other = createTokenCipher(`${SECRET}-otro`)
    expect(other.keyId).not.toBe(keyId)
    expect(() => open(other.seal(tokens, 'lucia'), 'lucia')).toThrow()
  })
})

import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetWebhooks, processWebhook } from '../../server/domain/payments/process-webhook.ts'
import {
  reconcilePayments,
  startReconciliation,
} from '../../server/domain/payments/reconcile-payments.ts'
import { dropHalfMade } from '../../server/domain/payments/start-checkout.ts'
import { WEBHOOK_VALID_FOR } from '../../server/providers/check-signature.ts'
import { mercadoPago } from '../../server/providers/mercado-pago.ts'
import { newId } from '../../shared/id.ts'
import { DAY, MINUTE } from '../../shared/time.ts'
import { eachEngine } from '../support/database.ts'
import { heldTransaction, untilWaiting } from '../support/held-transaction.ts'
import { type MercadoPago, type SignedNotice, startMercadoPago } from '../support/mercado-pago.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  type Person,
  reportInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const AMOUNT = 12_345_67
const WALLET_SECRET = 'un secreto que solo la billetera sabe'
const WALLET = {
  WALLET_REDIRECT_URL: 'https://billetera.example/pagar?desde=colecta',
  WALLET_WEBHOOK_SECRET: WALLET_SECRET.replaceAll(' ', '-'),
}
const REFUSED = {
  status: 403,
  body: { error: 'El aviso de pago no se pudo verificar.', code: 'not-allowed' },
}

let provider: MercadoPago
beforeAll(async () => {
  provider = await startMercadoPago()
})
beforeEach(() => provider.calm())
afterAll(() => provider.stop())

eachEngine((open, engine) => {
  let app: TestApp
  let lucia: Person
  let collection: string

  beforeAll(async () => {
    app = await buildApp(await open(), {
      env: { ...provider.env, ...WALLET },
    })
    lucia = await buildPerson(app)
    await provider.connect(lucia)
  })
  beforeEach(async () => {
    collection = await buildCollection(app, lucia)
  })

  const input = (changes: object = {}) =>
    reportInput({ paymentMethod: 'MercadoPago', amount: AMOUNT, ...changes })

  const checkout = async (request: object, by: Visitor = visitor(app)) => {
    const { status, body } = await by.post(`/api/collections/${collection}/checkout`, request)
    return { status, body }
  }

  /** Begins a checkout; returns its reference. */
  const begun = async (changes: object = {}): Promise<string> => {
    const { status, body } = await checkout(input(changes))
    expect(status).toBe(201)
    return body.reference
  }

  /** Leaves the checkout like a process that dies before the provider has responded. */
  const forgetPage = (reference: string) =>
    app.database.query('update checkouts set url = null where reference = $1', [reference])

  const tell = async ({ path, headers, body }: SignedNotice) => {
    const answer = await visitor(app).send('POST', path, body, headers)
    return { status: answer.status, body: answer.body }
  }

  const told = async (id: number) => expect((await tell(provider.noticeOf(id))).status).toBe(200)

  const progress = async (reference: string) =>
    (await visitor(app).get(`/api/payments/${reference}`)).body.state

  const totals = async () => {
    const [row] = await app.database.query(
      `select (amount_collected * 100)::int8 as collected, confirmed_count as confirmed,
              verified_count as verified, pending_count as pending, rejected_count as rejected
       from collections where id = $1`,
      [collection],
    )
    return row
  }
  const NOTHING = { collected: 0, confirmed: 0, verified: 0, pending: 0, rejected: 0 }

  /** The lines of the log since the test began, without the time. */
  let loggedBefore = 0
  beforeEach(() => {
    loggedBefore = app.logged.length
  })
  const logged = () =>
    app.logged.slice(loggedBefore).map((line) => {
      const { time: _, pid: _pid, hostname: _host, ...said } = JSON.parse(line)
      return said
    })
  const [INFO, WARN, ERROR] = [30, 40, 50] // pino's levels

  describe('a checkout', () => {
    it('creates a pending contribution and a Mercado Pago preference', async () => {
      const message = '¡Vamos!'.padEnd(500, 'x')
      const request = input({ contributorName: 'Julieta', message })
      const { status, body } = await checkout(request)
      expect({ status, body }).toEqual({
        status: 201,
        body: { reference: request.id, url: expect.stringContaining(provider.origin) },
      })
      expect(await totals()).toEqual({ ...NOTHING, pending: 1 })
      const preference = [...provider.preferences.values()].at(-1)
      expect(preference).toMatchObject({
        items: [
          {
            id: collection,
            title: 'Regalo para la seño Marta',
            description: 'Aporte a Regalo para la seño Marta',
            unit_price: 12_345.67,
            quantity: 1,
            currency_id: 'ARS',
          },
        ],
        external_reference: request.id,
        payer: { name: 'Julieta', email: 'julieta@example.com' },
        back_urls: {
          success: `http://localhost:3000/payment/success?reference=${request.id}`,
          failure: `http://localhost:3000/payment/error?reference=${request.id}`,
          pending: `http://localhost:3000/payment/pending?reference=${request.id}`,
        },
        auto_return: 'approved',
        statement_descriptor: 'ENTRE TODOS', // 22 characters at most
        expires: true,
      })
      const list = await lucia.query('collection-contributions', { collectionId: collection })
      expect(list.body.rows).toMatchObject([{ ...request, state: 'pending' }])
    })

    it('repeated with the same id returns the same page and creates one contribution', async () => {
      const request = input()
      const first = await checkout(request)
      const asked = provider.asked.length
      expect(await checkout(request)).toEqual(first)
      expect(provider.asked).toHaveLength(asked)
      const both = await Promise.all(
        [1, 2, 3].map(() => checkout({ ...request, id: first.body.reference })),
      )
      expect(both).toEqual([first, first, first])
      expect(await totals()).toEqual({ ...NOTHING, pending: 1 })
    })

    it('sent three times at once creates one contribution and returns one page', async () => {
      const request = input()
      const answers = await Promise.all([1, 2, 3].map(() => checkout(request)))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
      expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
      expect(await totals()).toEqual({ ...NOTHING, pending: 1 })
    })

    it('under the same id with another amount is refused', async () => {
      const request = input()
      await checkout(request)
      expect((await checkout({ ...request, amount: AMOUNT + 1 })).status).toBe(409)
    })

    it('of a test account leads to the sandbox', async () => {
      provider.trouble = (response, { method }) => {
        if (method !== 'POST') return false
        const pages = {
          id: '1',
          init_point: `${provider.origin}/pay`,
          sandbox_init_point: `${provider.origin}/sandbox`,
        }
        return Boolean(response.writeHead(201).end(JSON.stringify(pages)))
      }
      const { create } = mercadoPago(
        { webhookSecret: 'y', apiOrigin: provider.origin },
        { origin: 'http://localhost:3000', now: app.clock.now },
      )
      const pageFor = (accessToken: string) =>
        create({
          reference: newId(),
          amount: AMOUNT,
          collection: { id: newId(), title: 'Regalo', bankAccount: 'patio.baldosa.sol' },
          payer: { name: 'Julieta', email: 'julieta@example.com' },
          seller: { id: '1001', accessToken },
        })
      expect(await pageFor('TEST-1')).toBe(`${provider.origin}/sandbox`)
      expect(await pageFor('APP_USR-1')).toBe(`${provider.origin}/pay`)
    })

    it('of a signed-in person uses their own e-mail and appears in their list', async () => {
      const julieta = await buildPerson(app)
      const { body } = await checkout(input({ contributorEmail: 'otra@example.com' }), julieta)
      const mine = await julieta.query('my-contributions')
      expect(mine.body).toMatchObject([{ id: body.reference, state: 'pending' }])
    })

    it('that names a person is refused when another session sends it', async () => {
      const julieta = await buildPerson(app)
      const path = `/api/collections/${collection}/checkout`
      for (const who of [visitor(app), await buildPerson(app)]) {
        const { status, body } = await who.send('POST', path, input(), {
          'Sync-Person': julieta.id,
        })
        expect([status, body.code]).toEqual([401, 'not-signed-in'])
      }
      const own = await julieta.send('POST', path, input(), { 'Sync-Person': julieta.id })
      expect(own.status).toBe(201)
    })

    it('that was paid cannot be started again', async () => {
      const request = input()
      await checkout(request)
      await told(provider.pay(request.id, 'approved').id)
      expect(await checkout(request)).toEqual({
        status: 409,
        body: { error: 'Este aporte ya está pagado.', code: 'conflict' },
      })
    })

    it('that was rejected can be paid on the same page', async () => {
      const request = input()
      const first = await checkout(request)
      await told(provider.pay(request.id, 'rejected').id)
      expect(await progress(request.id)).toBe('rejected')
      expect(await checkout(request)).toEqual(first)
    })

    it('is deleted only while its page was not sent and no payment came', async () => {
      const reference = await begun()
      expect(await dropHalfMade(app.database, reference)).toBe(false)
      await forgetPage(reference)
      expect(await dropHalfMade(app.database, reference)).toBe(true)
      expect(await dropHalfMade(app.database, reference)).toBe(false)
      const paid = await begun()
      await told(provider.pay(paid, 'approved').id)
      await forgetPage(paid)
      expect(await dropHalfMade(app.database, paid)).toBe(false)
      expect(await progress(paid)).toBe('confirmed')
    })

    it('does not open its page again once its colecta is deleted', async () => {
      const request = input()
      expect((await checkout(request)).status).toBe(201)
      await lucia.mutate('delete-collection', { id: collection })
      expect(await checkout(request)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    })

    it('that fails at the provider is logged once, however many follow', async () => {
      provider.trouble = (response) => Boolean(response.writeHead(418).end())
      for (let time = 0; time < 3; time++) expect((await checkout(input())).status).toBe(503)
      expect(logged()).toEqual([
        {
          level: WARN,
          provider: 'MercadoPago',
          error: 'Mercado Pago returned 418',
          msg: 'checkout not begun',
        },
      ])
    })

    it('that another process dropped meanwhile fails with 503', async () => {
      const request = input()
      provider.trouble = (response, { method }, acted) => {
        if (method !== 'POST' || !acted) return false
        void dropHalfMade(app.database, request.id).then(() =>
          response.writeHead(201).end(`{"id":"1","init_point":"${provider.origin}/pay"}`),
        )
        return true
      }
      const { status, body } = await checkout(request)
      expect({ status, error: body.error }).toEqual({
        status: 503,
        error: expect.stringMatching(/^El medio de pago no responde/),
      })
      expect(logged()).toContainEqual(
        expect.objectContaining({
          level: WARN,
          error: 'Given up meanwhile',
          msg: 'checkout not begun',
        }),
      )
      expect(await totals()).toEqual(NOTHING)
    })

    it('sent twice at once returns the page of the request that the provider accepted', async () => {
      const request = input()
      const url = `${provider.origin}/pay`
      const expectKept = async () => {
        const kept = await app.database.query('select from checkouts where url = $1', [url])
        expect(kept).toHaveLength(1)
      }
      let answerFirst: (() => void) | undefined
      provider.trouble = (response, { method }, acted) => {
        if (method !== 'POST' || !acted) return false
        if (answerFirst) {
          answerFirst()
          void until(expectKept).then(() => response.writeHead(500).end())
        } else {
          const body = JSON.stringify({ id: '1', init_point: url })
          answerFirst = () => response.writeHead(201).end(body)
        }
        return true
      }
      const answers = await Promise.all([checkout(request), checkout(request)])
      const answer = { status: 201, body: { reference: request.id, url } }
      expect(answers).toEqual([answer, answer])
      expect(await totals()).toEqual({ ...NOTHING, pending: 1 })
    })

    it('of a closed collection is refused without a call to the provider', async () => {
      await lucia.mutate('set-collection-status', { id: collection, status: 'cerrada' })
      for (const by of [visitor(app), await buildPerson(app)]) {
        expect((await checkout(input(), by)).body).toEqual({
          error: 'Esta colecta no está disponible para contribuciones en este momento.',
          code: 'collection-closed',
        })
      }
      expect(provider.asked).toEqual([])
    })

    it.each<[string, MercadoPago['trouble']]>([
      ['fails', (response) => Boolean(response.writeHead(500).end())],
      ['refuses', (response) => Boolean(response.writeHead(400).end('{}'))],
      ['hangs up', (response) => Boolean(response.destroy())],
      [
        'hangs up after it has done it',
        (response, _request, acted) => acted && Boolean(response.destroy()),
      ],
      ['speaks something else', (response) => Boolean(response.end('<p>proxy</p>'))],
      [
        'answers without an address',
        (response) => Boolean(response.writeHead(201).end('{"id":"1"}')),
      ],
      [
        'sends people elsewhere',
        (response) =>
          Boolean(
            response
              .writeHead(201)
              .end('{"id":"1","init_point":"https://mercadopago.com.evil.example/"}'),
          ),
      ],
      [
        'answers with a script',
        (response) =>
          Boolean(response.writeHead(201).end('{"id":"1","init_point":"javascript:alert(1)"}')),
      ],
    ])(
      'leaves nothing behind when the provider %s, and works afterwards',
      async (_what, trouble) => {
        provider.trouble = trouble
        const request = input()
        expect(await checkout(request)).toEqual({
          status: 503,
          body: {
            error:
              'Mercado Pago no responde. Intenta nuevamente en unos minutos o aporta con una transferencia.',
            code: 'unavailable',
          },
        })
        expect(await totals()).toEqual(NOTHING)
        expect(
          await app.database.query('select 1 from contributions where id = $1', [request.id]),
        ).toEqual([])
        const transfer = { ...request, paymentMethod: 'Transferencia' }
        const path = `/api/collections/${collection}/contributions`
        provider.calm()
        expect((await checkout(request)).status).toBe(201)
        expect((await visitor(app).post(path, { ...transfer, id: newId() })).status).toBe(201)
      },
    )

    it.runIf(engine === 'postgres')(
      'is kept when one request drops it while another stores its page',
      async () => {
        const { id } = input()
        await begun({ id })
        await forgetPage(id)
        const page = 'https://pay.example/1'
        const handOut = await heldTransaction(app.database, (tx) =>
          tx.query('update checkouts set url = $2 where contribution_id = $1', [id, page]),
        )
        const drop = dropHalfMade(app.database, id)
        await untilWaiting(app.database)
        await handOut()
        expect(await drop).toBe(false)
        expect(
          await app.database.query('select url from checkouts where contribution_id = $1', [id]),
        ).toEqual([{ url: page }])
        expect(await totals()).toEqual({ ...NOTHING, pending: 1 })
      },
    )

    it('needs another id when its page has expired', async () => {
      const request = input()
      const page = await checkout(request)
      app.clock.forward(3 * DAY - MINUTE)
      try {
        expect(await checkout(request)).toEqual(page)
        app.clock.forward(MINUTE)
        expect(await checkout(request)).toEqual({
          status: 409,
          body: { error: 'La página para pagar este aporte ya venció.', code: 'conflict' },
        })
        expect((await checkout({ ...request, id: newId() })).status).toBe(201)
        const wallet = input({ paymentMethod: 'MODO' })
        const first = await checkout(wallet)
        app.clock.forward(30 * DAY)
        expect(await checkout(wallet)).toEqual(first)
      } finally {
        app.clock.forward(-33 * DAY)
      }
    })

    it('that is paid before the provider’s response arrives counts, even if that response is lost', async () => {
      const request = input()
      provider.trouble = (response, { method }, acted) => {
        if (method !== 'POST' || !acted) return false
        const notice = provider.noticeOf(provider.pay(request.id, 'approved').id)
        void tell(notice).then(() => response.destroy())
        return true
      }
      expect((await checkout(request)).status).toBe(503)
      provider.calm()
      const kept = { ...NOTHING, collected: AMOUNT, confirmed: 1 }
      expect(await totals()).toEqual(kept)
      const now = () => new Date(app.clock.now().getTime() + 3 * MINUTE)
      await reconcilePayments({ ...app.context, now })
      expect(await totals()).toEqual(kept)
      expect((await checkout(request)).body.code).toBe('conflict')
    })

    it('fails with 503 when the provider times out', async () => {
      const patient = await buildApp(app.database, {
        env: { SECRET: app.context.secret },
        overrides: {
          payments: [
            mercadoPago(
              { webhookSecret: 'y', apiOrigin: provider.origin },
              { origin: 'http://localhost:3000', now: app.clock.now, timeoutMs: 200 },
            ),
          ],
        },
      })
      provider.trouble = () => true
      const path = `/api/collections/${collection}/checkout`
      const { status } = await visitor(patient).post(path, input())
      expect(status).toBe(503)
      expect(await totals()).toEqual(NOTHING)
    })

    it('by a method that is not offered here is refused', async () => {
      const without = await buildApp(app.database)
      for (const paymentMethod of ['MercadoPago', 'MODO', 'Transferencia', 'Manual']) {
        const path = `/api/collections/${collection}/checkout`
        const { status, body } = await visitor(without).post(path, input({ paymentMethod }))
        expect({ status, error: body.error }).toEqual({
          status: 400,
          error: 'Ese método de pago no está disponible.',
        })
      }
      expect((await visitor(without).get('/api/config')).body.checkout).toEqual([])
      expect((await visitor(app).get('/api/config')).body.checkout).toEqual(['MercadoPago', 'MODO'])
    })

    it('does not count as an earlier contribution of its e-mail until it is paid', async () => {
      const email = `${newId()}@example.com`
      const exists = async (by = email, to = collection) => {
        const path = `/api/collections/${to}`
        const { formToken } = (await visitor(app).get(path)).body
        const query = `email=${by}&token=${formToken}`
        return (await visitor(app).get(`${path}/contributions/exists?${query}`)).body.exists
      }
      const reference = await begun({ contributorEmail: email })
      expect(await exists()).toBe(false)
      await told(provider.pay(reference, 'approved').id)
      expect(await exists()).toBe(true)
      expect(await exists(email.toUpperCase())).toBe(true)
      expect(await exists(`${newId()}@example.com`)).toBe(false)
      expect(await exists(email, await buildCollection(app, lucia))).toBe(false)

      const hidden = `${newId()}@example.com`
      const id = await buildReport(app, collection, { contributorEmail: hidden })
      expect(await exists(hidden)).toBe(true)
      await lucia.mutate('hide-contributions', { ids: [id] })
      expect(await exists(hidden)).toBe(false)

      const waiting = `${newId()}@example.com`
      const report = { contributorEmail: waiting, amount: 1_000_000_00 }
      const waitingId = await buildReport(app, collection, report)
      expect(await totals()).toMatchObject({ pending: 1 })
      expect(await exists(waiting)).toBe(true)
      await lucia.mutate('set-contribution-state', { id: waitingId, state: 'rejected' })
      expect(await exists(waiting)).toBe(true)
      const byHand = `${newId()}@example.com`
      await buildManualContribution(lucia, collection, { contributorEmail: byHand })
      expect(await exists(byHand)).toBe(false)
    })
  })

  describe('a notice', () => {
    it.each([
      ['approved', 'confirmed'],
      ['pending', 'pending'],
      ['authorized', 'pending'],
      ['in_process', 'pending'],
      ['in_mediation', 'pending'],
      ['rejected', 'rejected'],
      ['cancelled', 'rejected'],
      ['refunded', 'rejected'],
      ['charged_back', 'rejected'],
    ] as const)('of a payment that is %s leaves the contribution %s', async (status, state) => {
      const reference = await begun()
      // Also of a collection that closed meanwhile.
      await lucia.mutate('set-collection-status', { id: collection, status: 'cerrada' })
      await told(provider.pay(reference, status).id)
      expect(await progress(reference)).toBe(state)
      expect(await totals()).toEqual({
        ...NOTHING,
        collected: state === 'confirmed' ? AMOUNT : 0,
        [state]: 1,
      })
    })

    it('of an unknown state leaves the contribution pending', async () => {
      const reference = await begun()
      await told(provider.pay(reference, 'pending', { status: 'algo_nuevo' as never }).id)
      expect(await totals()).toEqual({ ...NOTHING, pending: 1 })
    })

    it.each(['refunded', 'charged_back', 'cancelled'] as const)(
      'of a confirmed payment that is now %s rejects the contribution, even a verified one',
      async (status) => {
        const reference = await begun()
        const { id } = provider.pay(reference, 'approved')
        await told(id)
        await lucia.mutate('set-contribution-state', { id: reference, state: 'verified' })
        provider.change(id, status)
        await told(id)
        expect(await totals()).toEqual({ ...NOTHING, rejected: 1 })
        const { body } = await visitor(app).get(`/api/payments/${reference}`)
        expect(body).toMatchObject({ state: 'rejected', isUndone: true })
      },
    )

    it('of a second payment confirms a rejected contribution, and a late one of the first changes nothing', async () => {
      const reference = await begun()
      const first = provider.pay(reference, 'rejected')
      await told(first.id)
      expect(await progress(reference)).toBe('rejected')
      const second = provider.pay(reference, 'approved')
      await told(second.id)
      provider.change(first.id, 'cancelled')
      await told(first.id)
      expect(await totals()).toEqual({ ...NOTHING, collected: AMOUNT, confirmed: 1 })
    })

    it('of two payments of one contribution counts once, and one refund leaves it confirmed', async () => {
      const reference = await begun()
      const [one, two] = [provider.pay(reference, 'approved'), provider.pay(reference, 'approved')]
      await Promise.all([told(one.id), told(two.id)])
      expect(await totals()).toMatchObject({ collected: AMOUNT, confirmed: 1 })
      provider.change(one.id, 'refunded')
      await told(one.id)
      expect(await totals()).toMatchObject({ collected: AMOUNT, confirmed: 1 })
      provider.change(two.id, 'refunded')
      await told(two.id)
      expect(await totals()).toEqual({ ...NOTHING, rejected: 1 })
    })

    it('of a refund rejects without the reason of an earlier rejection', async () => {
      const reference = await begun()
      const rejection = { id: reference, state: 'rejected', reason: 'No llegó' }
      await lucia.mutate('set-contribution-state', rejection)
      const { id } = provider.pay(reference, 'approved')
      await told(id)
      provider.change(id, 'refunded')
      await told(id)
      const list = await lucia.query('collection-contributions', { collectionId: collection })
      expect(list.body.rows).toMatchObject([{ state: 'rejected', rejectionReason: '' }])
    })

    it.each([
      ['a centavo less', { transaction_amount: 12_345.66 }],
      ['a centavo more', { transaction_amount: 12_345.68 }],
      ['the amount in centavos', { transaction_amount: 1_234_567 }],
      ['another currency', { currency_id: 'BRL' }],
    ])('of %s does not count, and is logged', async (_what, changes) => {
      const reference = await begun()
      const { id } = provider.pay(reference, 'approved', changes)
      await told(id)
      expect(await totals()).toEqual({ ...NOTHING, pending: 1 })
      expect(app.logged.at(-1)).toContain('payment of another amount or currency')
      provider.change(id, 'refunded')
      await told(id)
      expect(await progress(reference)).toBe('rejected')
    })

    it('of a partial refund leaves the rest, and of a full one rejects the contribution', async () => {
      const reference = await begun()
      const { id } = provider.pay(reference, 'approved')
      await told(id)
      await lucia.mutate('set-contribution-state', { id: reference, state: 'verified' })
      for (const [given, rest] of [
        [0.01, AMOUNT - 1],
        [12_000, 345_67],
      ] as const) {
        provider.change(id, 'approved', { transaction_amount_refunded: given })
        await told(id)
        expect(await totals()).toEqual({ ...NOTHING, collected: rest, confirmed: 1 })
      }
      const list = await lucia.query('collection-contributions', { collectionId: collection })
      expect(list.body.rows).toMatchObject([{ amount: 345_67, state: 'confirmed' }])
      provider.change(id, 'approved', { transaction_amount_refunded: 12_345.67 })
      await told(id)
      expect(await totals()).toEqual({ ...NOTHING, rejected: 1 })
      // Paid anew, it is what was asked for.
      await told(provider.pay(reference, 'approved').id)
      expect(await totals()).toEqual({ ...NOTHING, collected: AMOUNT, confirmed: 1 })
    })

    it('received five times at once counts once', async () => {
      const reference = await begun()
      const notice = provider.noticeOf(provider.pay(reference, 'approved').id)
      const answers = await Promise.all(Array.from({ length: 5 }, () => tell(notice)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect(await totals()).toEqual({ ...NOTHING, collected: AMOUNT, confirmed: 1 })
    })

    it('of a payment for another colecta’s contribution changes that one alone', async () => {
      const reference = await begun()
      const other = await buildCollection(app, lucia)
      const request = input({ amount: 50_00 })
      await visitor(app).post(`/api/collections/${other}/checkout`, request)
      await told(provider.pay(request.id, 'approved').id)
      expect(await progress(reference)).toBe('pending')
      expect(await progress(request.id)).toBe('confirmed')
      expect(await totals()).toEqual({ ...NOTHING, pending: 1 })
    })

    it('is accepted when it is sent again after a database failure', async () => {
      const reference = await begun()
      const { path, headers, body } = provider.noticeOf(provider.pay(reference, 'approved').id)
      const [mp] = app.context.payments
      if (!mp) throw new Error('No provider')
      const notice = {
        query: new URL(path, 'http://x').searchParams,
        header: (name: string) => headers[name],
        body,
      }
      const away = async () => {
        throw new Error('connection refused')
      }
      for (const missing of ['query', 'transaction'] as const) {
        const database = Object.assign(Object.create(app.database), { [missing]: away })
        await expect(processWebhook({ ...app.context, database }, mp, notice)).rejects.toThrow()
        expect(await progress(reference)).toBe('pending')
      }
      await processWebhook(app.context, mp, notice)
      expect(await progress(reference)).toBe('confirmed')
    })

    it('of another type or an unknown payment is accepted and changes nothing', async () => {
      const reference = await begun()
      const { id } = provider.pay(newId(), 'approved', { transaction_amount: 5 })
      await told(id)
      await told(99)
      expect((await tell(provider.noticeOf(id, { type: 'merchant_order' }))).status).toBe(200)
      expect(await progress(reference)).toBe('pending')
    })

    it('is accepted with its timestamp in seconds too, as the provider writes it', async () => {
      const reference = await begun()
      const { id } = provider.pay(reference, 'approved')
      const ts = Math.floor(Date.now() / 1000)
      expect((await tell(provider.noticeOf(id, { ts }))).status).toBe(200)
      expect(await progress(reference)).toBe('confirmed')
    })

    it('is logged once with its outcome, without a name', async () => {
      const reference = await begun()
      const { id } = provider.pay(reference, 'approved')
      const notice = provider.noticeOf(id)
      await tell(notice)
      await tell(notice)
      await told(id) // signed anew, and nothing has changed
      await told(provider.pay(newId(), 'approved').id)
      const other = await begun()
      await told(provider.pay(other, 'approved', { transaction_amount: 5 }).id)
      await tell(withSignature(provider.noticeOf(id), () => 'ts=1,v1=0'))
      const by = { provider: 'MercadoPago' }
      expect(logged()).toEqual([
        { ...by, level: INFO, contributionId: reference, status: 'confirmed', msg: 'payment' },
        { ...by, level: INFO, msg: 'payment notice repeated' },
        { ...by, level: INFO, msg: 'payment of nothing here' },
        { ...by, level: WARN, contributionId: other, msg: 'payment of another amount or currency' },
        { ...by, level: WARN, error: 'altered', msg: 'payment notice refused' },
      ])
    })

    it('is deleted once it is too old to be accepted again', async () => {
      await app.database.query('delete from payment_notices')
      await told(provider.pay(await begun(), 'approved').id)
      const heard = () => app.database.query('select from payment_notices')
      for (const [age, left] of [
        [WEBHOOK_VALID_FOR, 1],
        [2 * WEBHOOK_VALID_FOR + MINUTE, 0],
      ] as const) {
        const now = () => new Date(app.clock.now().getTime() + age)
        await forgetWebhooks({ database: app.database, now })
        expect(await heard()).toHaveLength(left)
      }
    })

    it('gets a 503 when the provider fails, and is accepted when it is sent again', async () => {
      const reference = await begun()
      const notice = provider.noticeOf(provider.pay(reference, 'approved').id)
      provider.trouble = (response) => Boolean(response.writeHead(500).end())
      expect((await tell(notice)).status).toBe(503)
      expect(logged().map(({ msg }) => msg)).not.toContain('payment notice refused')
      expect(await progress(reference)).toBe('pending')
      provider.calm()
      expect((await tell(notice)).status).toBe(200)
      expect(await progress(reference)).toBe('confirmed')
    })
  })

  describe('a notice that is not the provider’s', () => {
    let reference: string
    let id: number
    beforeEach(async () => {
      reference = await begun()
      id = provider.pay(reference, 'approved').id
      provider.calm()
    })

    const spoiled: [string, (notice: SignedNotice) => SignedNotice][] = [
      ['without a signature', (n) => ({ ...n, headers: { 'content-type': 'application/json' } })],
      ['signed by another', () => provider.noticeOf(id, { secret: 'otro' })],
      [
        'about another payment',
        (n) => ({ ...n, path: n.path.replace(String(id), String(id + 1)) }),
      ],
      ['about no payment', (n) => ({ ...n, path: '/api/webhooks/mercadopago' })],
      ['of another request', (n) => ({ ...n, headers: { ...n.headers, 'x-request-id': 'otro' } })],
      ['without its request', (n) => ({ ...n, headers: { ...n.headers, 'x-request-id': '' } })],
      ['of another moment', (n) => withSignature(n, (s) => s.replace(/ts=\d/, 'ts=3'))],
      ['with a short signature', (n) => withSignature(n, (s) => s.slice(0, -2))],
      ['with a long signature', (n) => withSignature(n, (s) => `${s}00`)],
      ['with an odd signature', (n) => withSignature(n, () => 'ts=x,v1=zz')],
      ['with an empty signature', (n) => withSignature(n, () => `ts=${Date.now()},v1=`)],
      ['of sixteen minutes ago', () => provider.noticeOf(id, { ts: Date.now() - 16 * MINUTE })],
      ['of tomorrow', () => provider.noticeOf(id, { ts: Date.now() + DAY })],
    ]

    it.each(spoiled)(
      '%s changes nothing and makes no call to the provider',
      async (_what, spoil) => {
        const notice = spoil(provider.noticeOf(id))
        expect(await tell(notice)).toEqual(REFUSED)
        expect(provider.asked).toEqual([])
        expect(await progress(reference)).toBe('pending')
        const signature = notice.headers['x-signature']?.split('v1=')[1]
        if (signature) expect(app.logged.join()).not.toContain(signature)
      },
    )

    it('is logged once for each reason, however many follow', async () => {
      const strange = await buildApp(app.database, { env: { ...provider.env, ...WALLET } })
      strange.logged.length = 0
      const altered = withSignature(provider.noticeOf(id), () => `ts=${Date.now()},v1=00`)
      const unsigned = withSignature(altered, () => '')
      for (const { path, headers, body } of [altered, unsigned, altered, unsigned]) {
        expect((await visitor(strange).send('POST', path, body, headers)).status).toBe(403)
      }
      expect(strange.logged.map((line) => JSON.parse(line))).toMatchObject(
        ['altered', 'unsigned'].map((error) => ({ error, msg: 'payment notice refused' })),
      )
    })

    it('but repeats a genuine one is not processed again', async () => {
      const notice = provider.noticeOf(id)
      expect((await tell(notice)).status).toBe(200)
      provider.calm()
      provider.change(id, 'refunded')
      expect((await tell({ ...notice, body: '{"otro": true}' })).status).toBe(200)
      expect(provider.asked).toEqual([])
      expect(app.logged.at(-1)).toContain('payment notice repeated')
    })

    it('but repeats a genuine one under another type does not block the genuine one', async () => {
      const notice = provider.noticeOf(id)
      const renamed = { ...notice, path: notice.path.replace('type=payment', 'type=plan') }
      expect((await tell(renamed)).status).toBe(200)
      expect(await progress(reference)).toBe('pending')
      expect((await tell(notice)).status).toBe(200)
      expect(await progress(reference)).toBe('confirmed')
    })

    it('of more than a megabyte is rejected', async () => {
      const notice = { ...provider.noticeOf(id), body: `"${'x'.repeat(1024 * 1024)}"` }
      const declared = { ...notice.headers, 'content-length': String(notice.body.length) }
      for (const headers of [notice.headers, declared]) {
        const { status, body } = await tell({ ...notice, headers })
        expect({ status, code: body.code }).toEqual({ status: 413, code: 'too-large' })
      }
      expect(provider.asked).toEqual([])
    })

    it('is rejected when it is dated six minutes ahead, and accepted at four, or fourteen back', async () => {
      expect(await tell(provider.noticeOf(id, { ts: Date.now() + 6 * MINUTE }))).toEqual(REFUSED)
      for (const ts of [Date.now() + 4 * MINUTE, Date.now() - 14 * MINUTE]) {
        expect((await tell(provider.noticeOf(id, { ts }))).status).toBe(200)
      }
    })

    it('is recognised by its signature alone: the body of a notice is not used', async () => {
      const notice = provider.noticeOf(id)
      const { user_id } = JSON.parse(notice.body)
      const said = { type: 'payment', user_id, data: { id: '1' }, status: 'refunded' }
      const body = JSON.stringify(said)
      expect((await tell({ ...notice, body })).status).toBe(200)
      expect(await progress(reference)).toBe('confirmed')
    })
  })

  it('an old response of the provider that arrives late does not overwrite a newer one', async () => {
    const reference = await begun()
    const { id } = provider.pay(reference, 'approved')
    // The first notice's look at the payment stays on the line while the refund comes in.
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isFirst = true
    const slow = app.context.payments.map((one) => ({
      ...one,
      verify(notice: Parameters<typeof one.verify>[0]) {
        const verified = one.verify(notice)
        return {
          ...verified,
          async payment(...asked: Parameters<typeof verified.payment>) {
            const seen = await verified.payment(...asked)
            if (isFirst) {
              isFirst = false
              await held
            }
            return seen
          },
        }
      },
    }))
    const notice = ({ path, headers, body }: SignedNotice) => ({
      query: new URL(path, 'http://x').searchParams,
      header: (name: string) => headers[name],
      body,
    })
    const [first] = slow
    if (!first) throw new Error('No provider')
    const late = processWebhook(app.context, first, notice(provider.noticeOf(id)))
    await expect.poll(() => isFirst).toBe(false)
    provider.change(id, 'refunded')
    await processWebhook(app.context, first, notice(provider.noticeOf(id)))
    release()
    await late
    expect(await progress(reference)).toBe('rejected')
    expect(await totals()).toMatchObject({ collected: 0, confirmed: 0 })
  })

  describe('reconciling', () => {
    beforeEach(() => app.database.query('update checkouts set next_check_at = null'))

    const later = (ms: number) => {
      const now = () => new Date(app.clock.now().getTime() + ms)
      return reconcilePayments({ ...app.context, now })
    }

    const isWatched = async (reference: string) => {
      const [row] = await app.database.query<{ isWatched: boolean }>(
        'select next_check_at is not null as "isWatched" from checkouts where reference = $1',
        [reference],
      )
      return row?.isWatched
    }

    it('confirms a payment within three minutes when its notice was lost', async () => {
      const reference = await begun()
      provider.pay(reference, 'approved')
      expect(await later(MINUTE)).toBe(false)
      expect(await progress(reference)).toBe('pending')
      expect(await later(2 * MINUTE + 1_000)).toBe(true)
      expect(await progress(reference)).toBe('confirmed')
    })

    it('finds a refund whose notice was lost', async () => {
      const reference = await begun()
      const { id } = provider.pay(reference, 'approved')
      await later(3 * MINUTE)
      provider.change(id, 'refunded')
      await later(DAY)
      expect(await progress(reference)).toBe('rejected')
    })

    it('makes one call while the provider is unavailable, and continues when it is back', async () => {
      const reference = await begun()
      await begun()
      provider.pay(reference, 'approved')
      provider.asked.length = 0
      provider.trouble = (response) => Boolean(response.writeHead(503).end())
      await later(3 * MINUTE)
      expect(provider.asked).toHaveLength(1)
      expect(logged()).toContainEqual({
        level: WARN,
        provider: 'MercadoPago',
        error: expect.stringContaining('503'),
        msg: 'payment not asked for',
      })
      expect(await progress(reference)).toBe('pending')
      provider.calm()
      await later(10 * MINUTE)
      expect(await progress(reference)).toBe('confirmed')
    })

    it('asks the provider at growing intervals, and finally stops', async () => {
      const reference = await begun()
      provider.pay(reference, 'pending')
      provider.calm()
      for (let minutes = 0; minutes < 24 * 60; minutes += 1) await later(minutes * MINUTE)
      const asked = provider.asked.length
      expect(asked).toBeGreaterThanOrEqual(8)
      expect(asked).toBeLessThanOrEqual(14)
      for (const days of [179, 181]) {
        provider.calm()
        await later(days * DAY)
        expect(provider.asked).not.toEqual([])
      }
      provider.calm()
      await later(400 * DAY)
      expect(provider.asked).toEqual([])
    })

    it('rejects an unpaid contribution after days, and still accepts a later payment', async () => {
      const reference = await begun()
      await later(3 * DAY)
      expect(await progress(reference)).toBe('pending')
      await later(5 * DAY)
      expect(await progress(reference)).toBe('rejected')
      expect(await isWatched(reference)).toBe(false)
      await told(provider.pay(reference, 'approved').id)
      expect(await totals()).toEqual({ ...NOTHING, collected: AMOUNT, confirmed: 1 })
    })

    it('continues to check a pending payment, and does not check a wallet’s', async () => {
      const tried = await begun()
      provider.pay(tried, 'pending')
      const wallets = await begun({ paymentMethod: 'MODO' })
      await later(5 * DAY)
      expect(await progress(tried)).toBe('pending')
      expect(await isWatched(tried)).toBe(true)
      expect(await progress(wallets)).toBe('pending')
      expect(await isWatched(wallets)).toBe(false)
      expect(logged().map(({ msg }) => msg)).toEqual(['payment'])
    })

    it('by several processes at once counts each payment once', async () => {
      const references = [await begun(), await begun(), await begun()]
      for (const reference of references) provider.pay(reference, 'approved')
      await Promise.all([later(3 * MINUTE), later(3 * MINUTE), later(3 * MINUTE)])
      for (const reference of references) expect(await progress(reference)).toBe('confirmed')
      expect(await totals()).toEqual({ ...NOTHING, collected: 3 * AMOUNT, confirmed: 3 })
    })

    it('does not reject a contribution whose payment starts during the check', async () => {
      const reference = await begun()
      const payments = app.context.payments.map((one) => ({
        ...one,
        async find(...asked: Parameters<typeof one.find>) {
          const found = await one.find(...asked)
          if (asked[0] === reference) await told(provider.pay(reference, 'pending').id)
          return found
        },
      }))
      const now = () => new Date(app.clock.now().getTime() + 5 * DAY)
      await reconcilePayments({ ...app.context, payments, now })
      expect(await progress(reference)).toBe('pending')
    })

    it('deletes a checkout that was left without a page, and continues with the others', async () => {
      const reference = await begun()
      await forgetPage(reference)
      const paid = await begun()
      provider.pay(paid, 'approved')
      await later(3 * MINUTE)
      expect(await totals()).toEqual({ ...NOTHING, collected: AMOUNT, confirmed: 1 })
      const { status, body } = await visitor(app).get(`/api/payments/${reference}`)
      expect({ status, error: body.error }).toEqual({
        status: 404,
        error: 'No encontramos ese pago.',
      })
    })
  })

  describe('reconciling by the minute', () => {
    beforeEach(async () => {
      await app.database.query('update checkouts set next_check_at = null')
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    })
    afterEach(() => vi.useRealTimers())

    let ahead = 0 // ms
    const kept = (changes: Partial<Parameters<typeof startReconciliation>[0]> = {}) =>
      startReconciliation({
        ...app.context,
        now: () => new Date(app.clock.now().getTime() + ahead),
        ...changes,
      })

    it('checks at once and every minute, wakes the feed after a check, and stops', async () => {
      const reference = await begun()
      const { id } = provider.pay(reference, 'approved')
      const wake = vi.spyOn(app.context.feed, 'wake').mockClear()
      ahead = 3 * MINUTE
      const end = kept()
      await expect.poll(() => progress(reference)).toBe('confirmed')
      await expect.poll(() => wake.mock.calls.length).toBe(1)
      provider.change(id, 'refunded')
      ahead = DAY
      vi.advanceTimersByTime(MINUTE - 1)
      expect(await progress(reference)).toBe('confirmed')
      vi.advanceTimersByTime(1)
      await expect.poll(() => progress(reference)).toBe('rejected')
      await expect.poll(() => wake.mock.calls.length).toBe(2)

      await end()
      expect(vi.getTimerCount()).toBe(0)
      await kept()()
      expect(wake).toHaveBeenCalledTimes(2) // nothing was due
      wake.mockRestore()
    })

    it('waits for a slow provider instead of a second call, and stops after that call', async () => {
      const references = [await begun(), await begun()]
      let answer = () => {}
      const asked: string[] = []
      const payments = app.context.payments.map((one) => ({
        ...one,
        async find(...[reference, seller]: Parameters<typeof one.find>) {
          asked.push(reference)
          await new Promise<void>((resolve) => {
            answer = resolve
          })
          return one.find(reference, seller)
        },
      }))
      ahead = 3 * MINUTE
      const end = kept({ payments })
      await expect.poll(() => asked.length).toBe(1)
      vi.advanceTimersByTime(3 * MINUTE)
      let hasEnded = false
      const ended = end().then(() => {
        hasEnded = true
      })
      await progress(references[0] ?? '') // the database has had its time
      expect({ hasEnded, asked: asked.length }).toEqual({ hasEnded: false, asked: 1 })
      answer()
      await ended
      expect(asked).toHaveLength(1)
    })

    it('continues a minute after the database was away, and logs that', async () => {
      const reference = await begun()
      provider.pay(reference, 'approved')
      ahead = 3 * MINUTE
      let isAway = true
      const query: typeof app.database.query = (...asked) =>
        isAway ? Promise.reject(new Error('away')) : app.database.query(...asked)
      const end = kept({ database: { ...app.database, query } })
      await expect.poll(logged).toContainEqual({
        level: ERROR,
        error: 'Error: away',
        msg: 'payments not reconciled',
      })
      isAway = false
      vi.advanceTimersByTime(MINUTE)
      await expect.poll(() => progress(reference)).toBe('confirmed')
      await end()
    })

    it('starts no timer without providers', async () => {
      const end = kept({ payments: [] })
      expect(vi.getTimerCount()).toBe(0)
      await end()
    })
  })

  it.each(['%00', `${'a'.repeat(101)}`, 'a%00', '%00a'])(
    'an invalid reference is answered with 404: %s',
    async (reference) => {
      const { status, body } = await visitor(app).get(`/api/payments/${reference}`)
      expect({ status, error: body.error }).toEqual({
        status: 404,
        error: 'No encontramos ese pago.',
      })
    },
  )

  it('the status of a payment contains no name', async () => {
    const reference = await begun({ contributorName: 'Julieta Romero', message: 'secreto' })
    const { status, body } = await visitor(app).get(`/api/payments/${reference}`)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        state: 'pending',
        amount: AMOUNT,
        paymentMethod: 'MercadoPago',
        collectionId: collection,
        collectionTitle: 'Regalo para la seño Marta',
        isUndone: false,
      },
    })
    const report = reportInput()
    await visitor(app).post(`/api/collections/${collection}/contributions`, report)
    expect((await visitor(app).get(`/api/payments/${report.id}`)).status).toBe(404)
  })

  describe('a wallet', () => {
    const walletNotice = (
      changes: object,
      ts = Date.now(),
      secret = WALLET.WALLET_WEBHOOK_SECRET,
    ) => {
      const body = JSON.stringify({
        id: 'w-1',
        status: 'approved',
        amount: AMOUNT / 100,
        currency: 'ARS',
        updated_at: '2026-11-21T12:00:00Z',
        ...changes,
      })
      const v1 = createHmac('sha256', secret).update(`${ts}.${body}`).digest('hex')
      return {
        path: '/api/webhooks/modo',
        headers: { 'content-type': 'application/json', 'x-signature': `ts=${ts},v1=${v1}` },
        body,
      }
    }
    const begunThere = () => begun({ paymentMethod: 'MODO' })

    it('gets alias, amount, concept and return address, and the contribution is pending', async () => {
      const request = input({ paymentMethod: 'MODO' })
      const { body } = await checkout(request)
      expect(body.reference).toBe(`MODO_${request.id}`)
      const url = new URL(body.url)
      expect(url.origin + url.pathname).toBe('https://billetera.example/pagar')
      expect(Object.fromEntries(url.searchParams)).toEqual({
        desde: 'colecta',
        alias: 'patio.baldosa.sol',
        amount: '12345.67',
        concept: 'Regalo para la seño Marta',
        callback: `http://localhost:3000/payment/callback?payment_id=${body.reference}&reference=${body.reference}`,
      })
      expect(await totals()).toEqual({ ...NOTHING, pending: 1 })

      const round = await checkout(input({ paymentMethod: 'MODO', amount: 15_000_00 }))
      expect(new URL(round.body.url).searchParams.get('amount')).toBe('15000.00')
    })

    it.each([
      ['approved', 'confirmed'],
      ['completed', 'confirmed'],
      ['pending', 'pending'],
      ['rejected', 'rejected'],
      ['cancelled', 'rejected'],
      ['refunded', 'rejected'],
      ['charged_back', 'rejected'],
      ['algo nuevo', 'pending'],
    ])('that reports %s leaves the contribution %s', async (status, state) => {
      const reference = await begunThere()
      expect((await tell(walletNotice({ id: reference, reference, status }))).status).toBe(200)
      expect(await progress(reference)).toBe(state)
    })

    it('cannot be used for a colecta without an account', async () => {
      await app.database.query("update collections set bank_account = '' where id = $1", [
        collection,
      ])
      expect(await checkout(input({ paymentMethod: 'MODO' }))).toMatchObject({
        status: 400,
        body: { error: 'La colecta no tiene configurada una cuenta bancaria' },
      })
      expect(await totals()).toEqual(NOTHING)
    })

    it('is refused without a valid and recent signature of the whole body', async () => {
      const reference = await begunThere()
      const good = walletNotice({ id: reference, reference })
      for (const notice of [
        { ...good, body: good.body.replace('approved', 'completed') },
        { ...good, headers: { 'content-type': 'application/json' } },
        walletNotice({ id: reference, reference }, Date.now(), 'otro'),
        walletNotice({ id: reference, reference }, Date.now() - DAY),
      ] as SignedNotice[]) {
        expect(await tell(notice)).toEqual(REFUSED)
      }
      expect(await progress(reference)).toBe('pending')
    })

    it('that reports another amount does not count, and an older notice changes nothing', async () => {
      const reference = await begunThere()
      const said = (changes: object) => tell(walletNotice({ id: reference, reference, ...changes }))
      await said({ amount: 1, updated_at: '2026-11-21T12:00:00Z' })
      expect(await progress(reference)).toBe('pending')
      await said({ updated_at: '2026-11-21T12:05:00Z' })
      expect(await progress(reference)).toBe('confirmed')
      await said({ status: 'rejected', updated_at: '2026-11-21T12:01:00Z' })
      expect(await progress(reference)).toBe('confirmed')
      expect((await tell(walletNotice({ reference: 'no es' }))).status).toBe(200)
    })

    it('cannot use one payment for two contributions', async () => {
      const [one, two] = [await begunThere(), await begunThere()]
      await tell(walletNotice({ id: one, reference: one }))
      await tell(walletNotice({ id: one, reference: two, updated_at: '2026-11-21T13:00:00Z' }))
      expect([await progress(one), await progress(two)]).toEqual(['confirmed', 'pending'])
    })

    it('cannot confirm a payment of Mercado Pago', async () => {
      const reference = await begun()
      await tell(walletNotice({ id: reference, reference }))
      expect(await progress(reference)).toBe('pending')
    })
  })

  it('without providers the webhooks return 404', async () => {
    const without = await buildApp(app.database)
    for (const name of ['mercadopago', 'modo']) {
      expect((await visitor(without).post(`/api/webhooks/${name}`)).status).toBe(404)
    }
  })
})

function withSignature(notice: SignedNotice, change: (signature: string) => string): SignedNotice {
  const signature = change(notice.headers['x-signature'] ?? '')
  return { ...notice, headers: { ...notice.headers, 'x-signature': signature } }
}

import pino from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../server/app.ts'
import { createTokenCipher } from '../../server/domain/payments/token-cipher.ts'
import { newId } from '../../shared/id.ts'
import { tokenIn } from '../../shared/links.ts'
import { buildPerson, collectionInput, reportInput } from '../support/people.ts'
import { announce } from '../support/receipts.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

/*
 * [A1, A3, A9] Sends marked passwords, tokens and names through every route, and searches every row of every table and
 * every line of the log for them.
 */

const PASSWORD = 'Marcada-Primera-Contraseña'
const NEXT = 'Marcada-Segunda-Contraseña'
const LAST = 'Marcada-Tercera-Contraseña'
const NAME = 'Marcada Persona Aportante'
const WRONG = 'Marcada-Contraseña-Equivocada'
const TOKEN = 'marcado-0123456789abcdefghijklmnopqrstuvwxyz'
const ACCOUNT = '2850590940090418135201'
const PROVIDER = {
  MERCADOPAGO_CLIENT_ID: '7421',
  MERCADOPAGO_CLIENT_SECRET: 'marcado-secreto-de-la-aplicacion',
  MERCADOPAGO_WEBHOOK_SECRET: 'marcado-secreto-de-los-avisos',
  MERCADOPAGO_API_URL: 'http://127.0.0.1:9',
  MERCADOPAGO_AUTH_URL: 'http://127.0.0.1:9',
  WALLET_REDIRECT_URL: 'https://billetera.example/',
  WALLET_WEBHOOK_SECRET: 'marcado-secreto-de-la-billetera-0123456789',
}

const SELLER_TOKENS = {
  accessToken: 'APP_USR-marcada-credencial-de-cobro',
  refreshToken: 'TG-marcada-credencial-que-la-renueva',
}

/** The names of all fields with private content, over all routes. */
const MARKED = {
  email: 'marcada@example.com',
  password: WRONG,
  current: WRONG,
  proof: WRONG,
  token: TOKEN,
  code: TOKEN,
  state: TOKEN,
  signature: TOKEN,
  bankAccount: ACCOUNT,
  accountIdentifier: ACCOUNT,
  mutations: [{ id: newId(), name: TOKEN, args: { bankAccount: ACCOUNT, password: WRONG } }],
}

engineOfTier((open) => {
  let app: TestApp
  const lines: string[] = []
  const secrets = new Map<string, string>([
    ['the password', PASSWORD],
    ['the next password', NEXT],
    ['the last password', LAST],
    ['a wrong password', WRONG],
    ['a token', TOKEN],
    ['what Mercado Pago knows us by', PROVIDER.MERCADOPAGO_CLIENT_SECRET],
    ['the right to take payments', SELLER_TOKENS.accessToken],
    ['the right to go on taking them', SELLER_TOKENS.refreshToken],
    ['what notices are signed with', PROVIDER.MERCADOPAGO_WEBHOOK_SECRET],
    ['what a wallet signs with', PROVIDER.WALLET_WEBHOOK_SECRET],
  ])

  beforeAll(async () => {
    app = await start()
    await live()
    await putThroughEveryRoute(app)

    // And where every statement fails, for a log that has something to tell.
    const broken = await start()
    const organiser = await buildPerson(broken)
    await broken.database.query('alter schema public rename to elsewhere')
    await putThroughEveryRoute(broken, organiser)
    expect(lines.join()).toContain('unexpected error')
  })

  const start = async () =>
    buildApp(await open(), {
      env: PROVIDER,
      overrides: {
        log: pino({ level: 'trace' }, { write: (line: string) => lines.push(line) }),
      },
    })

  const learn = (what: string, secret: string | undefined) => {
    expect(secret, what).toMatch(/^.{20,}$/)
    secrets.set(what, secret ?? '')
  }

  /** Uses an account from its registration to its deletion, with every secret that it creates. */
  async function live(): Promise<void> {
    const email = 'marcada@example.com'
    const phone = visitor(app)
    const linkTo = async () => {
      const message = (await app.sent()).findLast(({ to }) => to === email)
      return tokenIn(new URL(message?.link ?? '')) || undefined
    }
    await phone.post('/api/register', {
      firstName: 'Ana',
      lastName: 'Paz',
      email,
      password: PASSWORD,
    })
    learn('the link that confirms', await linkTo())
    await phone.post('/api/email/confirm', { token: await linkTo() })
    await phone.post('/api/login', { email, password: WRONG })
    await phone.post('/api/login', { email, password: PASSWORD })
    learn('the cookie', phone.cookies.get('session'))
    const { body } = await visitor(app).post('/api/login', {
      email,
      password: PASSWORD,
      session: 'bearer',
    })
    learn('the bearer token', body.access_token)
    await phone.post('/api/account/password', { current: PASSWORD, password: NEXT })
    learn('the cookie after a change of password', phone.cookies.get('session'))
    await phone.post('/api/password/forgot', { email })
    learn('the link that recovers', await linkTo())
    await phone.post('/api/password/reset', { token: await linkTo(), password: LAST })
    await phone.post('/api/login', { email, password: LAST })
    learn('the last cookie', phone.cookies.get('session'))
    await phone.mutate('update-profile', {
      firstName: 'Ana',
      lastName: 'Paz',
      defaultBankAccount: ACCOUNT,
    })
    const collection = collectionInput(app, { bankAccount: ACCOUNT, accountIdentifier: ACCOUNT })
    expect((await phone.mutate('create-collection', collection)).ok).toBe(true)
    await connectSeller(email)
    for (const paymentMethod of ['MercadoPago', 'MODO']) {
      const paid = reportInput({ paymentMethod, contributorName: NAME, contributorEmail: email })
      const { status } = await phone.post(`/api/collections/${collection.id}/checkout`, paid)
      // Nobody listens at Mercado Pago's address here.
      expect(status).toBe(paymentMethod === 'MODO' ? 201 : 503)
    }
    const notice = { 'x-signature': `ts=${Date.now()},v1=${TOKEN}`, 'x-request-id': TOKEN }
    for (const name of ['mercadopago', 'modo']) {
      await phone.send('POST', `/api/webhooks/${name}?data.id=${TOKEN}`, { token: TOKEN }, notice)
    }
    const { capability } = await announce(app, collection.id)
    learn('the right to send a receipt', capability)
  }

  /** Connects the person without a visit to Mercado Pago, which has no server in this test. */
  async function connectSeller(email: string): Promise<void> {
    const [owner] = await app.database.query<{ id: string }>(
      'select id from users where email = $1',
      [email],
    )
    if (!owner) throw new Error(`Nobody is ${email}`)
    const { keyId, seal } = createTokenCipher(app.context.secret)
    await app.database.query(
      `insert into sellers (user_id, account_id, tokens, key_id, connected_at, renew_at)
       values ($1, '1001', $2, $3, now(), now())`,
      [owner.id, seal(SELLER_TOKENS, owner.id), keyId],
    )
    await app.context.sellers.renewDue()
  }

  async function putThroughEveryRoute(app: TestApp, member?: Visitor): Promise<void> {
    const organiser = member ?? (await buildPerson(app))
    const routes = createApp(app.context, '/nowhere').routes.filter(
      ({ method }) => method !== 'ALL',
    )
    const query = new URLSearchParams(
      Object.entries(MARKED).map(([name, value]) => [name, String(value)]),
    )
    for (const { method, path } of routes) {
      const marked = path.replace(/:\w+|\*/g, TOKEN)
      const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : MARKED
      for (const by of [visitor(app), stranger(), organiser]) {
        await by.send(method, `${marked}?${query}`, body)
        await by.send(method, marked, body && `{"password": "${WRONG}`)
        await by.send(method, marked, body, { authorization: `Bearer ${TOKEN}` })
      }
    }
  }

  function stranger(): Visitor {
    const someone = visitor(app)
    someone.cookies.set('session', TOKEN)
    return someone
  }

  async function dump(): Promise<Map<string, string>> {
    const tables = await app.database.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    const rows = new Map<string, string>()
    for (const { name } of tables) {
      const [all] = await app.database.query<{ rows: string | null }>(
        `select string_agg(t::text, ' ') as rows from ${name} t`,
      )
      rows.set(name, all?.rows ?? '')
    }
    return rows
  }

  it('no secret is in the database, and none is logged', async () => {
    const tables = await dump()
    expect(tables.get('users')).toContain('marcada@example.com')
    expect(tables.get('passwords')).toContain('$argon2id$')
    const found = []
    for (const [what, secret] of secrets) {
      for (const [name, rows] of tables) if (rows.includes(secret)) found.push(`${what} in ${name}`)
      if (lines.some((line) => line.includes(secret))) found.push(`${what} in the log`)
    }
    expect(found).toEqual([])
  })

  it('the name and the e-mail of a payer are never logged', () => {
    expect(lines.join()).toContain('checkout not begun')
    expect(lines.filter((line) => /Marcada Persona|marcada@example/.test(line))).toEqual([])
  })

  describe('an account number', () => {
    it('is stored in three tables only, and never logged', async () => {
      const holders = [...(await dump())].filter(([, rows]) => rows.includes(ACCOUNT))
      expect(holders.map(([name]) => name).sort()).toEqual(['checkouts', 'collections', 'users'])
      expect(lines.filter((line) => line.includes(ACCOUNT))).toEqual([])
    })
  })
})

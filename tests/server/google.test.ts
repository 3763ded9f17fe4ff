import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createGoogle } from '../../server/domain/google.ts'
import { newId } from '../../shared/id.ts'
import { tokenIn } from '../../shared/links.ts'
import { MINUTE } from '../../shared/time.ts'
import { type Claims, type Google, LUCIA_AT_GOOGLE, startGoogle } from '../support/google.ts'
import { buildPerson } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const FAILED = 'Error al procesar la autenticación. Intenta nuevamente.'
const TIMEOUT_MS = 400

const brokenAnswer = (response: ServerResponse) => response.writeHead(500).end()
const emptyAnswer = (response: ServerResponse) => response.end('{}')
const noAnswer = (response: ServerResponse) => response.destroy()
const silence = () => {}

const strangeKey = generateKeyPairSync('rsa', { modulusLength: 2048 })

const refused = { status: 401, body: { error: FAILED, code: 'sign-in-refused' } }

let google: Google
beforeAll(async () => {
  google = await startGoogle()
})
beforeEach(() => google.calm())
afterAll(() => google.stop())

engineOfTier((open) => {
  let app: TestApp

  beforeAll(async () => {
    app = await buildApp(await open(), { env: google.env })
  })

  /** Signs in a new person at Google, so that tests do not share people. */
  function somebody(changes: Claims = {}) {
    const id = newId()
    const person = { ...LUCIA_AT_GOOGLE, sub: id, email: `${id}@example.com`, ...changes }
    google.person = person
    return person
  }

  const accounts = async (email: unknown) =>
    app.database.query<{ id: string; firstName: string; lastName: string; confirmed: boolean }>(
      `select id, first_name as "firstName", last_name as "lastName",
              email_confirmed_at is not null as "confirmed"
       from users where email = $1`,
      [String(email)],
    )

  const finish = async (browser: Visitor, back: { code: string; state: string }) => {
    const { status, body } = await browser.post('/api/login/oauth', back)
    return { status, body }
  }

  const signIn = async (browser: Visitor = visitor(app), returnTo?: string) =>
    finish(browser, await comeBack(browser, returnTo))

  describe('[A4] a new person', () => {
    it('is redirected to Google with state, nonce, PKCE and the requested scope', async () => {
      const address = await leave(visitor(app))
      expect(address.origin).toBe(google.issuer.url)
      expect(Object.fromEntries(address.searchParams)).toEqual({
        response_type: 'code',
        client_id: 'entre-todos',
        redirect_uri: 'http://localhost:3000/auth/callback',
        scope: 'openid email profile',
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    })

    it('gets a confirmed account without a password, and a session', async () => {
      const person = somebody()
      google.person = { ...person, email: person.email.toUpperCase() }
      const browser = visitor(app)
      expect(await signIn(browser)).toEqual({
        status: 200,
        body: {
          access_token: null,
          refresh_token: null,
          user: {
            id: expect.any(String),
            email: person.email,
            firstName: 'Lucía',
            lastName: 'Fernández',
            isAdmin: false,
          },
          returnTo: null,
        },
      })
      expect((await browser.get('/api/session')).body.user.email).toBe(person.email)
      expect(await accounts(person.email)).toMatchObject([{ confirmed: true }])
      const passwords = await app.database.query(
        'select 1 from passwords join users on id = user_id where email = $1',
        [person.email],
      )
      expect(passwords).toEqual([])
    })

    it('cannot sign in with a password until a reset has set one', async () => {
      const { email } = somebody()
      await signIn()
      const credentials = { email, password: 'un mate por favor' }
      const before = await visitor(app).post('/api/login', credentials)
      expect(before.body).toEqual({
        error: 'Email o contraseña incorrectos. Verifica tus datos e intenta nuevamente.',
        code: 'wrong-credentials',
      })
      await visitor(app).post('/api/password/forgot', { email })
      const token = await tokenFor(email)
      await visitor(app).post('/api/password/reset', { token, password: credentials.password })
      expect((await visitor(app).post('/api/login', credentials)).status).toBe(200)
      expect((await signIn()).status).toBe(200)
    })

    it.each<[string, Claims, string, string]>([
      ['both names', {}, 'Lucía', 'Fernández'],
      [
        'names with marks that hide',
        { given_name: ' Lu\u200Bcía\u202E ', family_name: 'Fer\u0000nández\n' },
        'Lucía',
        'Fernández',
      ],
      ['one name', { given_name: 'Madonna', family_name: undefined }, 'Madonna', ''],
      [
        'a full name only',
        { given_name: undefined, family_name: undefined, name: 'Ana  María de la Cruz' },
        'Ana',
        'María de la Cruz',
      ],
      ['no name', { given_name: undefined, family_name: undefined, name: undefined }, 'quien', ''],
      ['names that are none', { given_name: 7, family_name: ['x'], name: {} }, 'quien', ''],
      [
        'a name without an end',
        { given_name: '🧉'.repeat(60), family_name: 'F'.repeat(5_000) },
        '🧉'.repeat(40),
        'F'.repeat(80),
      ],
    ])('gets the names that Google sends: %s', async (_what, claims, firstName, lastName) => {
      const email = `quien@${newId()}.example.com`
      somebody({ email, ...claims })
      expect((await signIn()).body.user).toMatchObject({ firstName, lastName })
    })

    it('gets one account from four simultaneous sign-ins', async () => {
      const { email } = somebody()
      const answers = await Promise.all([signIn(), signIn(), signIn(), signIn()])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
      expect(await accounts(email)).toHaveLength(1)
      expect((await app.sent()).filter(({ to }) => to === email)).toEqual([])
    })
  })

  describe('[A4] a person with an account', () => {
    it('is linked to it when its e-mail is confirmed, and keeps the password', async () => {
      const { email } = somebody()
      const account = { firstName: 'Lu', lastName: 'F', email, password: 'un mate por favor' }
      await visitor(app).post('/api/register', account)
      await confirm(email)
      const { status, body } = await signIn()
      expect({ status, name: body.user.firstName }).toEqual({ status: 200, name: 'Lu' })
      expect((await visitor(app).post('/api/login', account)).status).toBe(200)
      await signIn()
      const letters = (await app.sent()).filter(({ to }) => to === email)
      expect(letters.map(({ subject }) => subject)).toEqual([
        'Confirma tu email en Entre Todos',
        'Ahora entras también con Google en Entre Todos',
      ])
    })

    it('keeps the account when the e-mail at Google changes', async () => {
      const person = somebody()
      const first = await signIn()
      const elsewhere = `${newId()}@example.com`
      google.person = { ...person, email: elsewhere }
      const second = await signIn()
      expect(second.body.user).toEqual(first.body.user)
      expect(await accounts(elsewhere)).toEqual([])
    })

    it('does not lose it to another Google account that gets the e-mail later', async () => {
      const person = somebody()
      await signIn()
      google.person = { ...person, sub: newId() }
      const { status, body } = await signIn()
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' })
    })

    it('gets a new session, and the earlier one ends', async () => {
      const lucia = await buildPerson(app)
      const before = lucia.cookies.get('session')
      somebody()
      const { body } = await signIn(lucia)
      expect(body.user.id).not.toBe(lucia.id)
      expect(lucia.cookies.get('session')).not.toBe(before)
      const other = visitor(app)
      other.cookies.set('session', before ?? '')
      expect((await other.get('/api/session')).body.user).toBeNull()
    })

    /*
     * Somebody else registered their address, with a password of his, and waits.
     */
    it('is not linked to an account that a stranger registered with their e-mail', async () => {
      const { email, sub } = somebody()
      const trap = { firstName: 'Lucía', lastName: 'F', email, password: 'la de otro' }
      await visitor(app).post('/api/register', trap)
      const oldLink = await tokenFor(email)

      const browser = visitor(app)
      expect(await signIn(browser)).toEqual({
        status: 403,
        body: {
          error:
            'Ya existe una cuenta con este email, pero nadie lo confirmó. Por seguridad borramos su contraseña y te enviamos un enlace: confirma tu email y vuelve a continuar con Google.',
          code: 'email-unconfirmed',
        },
      })
      expect((await browser.get('/api/session')).body.user).toBeNull()
      const joined = await app.database.query('select 1 from identities where subject = $1', [sub])
      expect(joined).toEqual([])

      await confirm(email)
      const again = await visitor(app).post('/api/email/confirm', { token: oldLink })
      expect(again.body.code).toBe('already-confirmed')
      const { status, body } = await signIn(browser)
      expect({ status, email: body.user.email }).toEqual({ status: 200, email })
      expect((await visitor(app).post('/api/login', trap)).body.code).toBe('wrong-credentials')
    })
  })

  describe('[A4] the return from Google', () => {
    it('leads to the requested page', async () => {
      somebody()
      const { body } = await signIn(visitor(app), '/colecta/7?pagina=2')
      expect(body.returnTo).toBe('/colecta/7?pagina=2')
    })

    it.each([
      'https://otro.example/',
      '//otro.example',
      '/\\otro.example',
      `/${'x'.repeat(3_000)}`,
    ])('does not lead to %s', async (returnTo) => {
      somebody()
      const { status, body } = await signIn(visitor(app), returnTo)
      expect({ status, returnTo: body.returnTo }).toEqual({ status: 200, returnTo: null })
    })

    it('is separate for each tab of a browser', async () => {
      somebody()
      const browser = visitor(app)
      const [one, two] = [await comeBack(browser, '/uno'), await comeBack(browser, '/dos')]
      expect((await finish(browser, one)).body.returnTo).toBe('/uno')
      expect((await finish(browser, two)).body.returnTo).toBe('/dos')
    })

    it('works only in the browser that started', async () => {
      somebody()
      const [victim, attacker] = [visitor(app), visitor(app)]
      await leave(victim)
      const back = await comeBack(attacker)
      expect(await finish(victim, back)).toEqual(refused)
      expect(await finish(visitor(app), back)).toEqual(refused)
      expect((await finish(attacker, back)).status).toBe(200)
    })

    it('does not work without a cookie when it began with an empty one', async () => {
      somebody()
      const [victim, attacker] = [visitor(app), visitor(app)]
      attacker.cookies.set('sign-in', '')
      const back = await comeBack(attacker)
      expect(await finish(victim, back)).toEqual(refused)
      expect((await finish(attacker, back)).status).toBe(200)
    })

    it('works only once, even in the same browser', async () => {
      somebody()
      const browser = visitor(app)
      const back = await comeBack(browser)
      expect((await finish(browser, back)).status).toBe(200)
      expect(await finish(browser, back)).toEqual(refused)
      const another = await comeBack(browser)
      expect(await finish(browser, { ...another, code: back.code })).toEqual(refused)
      expect(await finish(browser, another)).toEqual(refused)
    })

    it('accepts one of fifty simultaneous returns', async () => {
      const { email } = somebody()
      const browser = visitor(app)
      const back = await comeBack(browser)
      const tries = Array.from({ length: 50 }, () => finish(browser, back))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 401)).toHaveLength(49)
      const sessions = await app.database.query(
        'select 1 from sessions join users u on u.id = user_id where email = $1',
        [email],
      )
      expect(sessions).toHaveLength(1)
    })

    it('expires after ten minutes', async () => {
      somebody()
      const browser = visitor(app)
      const [soon, late] = [await comeBack(browser), await comeBack(browser)]
      app.clock.forward(9 * MINUTE)
      expect((await finish(browser, soon)).status).toBe(200)
      app.clock.forward(MINUTE + 1)
      expect(await finish(browser, late)).toEqual(refused)
      app.clock.forward(-10 * MINUTE - 1)
    })

    it.each([
      [{}],
      [{ code: 'x' }],
      [{ code: '', state: '' }],
      [{ code: ['x'], state: 7 }],
      [{ code: 'x'.repeat(5_000), state: 'x' }],
    ])('is refused with %j', async (body) => {
      const answer = await visitor(app).post('/api/login/oauth', body)
      expect({ status: answer.status, error: answer.body.error }).toEqual({
        status: 400,
        error: FAILED,
      })
    })

    it('is deleted after it has expired', async () => {
      await leave(visitor(app))
      app.clock.forward(11 * MINUTE)
      await leave(visitor(app))
      app.clock.forward(-11 * MINUTE)
      expect(await app.database.query('select 1 from sign_in_attempts')).toHaveLength(1)
    })
  })

  describe('[A4] a token from Google', () => {
    const seconds = (ahead: number) => Math.floor(Date.now() / 1000) + ahead

    it.each<[string, () => Claims]>([
      ['for somebody else', () => ({ aud: 'otro-sitio' })],
      ['for us and somebody else', () => ({ aud: ['entre-todos', 'otro-sitio'] })],
      ['that somebody else asked for', () => ({ azp: 'otro-sitio' })],
      ['from somebody else', () => ({ iss: 'https://otro.example' })],
      ['that expired', () => ({ exp: seconds(-120) })],
      ['without an end', () => ({ exp: undefined })],
      ['from long ago', () => ({ iat: seconds(-12 * 60) })],
      ['from the future', () => ({ iat: seconds(20 * 60) })],
      ['of another attempt', () => ({ nonce: 'otro' })],
      ['of no attempt', () => ({ nonce: undefined })],
      ['about nobody', () => ({ sub: undefined })],
      ['about somebody without an address', () => ({ email: undefined })],
      ['about an address that is none', () => ({ email: 'lucia@' })],
    ])('is refused: %s', async (_what, claims) => {
      const { email } = somebody()
      google.claims = claims()
      expect(await signIn()).toEqual(refused)
      expect(await accounts(email)).toEqual([])
    })

    it.each([false, undefined, 'true', 1])(
      'is refused while its address is not verified: %s',
      async (email_verified) => {
        const { email } = somebody({ email_verified })
        const { status, body } = await signIn()
        expect({ status, error: body.error }).toEqual({
          status: 401,
          error:
            'Google todavía no verificó tu email. Verifícalo en tu cuenta de Google e intenta nuevamente.',
        })
        expect(await accounts(email)).toEqual([])
      },
    )

    it('is refused when its signature is invalid or missing', async () => {
      const { email } = somebody()
      const forge = [
        (token: string) =>
          `${token.slice(0, -8)}${token.endsWith('AAAAAAAA') ? 'B' : 'A'.repeat(8)}`,
        (token: string) => {
          const [, payload] = token.split('.')
          return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
        },
        () => 'no es un token',
        // By a key that we know and Google never signs with, and by one that the token itself brings.
        (token: string) =>
          signedAnew(token, { alg: 'HS256' }, (text) =>
            createHmac('sha256', 'secreto-de-google').update(text).digest(),
          ),
        (token: string) =>
          signedAnew(
            token,
            { alg: 'RS256', jwk: strangeKey.publicKey.export({ format: 'jwk' }) },
            (text) => sign('sha256', Buffer.from(text), strangeKey.privateKey),
          ),
      ]
      for (const change of forge) {
        google.onAnswer = ({ body }) => {
          if (body) body.id_token = change(String(body.id_token))
        }
        expect(await signIn()).toEqual(refused)
      }
      expect(await accounts(email)).toEqual([])
    })

    it('is reported when the response has none', async () => {
      somebody()
      google.onAnswer = ({ body }) => {
        if (body) delete body.id_token
      }
      expect((await signIn()).body.error).toBe(
        'Tokens de autenticación no encontrados. Intenta nuevamente.',
      )
    })

    it('is accepted after Google has rotated its keys', async () => {
      somebody()
      expect((await signIn()).status).toBe(200)
      await google.issuer.keys.generate('RS256')
      for (const _ of ['one key', 'the other']) expect((await signIn()).status).toBe(200)
    })
  })

  describe('[A4] Google', () => {
    const away = {
      status: 503,
      body: { code: 'unavailable', error: expect.stringMatching(/^Google no responde/) },
    }

    /** A server with a shorter timeout, which has not loaded the configuration of the provider yet. */
    const hasty = async () => {
      const { config } = app.context
      const client = config.google
      if (!client) throw new Error('no credentials')
      return buildApp(app.database, {
        env: google.env,
        overrides: {
          google: createGoogle(
            client,
            {
              returnAddress: `${config.origin}/auth/callback`,
              now: app.clock.now,
              onFault: () => {},
            },
            TIMEOUT_MS,
          ),
        },
      })
    }

    it.each(['/token', '/jwks'])(
      'can fail at %s without leaving an account or a session',
      async (path) => {
        const { email } = somebody()
        for (const trouble of [brokenAnswer, noAnswer, silence]) {
          const own = await hasty()
          const browser = visitor(own)
          const back = await comeBack(browser)
          google.trouble = { [path]: trouble }
          expect(await finish(browser, back)).toEqual(away)
          google.trouble = {}
          expect(await finish(browser, back)).toEqual(refused)
        }
        expect(await accounts(email)).toEqual([])
        expect((await signIn()).status).toBe(200)
      },
    )

    it('can be unavailable at the start: the person returns to the same page', async () => {
      const own = await hasty()
      for (const trouble of [brokenAnswer, emptyAnswer, noAnswer, silence]) {
        google.trouble = { '/.well-known/openid-configuration': trouble }
        const { status, headers } = await visitor(own).get(
          '/api/login/google?returnTo=%2Fcolecta%2F7',
        )
        expect([status, headers.get('location')]).toEqual([
          302,
          '/login?returnTo=%2Fcolecta%2F7&error=google',
        ])
        const { headers: other } = await visitor(own).get('/api/login/google?from=register')
        expect(other.get('location')).toBe('/register?error=google')
      }
      google.trouble = {}
      expect((await visitor(own).get('/api/login/google')).headers.get('location')).toContain(
        google.issuer.url,
      )
    })

    it('must be the issuer of its own configuration', async () => {
      const own = await hasty()
      google.trouble = {
        '/.well-known/openid-configuration': (response) =>
          response.end(
            JSON.stringify({
              issuer: 'https://otro.example',
              authorization_endpoint: 'https://otro.example/a',
              token_endpoint: 'https://otro.example/t',
              jwks_uri: 'https://otro.example/j',
            }),
          ),
      }
      const { headers } = await visitor(own).get('/api/login/google')
      expect(headers.get('location')).toBe('/login?error=google')
    })

    it('is asked for its configuration and its keys once', async () => {
      somebody()
      const own = await hasty()
      google.asked = []
      for (const _ of [1, 2, 3]) {
        const browser = visitor(own)
        await finish(browser, await comeBack(browser))
      }
      const count = (path: string) => google.asked.filter((asked) => asked === path).length
      expect([count('/.well-known/openid-configuration'), count('/jwks')]).toEqual([1, 1])
    })
  })

  it('keeps its secrets out of the database and the log', async () => {
    somebody()
    const browser = visitor(app)
    const left = await leave(browser)
    const secrets = [left.searchParams.get('state'), browser.cookies.get('sign-in')]
    const attempts = await app.database.query('select * from sign_in_attempts')
    expect(attempts).not.toEqual([])
    for (const secret of secrets) expect(JSON.stringify(attempts)).not.toContain(secret)

    const tokens: string[] = []
    google.onAnswer = ({ body }) => {
      if (body) tokens.push(String(body.id_token), String(body.access_token))
    }
    google.claims = { aud: 'otro-sitio' }
    const back = await arrive(left)
    expect(await finish(browser, back)).toEqual(refused)
    expect(app.logged.join()).toContain('unexpected \\"aud\\" claim value')
    for (const secret of [...secrets, ...tokens, back.code, 'secreto-de-google']) {
      expect(secret).toBeTruthy()
      expect(app.logged.join()).not.toContain(secret)
    }
  })

  it('stores the browser’s part in an HttpOnly cookie', async () => {
    const { headers } = await visitor(app).get('/api/login/google')
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const secure = await buildApp(app.database, {
      env: { ...google.env, ORIGIN: 'https://entretodos.example' },
    })
    const answer = await visitor(secure).get('/api/login/google')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-sign-in=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax$/),
    ])
  })

  it('[A5] redirects a hundred sign-ins from one address to Google, and refuses the next', async () => {
    const strict = await buildApp(app.database, { env: { ...google.env, RATE_LIMITS: 'on' } })
    const leaving = await Promise.all(
      Array.from({ length: 101 }, () => visitor(strict).get('/api/login/google?from=register')),
    )
    const refusals = leaving
      .map(({ headers }) => headers.get('location') ?? '')
      .filter((location) => !location.startsWith(google.issuer.url ?? ''))
    expect(refusals).toEqual(['/register?error=too-many-requests'])
  })

  it('is unavailable when no credentials are configured', async () => {
    const without = visitor(await buildApp(app.database))
    expect((await visitor(app).get('/api/config')).body.google).toBe(true)
    expect((await without.get('/api/config')).body.google).toBe(false)
    const { status, headers } = await without.get('/api/login/google?returnTo=%2Fdashboard')
    expect([status, headers.get('location')]).toEqual([
      302,
      '/login?returnTo=%2Fdashboard&error=google',
    ])
    expect(await finish(without, { code: 'x', state: 'y' })).toEqual({
      status: 503,
      body: { error: 'Google no está disponible en esta instalación.', code: 'unavailable' },
    })
  })

  async function tokenFor(email: string): Promise<string> {
    const link = (await app.sent()).findLast((message) => message.to === email)?.link ?? ''
    return tokenIn(new URL(link))
  }

  async function confirm(email: string): Promise<void> {
    const { status } = await visitor(app).post('/api/email/confirm', {
      token: await tokenFor(email),
    })
    expect(status).toBe(200)
  }
})

/** Returns the same claims with another header, signed by `signer`. */
function signedAnew(token: string, head: object, signer: (text: string) => Buffer): string {
  const [, payload] = token.split('.')
  const text = `${Buffer.from(JSON.stringify(head)).toString('base64url')}.${payload}`
  return `${text}.${signer(text).toString('base64url')}`
}

/** Starts the sign-in; returns the address to which the browser is redirected. */
async function leave(browser: Visitor, returnTo?: string): Promise<URL> {
  const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`
  const { status, headers } = await browser.get(`/api/login/google${query}`)
  expect(status).toBe(302)
  return new URL(headers.get('location') ?? '')
}

/** Lets the provider redirect the browser back; returns the code and the state. */
async function arrive(address: URL): Promise<{ code: string; state: string }> {
  const answer = await fetch(address, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe('http://localhost:3000/auth/callback')
  const { code = '', state = '' } = Object.fromEntries(back.searchParams)
  return { code, state }
}

async function comeBack(browser: Visitor, returnTo?: string) {
  return arrive(await leave(browser, returnTo))
}

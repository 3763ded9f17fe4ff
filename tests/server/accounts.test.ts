import { beforeAll, describe, expect, it } from 'vitest'
import { isWeak } from '../../server/domain/passwords.ts'
import { newId } from '../../shared/id.ts'
import { tokenIn } from '../../shared/links.ts'
import { HOUR } from '../../shared/time.ts'
import { buildPerson } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const WRONG = 'Email o contraseña incorrectos. Verifica tus datos e intenta nuevamente.'
const UNCONFIRMED =
  'Tu email no ha sido confirmado. Revisa tu bandeja de entrada y haz clic en el enlace de confirmación.'
const EXPIRED = 'El enlace de confirmación ha expirado. Solicita un nuevo enlace de confirmación.'
const TAKEN = 'Ya existe una cuenta con este email. Inicia sesión o usa otro email.'

engineOfTier((open) => {
  let app: TestApp
  let guest: Visitor

  beforeAll(async () => {
    app = await buildApp(await open())
    guest = visitor(app)
  })

  const lucia = (changes: object = {}) => ({
    firstName: 'Lucía',
    lastName: 'Fernández',
    email: 'lucia@example.com',
    password: 'un mate por favor',
    ...changes,
  })

  /** The token of the newest link to this address. */
  async function tokenFor(email: string): Promise<string> {
    const message = (await app.sent()).findLast((one) => one.to === email)
    return tokenIn(new URL(message?.link ?? ''))
  }

  // One after another, each from where the last has ended.
  describe('a person who registers', { shuffle: false }, () => {
    const email = 'julieta@example.com'
    const julieta = lucia({ firstName: '  Julieta ', email: ' Julieta@Example.COM ' })
    let guest: Visitor
    beforeAll(() => {
      guest = visitor(app)
    })

    it('gets an account and a message', async () => {
      const { status, body } = await guest.post('/api/register', julieta)
      expect({ status, body }).toEqual({ status: 201, body: { email } })
      expect((await app.sent()).at(-1)).toMatchObject({
        to: email,
        subject: 'Confirma tu email en Entre Todos',
        text: expect.stringMatching(/^Hola, Julieta:[\s\S]+El enlace funciona durante 24 horas\./),
      })
    })

    it('leaves neither the password nor the token readable in the database', async () => {
      const [password] = await app.database.query<{ hash: string }>(
        'select hash from passwords join users on id = user_id where email = $1',
        [email],
      )
      expect(password?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      const tokens = await app.database.query<{ id: string }>('select id from email_tokens')
      expect(tokens.map((token) => token.id)).not.toContain(await tokenFor(email))
      expect(await tokenFor(email)).toHaveLength(43)
    })

    it('cannot sign in before confirming', async () => {
      const { status, body } = await guest.post('/api/login', {
        email,
        password: 'un mate por favor',
      })
      expect({ status, body }).toEqual({
        status: 403,
        body: { error: UNCONFIRMED, code: 'email-unconfirmed' },
      })
    })

    it('gets the usual error for a wrong password before confirming', async () => {
      const { body } = await guest.post('/api/login', { email, password: 'otra cosa' })
      expect(body.code).toBe('wrong-credentials')
    })

    it('cannot register twice', async () => {
      const { status, body } = await guest.post('/api/register', julieta)
      expect({ status, body }).toEqual({
        status: 409,
        body: { error: TAKEN, code: 'email-taken', field: 'email' },
      })
    })

    it('can still confirm after opening the link', async () => {
      await guest.get(`/confirmar?token=${await tokenFor(email)}`)
      expect(guest.cookies.has('session')).toBe(false)
      const { status, body } = await guest.post('/api/email/confirm', {
        token: await tokenFor(email),
      })
      expect({ status, body }).toMatchObject({ status: 200, body: { email, user: { email } } })
    })

    it('is signed in by confirming', async () => {
      const { body } = await guest.get('/api/session')
      expect(body.user).toMatchObject({ email, firstName: 'Julieta' })
      await guest.post('/api/logout', {})
    })

    it('learns that the address is confirmed when the link is used again', async () => {
      const { status, body } = await guest.post('/api/email/confirm', {
        token: await tokenFor(email),
      })
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'already-confirmed' })
      expect(body.error).toBe('Tu email ya está confirmado. Inicia sesión.')
    })

    it('signs in', async () => {
      const { status, body } = await guest.post('/api/login', {
        email: 'JULIETA@example.com',
        password: 'un mate por favor',
      })
      expect(status).toBe(200)
      expect(body).toEqual({
        access_token: null,
        refresh_token: null,
        user: {
          id: expect.any(String),
          email,
          firstName: 'Julieta',
          lastName: 'Fernández',
          isAdmin: false,
        },
      })
    })
  })

  describe('registering', () => {
    it.each([
      ['no first name', { firstName: ' ' }, 'firstName', 'Ingresa tu nombre.'],
      ['no last name', { lastName: undefined }, 'lastName', 'Ingresa tu apellido.'],
      ['no e-mail', { email: '' }, 'email', 'Ingresa tu email.'],
      ['no such e-mail', { email: 'lucia@' }, 'email', 'El formato del email no es válido.'],
      [
        'a header in the e-mail',
        { email: 'a@example.com\r\nBcc: b@example.com' },
        'email',
        'El formato del email no es válido.',
      ],
      [
        'a short password',
        { password: '12345' },
        'password',
        'La contraseña debe tener al menos 6 caracteres.',
      ],
      [
        'a password of six characters',
        { password: 'mPq7-z' },
        'password',
        'Usa 8 caracteres o más: con menos se adivina.',
      ],
      [
        'a password of seven characters',
        { password: 'mPq7-zx' },
        'password',
        'Usa 8 caracteres o más: con menos se adivina.',
      ],
      [
        'one of the commonest passwords',
        { password: 'Liverpool1' },
        'password',
        'Esa contraseña es de las más usadas y se adivina enseguida. Elige otra.',
      ],
      [
        'one of the commonest passwords of Argentina',
        { password: 'Boca1905' },
        'password',
        'Esa contraseña es de las más usadas y se adivina enseguida. Elige otra.',
      ],
    ])('refuses %s', async (_what, changes, field, error) => {
      const before = (await app.sent()).length
      const { status, body } = await guest.post('/api/register', lucia(changes))
      expect({ status, body }).toEqual({
        status: 400,
        body: { error, code: 'invalid-input', field },
      })
      expect(await app.sent()).toHaveLength(before)
    })

    it('creates one account for two simultaneous requests', async () => {
      const input = lucia({ email: 'doble@example.com' })
      const answers = await Promise.all([
        guest.post('/api/register', input),
        guest.post('/api/register', input),
      ])
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
    })

    it('accepts a long pass phrase and any letters', async () => {
      const email = 'frase@example.com'
      const password = `ñandú ${'corre lejos '.repeat(40)}🧉`
      await guest.post('/api/register', lucia({ email, password }))
      await guest.post('/api/email/confirm', { token: await tokenFor(email) })
      const composed = await guest.post('/api/login', { email, password })
      const decomposed = await guest.post('/api/login', {
        email,
        password: password.normalize('NFD'),
      })
      expect([composed.status, decomposed.status]).toEqual([200, 200])
      const shortest = lucia({ email: 'ocho@example.com', password: 'mPq7-zx9' })
      expect((await guest.post('/api/register', shortest)).status).toBe(201)
    })

    it('compares every character of a password: capitals, spaces, and the last of many', async () => {
      const email = 'al-pie-de-la-letra@example.com'
      const password = `  Ñandú ${'corre  lejos '.repeat(20)}Y vuelve `
      await guest.post('/api/register', lucia({ email, password }))
      await guest.post('/api/email/confirm', { token: await tokenFor(email) })
      const statusWith = async (typed: string) =>
        (await guest.post('/api/login', { email, password: typed })).status
      const almost = [
        password.toLowerCase(),
        password.trim(),
        password.replace(/ +/g, ' '),
        password.slice(0, -1),
        password.slice(0, 72),
        `${password} `,
      ]
      for (const typed of almost) expect(await statusWith(typed)).toBe(401)
      expect(await statusWith(password)).toBe(200)
    })
  })

  describe('a confirmation link', () => {
    const expired = { status: 410, body: { error: EXPIRED, code: 'link-expired' } }

    async function confirm(token: string) {
      const { status, body } = await guest.post('/api/email/confirm', { token })
      return { status, body }
    }

    it('confirms once under fifty parallel tries', async () => {
      const email = 'cincuenta@example.com'
      await guest.post('/api/register', lucia({ email }))
      const token = await tokenFor(email)
      const tries = Array.from({ length: 50 }, () => confirm(token))
      const statuses = (await Promise.all(tries)).map((answer) => answer.status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    })

    it('works beside a newer one, until one of them is used', async () => {
      const email = 'nuevo@example.com'
      await guest.post('/api/register', lucia({ email }))
      const first = await tokenFor(email)
      expect((await guest.post('/api/email/resend', { email })).status).toBe(204)
      expect(await tokenFor(email)).not.toBe(first)
      const { status, body } = await visitor(app).post('/api/email/confirm', { token: first })
      const { firstName, lastName } = lucia()
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { user: { firstName, lastName } },
      })
      expect((await confirm(await tokenFor(email))).body.code).toBe('already-confirmed')
    })

    it('creates a new session, and ends the previous one', async () => {
      const ana = visitor(app)
      const email = 'ana.nueva@example.com'
      await ana.post('/api/register', lucia({ email }))
      ana.cookies.set('session', 'planted-by-somebody-else')
      await ana.post('/api/email/confirm', { token: await tokenFor(email) })
      expect(ana.cookies.get('session')).not.toBe('planted-by-somebody-else')
      expect((await ana.get('/api/session')).body.user).toMatchObject({ email })
    })

    it('does not switch a signed-in person to another account', async () => {
      const bruno = await buildPerson(app, { firstName: 'Bruno' })
      const email = 'otra.cuenta@example.com'
      await guest.post('/api/register', lucia({ email }))
      const { status, body } = await bruno.post('/api/email/confirm', {
        token: await tokenFor(email),
      })
      expect({ status, body }).toEqual({ status: 200, body: { email, user: null } })
      expect((await bruno.get('/api/session')).body.user).toMatchObject({ firstName: 'Bruno' })
    })

    it('works for 24 hours', async () => {
      const inTime = 'a-tiempo@example.com'
      const late = 'tarde@example.com'
      await guest.post('/api/register', lucia({ email: inTime }))
      await guest.post('/api/register', lucia({ email: late }))
      await app.sent()
      app.clock.forward(24 * HOUR - 60_000)
      expect((await confirm(await tokenFor(inTime))).status).toBe(200)
      app.clock.forward(61_000)
      expect(await confirm(await tokenFor(late))).toEqual(expired)
    })

    it.each(['', 'abc', "' or 1=1 --"])('is refused when it is unknown: %j', async (token) => {
      expect(await confirm(token)).toEqual(expired)
    })

    it('is requested again with the same response when no e-mail is sent', async () => {
      const before = (await app.sent()).length
      for (const email of ['nadie@example.com', 'julieta@example.com']) {
        expect((await guest.post('/api/email/resend', { email })).status).toBe(204)
      }
      expect(await app.sent()).toHaveLength(before)
    })
  })

  describe('signing in', () => {
    it('gives the same response to a wrong password and to an unknown address', async () => {
      const refused = { status: 401, body: { error: WRONG, code: 'wrong-credentials' } }
      for (const email of ['julieta@example.com', 'nadie@example.com']) {
        const { status, body } = await guest.post('/api/login', { email, password: 'otra cosa' })
        expect({ status, body }).toEqual(refused)
      }
    })

    it('replaces a weak hash of an earlier release at the next sign-in', async () => {
      const email = 'antigua@example.com'
      await guest.post('/api/register', lucia({ email }))
      await guest.post('/api/email/confirm', { token: await tokenFor(email) })
      const { hash } = await import('@node-rs/argon2')
      const weak = await hash('un mate por favor', { memoryCost: 8 * 1024, timeCost: 1 })
      await app.database.query(
        'update passwords set hash = $1 from users where id = user_id and email = $2',
        [weak, email],
      )
      const answer = await guest.post('/api/login', { email, password: 'un mate por favor' })
      expect(answer.status).toBe(200)
      const [row] = await app.database.query<{ hash: string }>(
        'select hash from passwords join users on id = user_id where email = $1',
        [email],
      )
      expect([isWeak(weak), isWeak(row?.hash ?? '')]).toEqual([true, false])
    })
  })

  it('returns whether an e-mail has an account', async () => {
    const exists = async (email: string) =>
      (await guest.get(`/api/users/exists?email=${encodeURIComponent(email)}`)).body
    const unconfirmed = `nueva.${newId()}@example.com`
    expect(await exists(unconfirmed)).toEqual({ exists: false })
    await guest.post('/api/register', lucia({ email: unconfirmed }))
    expect(await exists(unconfirmed.replace('nueva', 'Nueva'))).toEqual({ exists: true })
    expect(await exists('nadie')).toMatchObject({ code: 'invalid-input', field: 'email' })
  })
})

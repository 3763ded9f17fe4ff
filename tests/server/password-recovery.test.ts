import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { tokenIn } from '../../shared/links.ts'
import { MINUTE } from '../../shared/time.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const EXPIRED = 'Enlace inválido o expirado. Solicita un nuevo enlace de recuperación.'

engineOfTier((open) => {
  let app: TestApp
  let guest: Visitor
  const email = 'lucia@example.com'
  const OLD = 'un mate por favor'

  beforeAll(async () => {
    app = await buildApp(await open())
    guest = visitor(app)
    await guest.post('/api/register', {
      firstName: 'Lucía',
      lastName: 'Fernández',
      email,
      password: OLD,
    })
  })

  // In a day there are ten messages for one mailbox (A5).
  beforeEach(() => app.clock.forward(24 * 60 * MINUTE))

  const tokenOf = (link = '') => tokenIn(new URL(link))

  async function askForLink(): Promise<string> {
    const { status } = await guest.post('/api/password/forgot', { email })
    expect(status).toBe(204)
    return tokenOf((await app.sent()).at(-1)?.link)
  }

  const openLink = (token: string) => guest.post('/api/password/link', { token })

  const reset = (token: string, password: string) =>
    guest.post('/api/password/reset', { token, password })

  const signIn = async (password: string) =>
    (await visitor(app).post('/api/login', { email, password })).status

  describe('[A3] a person who forgot their password', () => {
    it('gets a link that shows its e-mail each time it is opened', async () => {
      const token = await askForLink()
      expect((await app.sent()).at(-1)).toMatchObject({
        to: email,
        subject: 'Elige una nueva contraseña en Entre Todos',
        link: `http://localhost:3000/reset-password#token=${token}`,
        text: expect.stringContaining(`http://localhost:3000/reset-password#token=${token}`),
        html: expect.stringContaining(`href="http://localhost:3000/reset-password#token=${token}"`),
      })
      expect((await app.sent()).at(-1)?.text).toContain('El enlace funciona durante 60 minutos.')
      for (const _ of ['a scanner', 'the person']) {
        const { status, body } = await openLink(token)
        expect({ status, body }).toEqual({ status: 200, body: { email } })
      }
    })

    it('chooses a new password, which confirms the address and ends every session', async () => {
      const token = await askForLink()
      expect((await reset(token, 'Yerba y AGUA')).body).toEqual({ email })
      expect([await signIn(OLD), await signIn('Yerba y AGUA')]).toEqual([401, 200])

      const inside = visitor(app)
      await inside.post('/api/login', { email, password: 'Yerba y AGUA' })
      await reset(await askForLink(), 'tercer intento largo')
      expect((await inside.get('/api/session')).body.user).toBeNull()
      expect((await app.sent()).at(-1)).toMatchObject({
        to: email,
        subject: 'Cambiaste tu contraseña de Entre Todos',
      })

      // A person who always came with Google has no password to change.
      await app.database.query('delete from passwords')
      const first = await askForLink()
      expect((await openLink(first)).body).toEqual({ email })
      expect((await reset(first, 'tercer intento largo')).body).toEqual({ email })
      expect(await signIn('tercer intento largo')).toBe(200)
    })

    it('can use the link again after an invalid new password', async () => {
      const token = await askForLink()
      const answers = []
      for (const password of ['12345', 'mPq7-zx', 'Boca1905', 'tercer intento largo']) {
        const { status, body } = await reset(token, password)
        answers.push([status, body.field, body.error])
      }
      expect(answers).toEqual([
        [400, 'password', 'La contraseña debe tener al menos 6 caracteres.'],
        [400, 'password', 'Usa 8 caracteres o más: con menos se adivina.'],
        [
          400,
          'password',
          'Esa contraseña es de las más usadas y se adivina enseguida. Elige otra.',
        ],
        [400, 'password', 'La nueva contraseña debe ser distinta de la anterior.'],
      ])
      expect((await reset(token, 'cuarto intento largo')).status).toBe(200)
    })
  })

  describe('[A1] a password that is checked while a new one is set', () => {
    const NEW = 'cuarto intento largo'

    /** A server that sets a new password between reading a person's password and checking it. */
    async function overtakenApp(token: string): Promise<TestApp> {
      let isSet = false
      const query: Database['query'] = async (text, params) => {
        const rows = await app.database.query(text, params)
        if (isSet || !/select [^;]*hash[^;]* passwords/.test(text)) return rows as never
        isSet = true
        expect((await reset(token, NEW)).status).toBe(200)
        return rows as never
      }
      const overrides = { now: app.clock.now }
      return buildApp({ ...app.database, query }, { overrides })
    }

    beforeEach(async () => {
      await reset(await askForLink(), 'un mate, por favor')
      await reset(await askForLink(), OLD)
    })

    it('opens no session', async () => {
      const thief = visitor(await overtakenApp(await askForLink()))
      const { status, body } = await thief.post('/api/login', { email, password: OLD })
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'wrong-credentials' })
      expect((await thief.get('/api/session')).body.user).toBeNull()
      expect([await signIn(OLD), await signIn(NEW)]).toEqual([401, 200])
    })

    it('requests no change of the e-mail', async () => {
      const thief = visitor(app)
      await thief.post('/api/login', { email, password: OLD })
      const overtaken = visitor(await overtakenApp(await askForLink()))
      for (const [name, value] of thief.cookies) overtaken.cookies.set(name, value)
      const change = { email: 'ladron@example.com', password: OLD }
      const { status, body } = await overtaken.post('/api/account/email', change)
      expect({ status, field: body.field }).toEqual({ status: 400, field: 'password' })
      expect(await app.database.query('select from email_changes')).toEqual([])
    })

    it.each([
      ['the old password', OLD],
      ['the e-mail of an account that had none', email],
    ])('deletes no account by %s', async (_, proof) => {
      const thief = visitor(app)
      await thief.post('/api/login', { email, password: OLD })
      if (proof === email) await app.database.query('delete from passwords')
      const overtaken = visitor(await overtakenApp(await askForLink()))
      for (const [name, value] of thief.cookies) overtaken.cookies.set(name, value)
      const { status, body } = await overtaken.post('/api/account/delete', { proof })
      expect({ status, field: body.field }).toEqual({ status: 400, field: 'proof' })
      expect(await signIn(NEW)).toBe(200)
    })
  })

  describe('[A3] a link', () => {
    it('works once, of fifty tries at once', async () => {
      const token = await askForLink()
      const tries = Array.from({ length: 50 }, (_, index) => reset(token, `intento nuevo ${index}`))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 410)).toHaveLength(49)
    })

    it('stays valid beside a newer one, until one of them is used', async () => {
      const older = await askForLink()
      const newer = await askForLink()
      expect((await openLink(newer)).status).toBe(200)
      expect((await reset(older, 'un intento con el primero')).status).toBe(200)
      for (const { status, body } of [
        await openLink(older),
        await openLink(newer),
        await reset(newer, 'otro intento con el segundo'),
      ])
        expect({ status, error: body.error }).toEqual({ status: 410, error: EXPIRED })
    })

    it('works once, whichever of them is tried at the same time', async () => {
      const tokens = [await askForLink(), await askForLink(), await askForLink()]
      const tries = tokens.map((token, index) => reset(token, `un intento paralelo ${index}`))
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 410, 410])
    })

    it('expires after an hour, and cannot be guessed', async () => {
      const newer = await askForLink()
      const other = { firstName: 'Bruno', lastName: 'Rossi', email: 'bruno@example.com' }
      await guest.post('/api/register', { ...other, password: OLD })
      const confirmation = tokenOf((await app.sent()).at(-1)?.link)
      for (const token of [confirmation, 'x'.repeat(43), '']) {
        for (const { status, body } of [
          await openLink(token),
          await reset(token, 'quinto intento largo'),
        ])
          expect({ status, error: body.error }).toEqual({ status: 410, error: EXPIRED })
      }
      app.clock.forward(59 * MINUTE)
      expect((await openLink(newer)).status).toBe(200)
      app.clock.forward(2 * MINUTE)
      expect((await openLink(newer)).status).toBe(410)
      expect((await reset(newer, 'quinto intento largo')).status).toBe(410)
      app.clock.forward(-61 * MINUTE)
    })

    it('is not sent without an account, with the same response', async () => {
      const before = (await app.sent()).length
      const { status } = await guest.post('/api/password/forgot', { email: 'nadie@example.com' })
      expect([status, (await app.sent()).length]).toEqual([204, before])
    })

    it('is neither in the database nor in the log', async () => {
      const token = await askForLink()
      const rows = await app.database.query('select * from email_tokens')
      expect(JSON.stringify(rows) + app.logged.join()).not.toContain(token)
    })

    it('ends with its account', async () => {
      const token = await askForLink()
      await app.database.query('delete from users where email = $1', [email])
      const answers = [await openLink(token), await reset(token, 'sexto intento largo')]
      for (const { status, body } of answers) {
        expect([status, body.error]).toEqual([410, EXPIRED])
      }
    })
  })
})

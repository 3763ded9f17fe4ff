import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { DatabaseError } from '../../server/data/database-error.ts'
import { issueChangeToken } from '../../server/domain/email-tokens.ts'
import { tokenIn } from '../../shared/links.ts'
import { HOUR } from '../../shared/time.ts'
import { heldTransaction, untilWaiting } from '../support/held-transaction.ts'
import { buildCollection, buildMember, buildReport, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const PASSWORD = 'un mate por favor'
const EXPIRED = 'El enlace expiró o ya se usó. Pide el cambio otra vez desde tu perfil.'

engineOfTier((open, engine) => {
  let app: TestApp
  let guest: Visitor
  let lucia: Person
  let before: string
  let after: string
  let people = 0

  beforeAll(async () => {
    app = await buildApp(await open())
    guest = visitor(app)
  })
  beforeEach(async () => {
    people += 1
    before = `lucia${people}@example.com`
    after = `lucia${people}@otra.example`
    lucia = await buildMember(app, PASSWORD, { email: before })
  })

  const ask = (email = after, password = PASSWORD) =>
    lucia.post('/api/account/email', { email, password })
  const confirm = (token: string, by: Visitor = guest) => by.post('/api/email/change', { token })
  const signIn = async (email: string) =>
    (await visitor(app).post('/api/login', { email, password: PASSWORD })).status
  const pending = async () => (await lucia.get('/api/account')).body.pendingEmail

  async function tokenFor(email: string): Promise<string> {
    const message = (await app.sent()).findLast((one) => one.to === email)
    return tokenIn(new URL(message?.link ?? ''))
  }
  const subjectsTo = async (email: string) =>
    (await app.sent()).filter(({ to }) => to === email).map(({ subject }) => subject)

  describe('another address for an account', () => {
    it('takes effect when the new one is confirmed, with notices to the old one', async () => {
      expect((await ask()).status).toBe(204)
      expect(await pending()).toBe(after)
      expect(await signIn(before)).toBe(200)
      expect(await signIn(after)).toBe(401)

      const [asked] = (await app.sent()).filter(({ to }) => to === after)
      expect(asked?.text).toContain('El enlace funciona durante 24 horas.')
      const { status, body } = await confirm(await tokenFor(after))
      expect({ status, body }).toEqual({ status: 200, body: { email: after } })
      expect([await signIn(before), await signIn(after)]).toEqual([401, 200])
      expect(await subjectsTo(after)).toEqual(['Confirma tu nuevo email en Entre Todos'])
      expect(await subjectsTo(before)).toEqual([
        'Pediste cambiar el email de tu cuenta de Entre Todos',
        'Tu cuenta de Entre Todos usa otro email',
      ])
      expect((await app.sent()).at(-1)?.link).toBe('http://localhost:3000/contacto')
    })

    it('ends all sessions but the one that confirms it', async () => {
      await ask()
      const phone = visitor(app)
      await phone.post('/api/login', { email: before, password: PASSWORD })
      await confirm(await tokenFor(after), phone)
      expect((await phone.get('/api/session')).body.user).toMatchObject({ email: after })
      expect((await lucia.get('/api/session')).body.user).toBeNull()
    })

    it('ends them in its transaction, because the link works only once', async () => {
      const query: Database['query'] = async (text, params) => {
        if (text.startsWith('delete from sessions')) throw new DatabaseError('away', '08006')
        return app.database.query(text, params) as never
      }
      const failing = await buildApp({ ...app.database, query })
      await ask()
      const { status } = await confirm(await tokenFor(after), visitor(failing))
      expect([status, await signIn(after)]).toEqual([200, 200])
      expect((await lucia.get('/api/session')).body.user).toBeNull()
    })

    it('is set in the person’s colectas and contributions', async () => {
      const gift = await buildCollection(app, lucia)
      await buildReport(app, gift, {}, lucia)
      await ask()
      await confirm(await tokenFor(after))
      expect(
        await app.database.query(
          `select k.creator_email as creator, c.contributor_email as contributor
           from collections k join contributions c on c.collection_id = k.id
           where k.id = $1`,
          [gift],
        ),
      ).toEqual([{ creator: after, contributor: after }])
    })

    it('needs the password', async () => {
      const { status, body } = await ask(after, 'otra cosa')
      expect([status, body.field]).toEqual([400, 'password'])
      expect(await pending()).toBeNull()
      expect(await subjectsTo(before)).toEqual([])
    })

    it('cannot be the same or taken, even if it was taken after the request', async () => {
      const other = await buildMember(app, PASSWORD)
      const same = await ask(before.toUpperCase())
      expect([same.status, same.body.field]).toEqual([400, 'email'])
      const taken = await ask(other.email)
      expect([taken.status, taken.body.code]).toEqual([409, 'email-taken'])

      await ask()
      const token = await tokenFor(after)
      await buildMember(app, PASSWORD, { email: after })
      expect((await confirm(token)).body.code).toBe('email-taken')
      expect(await signIn(before)).toBe(200)
    })

    it('is confirmed once, within a day, and by the newest link alone', async () => {
      await ask()
      const older = await tokenFor(after)
      await ask(`otra${people}@otra.example`)
      const newer = await tokenFor(`otra${people}@otra.example`)
      for (const token of [older, 'x'.repeat(43), '']) {
        const { status, body } = await confirm(token)
        expect({ status, error: body.error }).toEqual({ status: 410, error: EXPIRED })
      }
      app.clock.forward(25 * HOUR)
      expect((await confirm(newer)).status).toBe(410)
      app.clock.forward(-2 * HOUR)
      const tries = await Promise.all(Array.from({ length: 10 }, () => confirm(newer)))
      app.clock.forward(-23 * HOUR)
      expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(410)])
    })

    it('is not given once the password was changed', async () => {
      await ask()
      const token = await tokenFor(after)
      const change = { current: PASSWORD, password: 'yerba y agua caliente' }
      expect((await lucia.post('/api/account/password', change)).status).toBe(200)
      expect((await confirm(token)).status).toBe(410)
      expect(await pending()).toBeNull()
    })

    it('ends the links that were sent to the old one', async () => {
      await guest.post('/api/password/forgot', { email: before })
      const recovery = await tokenFor(before)
      await ask()
      await confirm(await tokenFor(after))
      expect((await guest.post('/api/password/link', { token: recovery })).status).toBe(410)
    })

    it.runIf(engine === 'postgres')('gets no link once another one is requested', async () => {
      await ask()
      const goOn = await heldTransaction(app.database, (tx) =>
        tx.query('update email_changes set email = $2, token_id = null where user_id = $1', [
          lucia.id,
          `otra${people}@otra.example`,
        ]),
      )
      const issued = issueChangeToken(app.database, after, app.clock.now())
      await untilWaiting(app.database)
      await goOn()
      expect(await issued).toBeNull()
    })

    it('sends the old one no link that is being written meanwhile', async () => {
      await ask()
      const token = await tokenFor(after)
      let isConfirmed = false
      const query: Database['query'] = async (text, params) => {
        const rows = await app.database.query(text, params)
        if (isConfirmed || !/select [^;]*first_name[^;]*from users\s+where email/.test(text))
          return rows as never
        isConfirmed = true
        expect((await confirm(token)).status).toBe(200)
        return rows as never
      }
      const writing = await buildApp(
        { ...app.database, query },
        { overrides: { now: app.clock.now } },
      )
      await visitor(writing).post('/api/password/forgot', { email: before })
      const sent = await writing.sent()
      expect([isConfirmed, sent.filter(({ to }) => to === before)]).toEqual([true, []])
      expect(
        await app.database.query('select from email_tokens where user_id = $1', [lucia.id]),
      ).toEqual([])
    })
  })
})

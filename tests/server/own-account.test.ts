import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { deleteDoomedFiles } from '../../server/domain/account-deletion.ts'
import { newId } from '../../shared/id.ts'
import { DAY, HOUR } from '../../shared/time.ts'
import { heldTransaction, untilWaiting } from '../support/held-transaction.ts'
import {
  buildCollection,
  buildManualContribution,
  buildMember,
  buildPerson,
  buildReport,
  type Person,
  reportInput,
} from '../support/people.ts'
import { announce } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

const PASSWORD = 'un mate por favor'
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'

engineOfTier((open, engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await buildApp(await open())
  })

  async function signIn(email: string, userAgent: string, password = PASSWORD): Promise<Visitor> {
    const someone = visitor(app, { 'user-agent': userAgent })
    expect((await someone.post('/api/login', { email, password })).status).toBe(200)
    return someone
  }

  const isSignedIn = async (someone: { get: Visitor['get'] }) =>
    (await someone.get('/api/session')).body.user !== null

  const sessionsOf = async (someone: { get: Visitor['get'] }) =>
    (await someone.get('/api/account')).body.sessions

  describe('[A1] the sessions of a person', () => {
    const email = 'sesiones@example.com'
    let phone: Visitor
    let laptop: Visitor

    beforeAll(async () => {
      const { id } = await buildMember(app, PASSWORD, { email })
      await app.database.query('delete from sessions where user_id = $1', [id])
      phone = await signIn(email, PHONE)
      laptop = await signIn(email, LAPTOP)
    })

    it('are listed separately, with a mark on the one of the request', async () => {
      expect(await sessionsOf(phone)).toEqual([
        expect.objectContaining({ device: 'Firefox en Linux', current: false }),
        expect.objectContaining({ device: 'Chrome en Android', current: true }),
      ])
      const [row] = await app.database.query<{ kept: string }>(
        'select json_agg(s)::text as kept from sessions s',
      )
      expect(row?.kept).not.toContain('Mozilla')
    })

    it('have a short name, whatever a program calls itself', async () => {
      await buildMember(app, PASSWORD, { email: 'programa@example.com' })
      const program = await signIn('programa@example.com', `${'a'.repeat(9_000)}/1.0 (Linux)`)
      expect((await sessionsOf(program))[0].device).toBe(`${'a'.repeat(40)} en Linux`)
    })

    it('say when they were last used, to the hour', async () => {
      app.clock.forward(HOUR)
      const [first, second] = await sessionsOf(phone)
      expect([first.device, second.device]).toEqual(['Chrome en Android', 'Firefox en Linux'])
      expect(Date.parse(first.seenAt) - Date.parse(second.seenAt)).toBeGreaterThanOrEqual(HOUR)
    })

    it('can be ended one by one, and only by their person', async () => {
      const [, { id }] = await sessionsOf(phone)
      const stranger = await buildPerson(app)
      expect((await stranger.post('/api/account/sessions/end', { id })).status).toBe(204)
      expect(await isSignedIn(laptop)).toBe(true)
      expect((await phone.post('/api/account/sessions/end', { id })).status).toBe(204)
      expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([false, true])
    })

    it('end all but this one', async () => {
      const others = [await signIn(email, LAPTOP), await signIn(email, PHONE)]
      const stranger = await buildPerson(app)
      expect((await phone.post('/api/account/sessions/end-others')).status).toBe(204)
      for (const other of others) expect(await isSignedIn(other)).toBe(false)
      expect([await isSignedIn(phone), await isSignedIn(stranger)]).toEqual([true, true])
    })
  })

  it('stores the subscriptions to notifications, and deletes them with the account', async () => {
    const asked = await buildMember(app, PASSWORD, { email: 'avisos@example.com' })
    const other = await buildPerson(app)
    const id = await buildCollection(app, asked)
    await app.database.query(
      `insert into notification_subscriptions
         (session_id, user_id, collection_id, endpoint, p256dh, auth)
       select id, user_id, $2, 'https://push.example/x', 'p', 'a' from sessions where user_id = $1`,
      [asked.id, id],
    )
    const isSubscribed = async (someone: Visitor) =>
      (await someone.get('/api/account')).body.notifications
    expect([await isSubscribed(asked), await isSubscribed(other)]).toEqual([true, false])
    const own = await buildCollection(app, other)
    expect(await isSubscribed(other)).toBe(false)
    for (const notify of ['now', 'daily'] as const) {
      await other.mutate('set-collection-notify', { id: own, notify })
      expect(await isSubscribed(other)).toBe(true)
    }
    await other.mutate('delete-collection', { id: own })
    expect(await isSubscribed(other)).toBe(false)
    expect((await asked.post('/api/account/delete', { proof: PASSWORD })).status).toBe(204)
    expect(await app.database.query('select from notification_subscriptions')).toEqual([])
  })

  describe('[A1] a changed password', () => {
    const email = 'cambia@example.com'
    const NEW = 'Dos mates, POR FAVOR'

    const change = (someone: Visitor, current: string, password: string) =>
      someone.post('/api/account/password', { current, password })

    it('needs the current password, and a different, valid new one', async () => {
      const person = await buildMember(app, PASSWORD, { email })
      const answers = []
      for (const [current, password] of [
        ['otra cosa', NEW],
        ['', NEW],
        [PASSWORD, '12345'],
        [PASSWORD, 'Boca1905'],
        [PASSWORD, PASSWORD],
      ]) {
        const { status, body } = await change(person, current ?? '', password ?? '')
        answers.push([status, body.field, body.error])
      }
      expect(answers).toEqual([
        [400, 'current', 'La contraseña actual no es correcta.'],
        [400, 'current', 'Ingresa tu contraseña actual.'],
        [400, 'password', 'La contraseña debe tener al menos 6 caracteres.'],
        [
          400,
          'password',
          'Esa contraseña es de las más usadas y se adivina enseguida. Elige otra.',
        ],
        [400, 'password', 'La nueva contraseña debe ser distinta de la anterior.'],
      ])
      expect(await isSignedIn(person)).toBe(true)
    })

    it('ends every session, gives this device a new one, and sends an e-mail', async () => {
      const phone = await signIn(email, PHONE)
      const laptop = await signIn(email, LAPTOP)
      const before = phone.cookies.get('session')
      expect((await change(phone, PASSWORD, NEW)).status).toBe(200)
      expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([true, false])
      expect(phone.cookies.get('session')).not.toBe(before)
      await signIn(email, LAPTOP, NEW)
      expect((await app.sent()).at(-1)).toMatchObject({
        to: email,
        subject: 'Cambiaste tu contraseña de Entre Todos',
        link: 'http://localhost:3000/forgot-password',
      })
    })

    it('is accepted once of ten simultaneous requests', async () => {
      const phone = await signIn(email, PHONE, NEW)
      const session = phone.cookies.get('session') ?? ''
      const tries = Array.from({ length: 10 }, (_, index) => {
        const tab = visitor(app)
        tab.cookies.set('session', session)
        return change(tab, NEW, `mate número ${index}`)
      })
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    })
  })

  describe('a deleted account (law 25.326)', () => {
    let server: Awaited<ReturnType<typeof serveApp>>
    let lucia: Person
    let other: Person
    let ownCollection: string
    let othersCollection: string
    let given: string

    beforeAll(async () => {
      server = await serveApp(app)
      lucia = await buildMember(app, PASSWORD, { email: 'se-va@example.com' })
      other = await buildPerson(app)
      ownCollection = await buildCollection(app, lucia)
      othersCollection = await buildCollection(app, other)
      given = await buildReport(
        app,
        othersCollection,
        { contributorName: 'Lucía Fernández', contributorEmail: lucia.email, amount: 7_000_00 },
        lucia,
      )
      await buildReport(app, othersCollection, { contributorEmail: lucia.email, amount: 1_000_00 })
      const tomorrow = new Date(app.clock.now().getTime() + DAY)
      await app.context.mailQueue.schedule(app.database, 'decision', lucia.email, given, tomorrow)
      const corrected = await buildManualContribution(other, othersCollection)
      for (const contributorEmail of [lucia.email, 'otra@example.com']) {
        await other.mutate('edit-contribution', { id: corrected, changes: { contributorEmail } })
      }
      await buildReport(app, ownCollection, {}, other)
      await buildManualContribution(lucia, ownCollection)
      const alreadyDeleted = await buildCollection(app, lucia)
      await buildReport(app, alreadyDeleted, {}, other)
      await lucia.mutate('delete-collection', { id: alreadyDeleted })
    })
    afterAll(() => server?.close())

    async function sendReceipt(collectionId: string, by: Visitor) {
      const { id, capability } = await announce(app, collectionId, { by })
      const bytes = picture(5_000)
      await upload(server.origin, bytes, metadataOf(bytes, capability))
      const [row] = await app.database.query<{ path: string }>(
        'select path from receipts where contribution_id = $1',
        [id],
      )
      return { id, file: join(app.context.config.dataDir, 'receipts', row?.path ?? 'none') }
    }

    const remove = (someone: Visitor, proof: string) =>
      someone.post('/api/account/delete', { proof })

    it('shows beforehand how many rows are deleted and how many stay', async () => {
      expect((await lucia.get('/api/account')).body.deletion).toEqual({
        hasPassword: true,
        collections: 1,
        openCollections: 1,
        contributions: 2,
        ownContributions: 1,
      })
    })

    it('needs the password', async () => {
      for (const proof of ['', 'otra cosa', lucia.email]) {
        const { status, body } = await remove(lucia, proof)
        expect({ status, ...body }).toEqual({
          status: 400,
          code: 'invalid-input',
          field: 'proof',
          error: 'La contraseña no es correcta.',
        })
      }
      expect((await remove(visitor(app), PASSWORD)).status).toBe(401)
      expect(await isSignedIn(lucia)).toBe(true)
    })

    it('removes the person, their collections and their files; their contributions stay, without a name', async () => {
      const kept = await sendReceipt(othersCollection, lucia)
      const gone = await sendReceipt(ownCollection, other)
      expect([existsSync(kept.file), existsSync(gone.file)]).toEqual([true, true])
      const totals = async () =>
        (await other.query('collection', { id: othersCollection })).body.amountCollected
      const before = await totals()
      expect(before).toBeGreaterThan(0)
      const elsewhere = await signIn(lucia.email, LAPTOP)

      expect((await remove(lucia, PASSWORD)).status).toBe(204)
      await deleteDoomedFiles(app.context)

      expect([await isSignedIn(lucia), await isSignedIn(elsewhere)]).toEqual([false, false])
      expect((await visitor(app).get(`/api/collections/${ownCollection}`)).status).toBe(404)
      expect([existsSync(kept.file), existsSync(gone.file)]).toEqual([true, false])

      const list = await other.query('collection-contributions', { collectionId: othersCollection })
      const row = list.body.rows.find(({ id }: { id: string }) => id === given)
      expect(row).toMatchObject({ contributorName: 'Lucía Fernández', amount: 7_000_00 })
      expect(await totals()).toBe(before)
      expect((await other.get(`/api/receipts/${kept.id}/url`)).status).toBe(200)

      const mine = await other.query('my-contributions', {})
      expect(JSON.stringify(mine.body)).not.toContain(ownCollection)
      expect(
        (await visitor(app).post('/api/login', { email: lucia.email, password: PASSWORD })).status,
      ).toBe(401)
    })

    it('removes the e-mail and the id from everywhere except the e-mail that confirms it', async () => {
      const tables = await app.database.query<{ name: string }>(
        `select relname as name from pg_class
         where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
      const found = []
      for (const { name } of tables) {
        const [dump] = await app.database.query<{ rows: string | null }>(
          `select string_agg(t::text, ' ') as rows from ${name} t`,
        )
        if (dump?.rows?.includes(lucia.email) || dump?.rows?.includes(lucia.id)) found.push(name)
      }
      expect((await app.sent()).at(-1)).toMatchObject({
        to: lucia.email,
        subject: 'Eliminamos tu cuenta de Entre Todos',
      })
      expect(found.filter((name) => name !== 'mail_queue')).toEqual([])
      expect(await app.database.query('select email from mail_queue')).toEqual([])
      const [row] = await app.database.query<{ corrections: object[] }>(
        'select corrections from contributions where corrections is not null',
      )
      expect(row?.corrections).toMatchObject([
        { by: 'organiser', contributorEmail: [null, null] },
        { by: 'organiser', contributorEmail: [null, 'otra@example.com'] },
      ])
    })

    it('is confirmed by its e-mail where there is no password', async () => {
      const google = await buildPerson(app, { email: 'solo-google@example.com' })
      expect((await remove(google, 'otra@example.com')).body.error).toBe(
        'Escribe el email de tu cuenta, tal como está arriba.',
      )
      expect((await remove(google, ' Solo-Google@example.com ')).status).toBe(204)
      expect(await isSignedIn(google)).toBe(false)
    })

    it('is deleted by one of ten simultaneous requests, while others report to its collection', async () => {
      const person = await buildPerson(app)
      const collection = await buildCollection(app, person)
      const session = person.cookies.get('session') ?? ''
      const tab = () => {
        const one = visitor(app)
        one.cookies.set('session', session)
        return one
      }
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => [
          visitor(app).post(`/api/collections/${collection}/contributions`, reportInput()),
          remove(tab(), person.email),
        ]).flat(),
      )
      const statuses = new Set(answers.map(({ status }) => status))
      for (const status of statuses) expect([201, 204, 401, 404]).toContain(status)
      expect(await app.database.query('select from users where id = $1', [person.id])).toEqual([])
      expect(
        await app.database.query('select from contributions where collection_id = $1', [
          collection,
        ]),
      ).toEqual([])
    })

    it.runIf(engine === 'postgres')('is deleted despite a deadlock with a receipt', async () => {
      const person = await buildPerson(app)
      const contribution = await buildReport(app, await buildCollection(app, person))
      // Attaching locks in this order: first the contribution, then, by its trigger, the collection.
      const goOn = await heldTransaction(
        app.database,
        (tx) => tx.query('select from contributions where id = $1 for update', [contribution]),
        (tx) =>
          tx.query('update contributions set receipt_repeated = true where id = $1', [
            contribution,
          ]),
      )
      const deletion = remove(person, person.email)
      await untilWaiting(app.database)
      // PostgreSQL aborts one of the two; on a slow machine it may be the receipt.
      await Promise.allSettled([goOn()])
      expect((await deletion).status).toBe(204)
      expect(await app.database.query('select from users where id = $1', [person.id])).toEqual([])
    })

    it('finds all rows that are deleted with it by an index, also the hidden ones', async () => {
      const withoutIndex = await app.database.query(
        `select f.conrelid::regclass::text as "table", a.attname as "column"
         from pg_constraint f
         join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
         where f.contype = 'f' and f.connamespace = 'public'::regnamespace
           and not exists (
             select from pg_index i
             where i.indrelid = f.conrelid and i.indkey[0] = a.attnum
               and coalesce(
                 pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', a.attname), true
               )
           )`,
      )
      // Kept for a year, and looked through once for each account.
      expect(withoutIndex).toEqual([{ table: 'mutations', column: 'person_id' }])
    })

    it('deletes its files later when the store is unavailable', async () => {
      const person = await buildPerson(app)
      const collection = await buildCollection(app, person)
      const { file } = await sendReceipt(collection, visitor(app))
      const files = {
        ...app.context.files,
        delete: () => Promise.reject(new Error('the store is away')),
      }
      const away = await buildApp(app.database, { overrides: { files } })
      const there = visitor(away)
      there.cookies.set('session', person.cookies.get('session') ?? '')
      expect((await remove(there, person.email)).status).toBe(204)
      expect(existsSync(file)).toBe(true)
      await deleteDoomedFiles(app.context)
      expect(existsSync(file)).toBe(false)
      expect(await app.database.query('select path from doomed_files')).toEqual([])
    })

    it('deletes the other files when the store fails to delete one', async () => {
      const paths = ['x/1', 'x/2', 'x/3']
      const doom = (path: string) =>
        app.database.query('insert into doomed_files (path) values ($1)', [path])
      for (const path of paths) await doom(path)
      const asked: string[] = []
      const files = {
        ...app.context.files,
        delete: async (path: string) => {
          asked.push(path)
          if (path === 'x/1') throw new Error('not this one')
        },
      }
      await expect(deleteDoomedFiles({ database: app.database, files })).rejects.toThrow(
        'not this one',
      )
      expect(asked).toEqual(paths)
      expect(await app.database.query('select path from doomed_files')).toEqual([{ path: 'x/1' }])
      await deleteDoomedFiles(app.context)
    })
  })

  it('needs a sign-in', async () => {
    const guest = visitor(app)
    for (const answer of [
      await guest.get('/api/account'),
      await guest.post('/api/account/password', { current: PASSWORD, password: newId() }),
      await guest.post('/api/account/sessions/end', { id: 'x' }),
      await guest.post('/api/account/sessions/end-others'),
      await guest.post('/api/account/delete', { proof: PASSWORD }),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
    }
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { deleteDoomedFiles } from '../../server/domain/account-deletion.ts'
import { heldTransaction, untilWaiting } from '../support/held-transaction.ts'
import { buildCollection, buildOwnReport, buildPerson, type Person } from '../support/people.ts'
import { refusalOf } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

engineOfTier((open, engine) => {
  let app: TestApp
  let server: Awaited<ReturnType<typeof serveApp>>
  let lucia: Person
  let gift: string
  let own: { id: string; key: string }

  beforeAll(async () => {
    app = await buildApp(await open())
    server = await serveApp(app)
    lucia = await buildPerson(app)
  })
  afterAll(() => server?.close())
  beforeEach(async () => {
    gift = await buildCollection(app, lucia)
    own = await file()
  })

  const file = () => buildOwnReport(visitor(app), gift)
  const see = async (by = own) => (await visitor(app).post('/api/reports/own', by)).body
  const send = async (bytes: Buffer, filename: string, by = own) =>
    upload(server.origin, bytes, {
      ...metadataOf(bytes, (await see(by)).receiptCapability, { filename }),
    })
  const row = async (id = own.id) => {
    const { body } = await lucia.query('collection-contributions', { collectionId: gift })
    return body.rows.find((row: { id: string }) => row.id === id)
  }
  /** Says of each of these contributions, shown or hidden, whether its receipt is marked as repeated. */
  const marks = (...reports: { id: string }[]) =>
    Promise.all(
      reports.map(async ({ id }) => {
        const [row] = await app.database.query<{ receipt_repeated: boolean }>(
          'select receipt_repeated from contributions where id = $1',
          [id],
        )
        return row?.receipt_repeated
      }),
    )
  const setState = (state: string) => lucia.mutate('set-contribution-state', { id: own.id, state })
  const download = async () => {
    const { body } = await lucia.get(`/api/receipts/${own.id}/url`)
    const response = await app.fetch(body.url, {
      headers: { cookie: `session=${lucia.cookies.get('session')}` },
    })
    return Buffer.from(await response.arrayBuffer())
  }

  describe('[R2, S12] a guest’s receipt', () => {
    it('is added later and replaced, and the organiser reads both', async () => {
      await send(picture(500), 'uno.png')
      expect(await see()).toMatchObject({ receiptName: 'uno.png' })
      await send(picture(700), 'dos.png')
      expect(await row()).toMatchObject({
        receipt: 'attached',
        version: 3,
        corrections: [{ receipt: [null, 'uno.png'] }, { receipt: ['uno.png', 'dos.png'] }],
      })
      expect(await download()).toHaveLength(700)
      const doomed = await app.database.query('select path from doomed_files')
      expect(doomed).toHaveLength(1)
      // Its transfer is known by the new one's path.
      const [paths] = await app.database.query<{ transfer: string; kept: string }>(
        `select c.transfer_id as transfer, r.path as kept
         from contributions c join receipts r on r.contribution_id = c.id
         where c.id = $1`,
        [own.id],
      )
      expect(paths?.transfer).toBe(paths?.kept)
      expect(doomed).not.toContainEqual({ path: paths?.transfer })
      await deleteDoomedFiles(app.context)
      expect(await download()).toHaveLength(700)
    })

    it('makes a rejected contribution wait again', async () => {
      await setState('rejected')
      await send(picture(500), 'uno.png')
      expect(await row()).toMatchObject({ state: 'pending' })
    })

    it('is refused once the contribution is verified, also in the middle of the upload', async () => {
      const { receiptCapability } = await see()
      await setState('verified')
      expect((await see()).receiptCapability).toBeNull()
      const bytes = picture(500)
      const late = upload(server.origin, bytes, metadataOf(bytes, receiptCapability))
      expect(await refusalOf(late)).toMatchObject({ status: 409, code: 'conflict' })
      expect(await row()).toMatchObject({ receipt: 'none', version: 1 })
    })

    it('is no longer repeated once it is replaced', async () => {
      const other = await file()
      const same = picture(500)
      await send(same, 'uno.png')
      await send(same, 'uno.png', other)
      expect((await row()).receiptRepeated).toBe(true)
      await send(picture(600), 'dos.png', other)
      expect((await row()).receiptRepeated).toBe(false)
      expect((await row(other.id)).receiptRepeated).toBe(false)
    })

    it('is repeated only while the contribution with the same file is not hidden', async () => {
      const [other, third] = [await file(), await file()]
      const same = picture(500)
      for (const by of [own, other]) await send(same, 'uno.png', by)
      const withdraw = (isWithdrawn: boolean) =>
        visitor(app).post('/api/reports/own/withdrawal', { ...other, isWithdrawn })
      await withdraw(true)
      expect(await marks(own, other)).toEqual([false, false])
      await withdraw(false)
      expect(await marks(own, other)).toEqual([true, true])
      expect((await row()).receiptRepeated).toBe(true)
      await lucia.mutate('hide-contributions', { ids: [other.id] })
      expect(await marks(own, other)).toEqual([false, false])
      await send(same, 'uno.png', third)
      expect(await marks(own, other, third)).toEqual([true, false, true])
      await send(picture(600), 'dos.png', third)
      expect(await marks(own, other, third)).toEqual([false, false, false])
      await lucia.mutate('show-contributions', { ids: [other.id] })
      expect(await marks(own, other, third)).toEqual([true, true, false])
    })

    it.runIf(engine === 'postgres')(
      'is repeated also if the other one is shown at the same moment',
      async () => {
        const other = await file()
        const same = picture(500)
        await send(same, 'uno.png', other)
        await lucia.mutate('hide-contributions', { ids: [other.id] })
        const show = await heldTransaction(app.database, (tx) =>
          tx.query('update contributions set deleted_at = null where id = $1', [other.id]),
        )
        const sent = send(same, 'uno.png')
        await Promise.race([sent, untilWaiting(app.database)])
        await show()
        await sent
        expect(await marks(own, other)).toEqual([true, true])
      },
    )
  })
})

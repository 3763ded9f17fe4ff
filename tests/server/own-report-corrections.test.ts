import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MOST_CORRECTIONS } from '../../shared/correction.ts'
import {
  buildCollection,
  buildOwnReport,
  buildPerson,
  matchInput,
  type Person,
  reportInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

engineOfTier((open) => {
  let app: TestApp
  let lucia: Person
  let guest: Visitor
  let gift: string
  let own: { id: string; key: string }

  beforeAll(async () => {
    app = await buildApp(await open())
    lucia = await buildPerson(app)
    guest = visitor(app)
  })
  beforeEach(async () => {
    gift = await buildCollection(app, lucia) // suggests $ 5.000, collects $ 100.000
    own = await file()
  })

  const file = (changes: object = {}) =>
    buildOwnReport(guest, gift, { amount: 15_000_00, ...changes })
  const correct = (changes: object, by: object = own) =>
    guest.post('/api/reports/own/correction', { ...by, changes })
  const withdraw = (isWithdrawn = true, by: object = own) =>
    guest.post('/api/reports/own/withdrawal', { ...by, isWithdrawn })
  const query = async (name: string, args: object) => (await lucia.query(name, args)).body
  const row = async () => (await query('contribution-review', { id: own.id }))?.contribution
  const setState = (state: string, more: object = {}) =>
    lucia.mutate('set-contribution-state', { id: own.id, state, ...more })
  const collected = async () => (await query('collection', { id: gift })).amountCollected

  describe('[S12] a guest’s correction', () => {
    it('changes the named fields and the totals, and shows the organiser the changes and their time', async () => {
      expect((await correct({ amount: 15_100_00 })).body).toMatchObject({
        amount: 15_100_00,
        state: 'confirmed',
        mayChange: true,
      })
      const moment = app.clock.now()
      await correct({ contributorName: '  Julieta  Ñandú ', message: 'Por los dos' })
      expect(await row()).toMatchObject({
        amount: 15_100_00,
        contributorName: 'Julieta Ñandú',
        message: 'Por los dos',
        version: 3,
        corrections: [
          { by: 'guest', amount: [15_000_00, 15_100_00] },
          {
            at: expect.toSatisfy((at) => Date.parse(at) >= moment.getTime()),
            by: 'guest',
            contributorName: ['Julieta Romero', 'Julieta Ñandú'],
            message: ['', 'Por los dos'],
          },
        ],
      })
      expect(await collected()).toBe(15_100_00)
      const { status, body } = await correct({ message: '' })
      expect([status, body.contributorName]).toEqual([200, 'Julieta Ñandú'])
      expect(await row()).toMatchObject({
        message: '',
        corrections: [{}, {}, { message: ['Por los dos', ''] }],
      })
      const found = await query('collection-contributions', { collectionId: gift, search: 'ñandu' })
      expect(found.total).toBe(1)
    })

    it('writes nothing the second time', async () => {
      await correct({ amount: 15_100_00 })
      expect((await correct({ amount: 15_100_00 })).status).toBe(200)
      expect((await correct({})).status).toBe(200)
      expect((await row()).version).toBe(2)
    })

    it('needs the key, and amounts and names as in a report', async () => {
      for (const by of [
        { ...own, key: 'x' },
        { id: own.id, key: (await file()).key },
      ]) {
        expect((await correct({ amount: 1_00 }, by)).status).toBe(404)
        expect((await withdraw(true, by)).status).toBe(404)
      }
      expect((await correct({ amount: 0 })).body).toMatchObject({
        code: 'invalid-input',
        field: 'amount',
      })
      expect((await correct({ contributorName: ' ' })).body.field).toBe('contributorName')
      expect((await row()).version).toBe(1)
    })

    it('is refused once the contribution is verified, until that is undone', async () => {
      await setState('verified')
      const refusal = (await correct({ amount: 15_100_00 })).body
      expect(refusal.code).toBe('conflict')
      expect(refusal.error).toContain('ya está acreditado')
      expect((await withdraw()).body.code).toBe('conflict')
      expect(await row()).toMatchObject({ amount: 15_000_00, version: 1 })
      await setState('confirmed')
      expect((await correct({ amount: 15_100_00 })).body.amount).toBe(15_100_00)
    })

    it('makes a rejected one wait again, without its reason', async () => {
      await setState('rejected', { reason: 'El monto es otro' })
      expect((await correct({ amount: 15_100_00 })).body).toMatchObject({
        state: 'pending',
        rejectionReason: '',
      })
      expect(await collected()).toBe(0)
    })

    it('makes a contribution pending when the amount far exceeds the suggested and the remaining one', async () => {
      expect((await correct({ amount: 90_000_00 })).body.state).toBe('confirmed')
      expect((await correct({ amount: 100_001_00 })).body.state).toBe('pending')
      expect(await collected()).toBe(0)
      // From now on the organiser decides if it counts.
      expect((await correct({ amount: 15_000_00 })).body.state).toBe('pending')
    })

    it('keeps a contribution confirmed when the amount is less than the organiser confirmed', async () => {
      await correct({ amount: 300_000_00 })
      await setState('confirmed')
      expect((await correct({ amount: 200_000_00 })).body.state).toBe('confirmed')
    })

    it(`is refused after ${MOST_CORRECTIONS}`, async () => {
      for (let time = 1; time <= MOST_CORRECTIONS; time += 1) {
        expect((await correct({ amount: 15_000_00 + time })).status).toBe(200)
      }
      expect((await correct({ amount: 1_00 })).status).toBe(429)
      expect((await withdraw()).status).toBe(429)
      const { version, corrections } = await row()
      expect([version, corrections.length]).toEqual([MOST_CORRECTIONS + 1, MOST_CORRECTIONS])
    })

    it('is refused for a payment, and for a contribution that the organiser hid', async () => {
      await lucia.mutate('hide-contributions', { ids: [own.id] })
      expect((await correct({ amount: 1_00 })).body.code).toBe('conflict')
      expect((await withdraw(false)).body.code).toBe('conflict')
      await lucia.mutate('show-contributions', { ids: [own.id] })
      await app.database.query(
        `update contributions set payment_method = 'MercadoPago' where id = $1`,
        [own.id],
      )
      expect((await guest.post('/api/reports/own', own)).body.mayChange).toBe(false)
      expect((await correct({ amount: 1_00 })).status).toBe(404)
    })

    it('reaches the organiser’s devices', async () => {
      const [before] = await app.database.query<{ lines: number }>(
        'select count(*) as lines from feed where person_id = $1 and row_id = $2',
        [lucia.id, own.id],
      )
      await correct({ message: 'Hola' })
      const [after] = await app.database.query<{ lines: number }>(
        'select count(*) as lines from feed where person_id = $1 and row_id = $2',
        [lucia.id, own.id],
      )
      expect(after?.lines).toBeGreaterThan(before?.lines ?? 0)
    })
  })

  describe('[S12] a withdrawn report', () => {
    it('no longer counts, and is listed among the hidden ones with the time', async () => {
      expect((await withdraw()).body).toMatchObject({ isWithdrawn: true, isRemoved: false })
      await withdraw()
      expect(await collected()).toBe(0)
      expect(await row()).toBeUndefined()
      const hidden = await query('collection-contributions', {
        collectionId: gift,
        state: 'hidden',
      })
      expect(hidden.rows[0]).toMatchObject({
        id: own.id,
        version: 2,
        corrections: [{ by: 'guest', isWithdrawn: [false, true] }],
      })
      expect((await correct({ amount: 1_00 })).body.code).toBe('conflict')
    })

    it('counts again when its guest undoes that, unless the collection filled up meanwhile', async () => {
      await correct({ amount: 60_000_00 })
      await withdraw()
      expect((await withdraw(false)).body).toMatchObject({ isWithdrawn: false, state: 'confirmed' })
      expect(await collected()).toBe(60_000_00)
      await withdraw()
      await file({ amount: 50_000_00 })
      expect((await withdraw(false)).body).toMatchObject({ isWithdrawn: false, state: 'pending' })
      expect(await collected()).toBe(50_000_00)
    })

    it('is not brought back by its guest once the organiser hid it', async () => {
      await withdraw()
      await lucia.mutate('show-contributions', { ids: [own.id] })
      app.clock.forward(1_000)
      await lucia.mutate('hide-contributions', { ids: [own.id] })
      expect((await guest.post('/api/reports/own', own)).body).toMatchObject({
        isRemoved: true,
        isWithdrawn: false,
      })
      expect((await withdraw(false)).body.code).toBe('conflict')
    })

    it('is not brought back by its guest once the organiser hid it from a list that still had it', async () => {
      await withdraw()
      app.clock.forward(1_000)
      await lucia.mutate('hide-contributions', { ids: [own.id] })
      expect((await withdraw(false)).body.code).toBe('conflict')
    })
  })

  // A device repeats it for a receipt that waits. Another code would mean that it was never stored.
  it('[R1] a corrected report that is repeated as it was is a conflict, also once its colecta is closed or deleted', async () => {
    const input = reportInput()
    const repeat = async () =>
      (await guest.post(`/api/collections/${gift}/contributions`, input)).body
    const { key } = await repeat()
    const { id } = input
    await correct({ message: 'Por los dos' }, { id, key })
    expect((await repeat()).code).toBe('conflict')
    await withdraw(true, { id, key })
    await lucia.mutate('set-collection-status', { id: gift, status: 'cerrada' })
    expect((await repeat()).code).toBe('conflict')
    await lucia.mutate('delete-collection', { id: gift })
    expect((await repeat()).code).toBe('conflict')
  })

  it('[R1] a report that is repeated once its colecta is deleted is the same one', async () => {
    const input = reportInput({ hasReceipt: true })
    const repeat = () => guest.post(`/api/collections/${gift}/contributions`, input)
    const first = await repeat()
    await withdraw(true, { id: input.id, key: first.body.key })
    await lucia.mutate('delete-collection', { id: gift })
    const { status, body } = await repeat()
    expect([status, body.contribution.id, body.key]).toEqual([200, input.id, first.body.key])
  })

  it('a contribution that its guest lowers to the part that came takes another line', async () => {
    const match = (version: number) => {
      const half = { lineAmount: 7_500_00, part: 7_500_00, version }
      return lucia.mutate('match-lines', { matches: [matchInput(own.id, half)] })
    }
    await match(1)
    await correct({ amount: 7_500_00 })
    expect((await row()).state).toBe('confirmed')
    expect(await match(2)).toMatchObject({ ok: true })
    expect((await row()).state).toBe('verified')
  })

  describe('[S12] a verification', () => {
    it('is refused when the organiser saw an earlier version', async () => {
      await correct({ amount: 15_100_00 })
      const outcome = await setState('verified', { version: 1 })
      expect(outcome).toMatchObject({
        ok: false,
        error: {
          code: 'conflict',
          message: expect.stringContaining('ahora es de $\u00a015.100'),
        },
      })
      expect((await row()).state).toBe('confirmed')
      expect((await setState('verified', { version: 2 })).ok).toBe(true)
    })

    it('of a release that names no version is accepted', async () => {
      await correct({ amount: 15_100_00 })
      expect((await setState('verified')).ok).toBe(true)
    })

    it('of many leaves out those corrected since, and is refused when it leaves out all', async () => {
      const other = await file()
      await correct({ amount: 15_100_00 })
      const many = (ids: string[]) =>
        lucia.mutate('set-contributions-state', {
          ids,
          state: 'verified',
          versions: ids.map(() => 1),
        })
      expect((await many([own.id, other.id])).ok).toBe(true)
      expect((await row()).state).toBe('confirmed')
      expect((await query('contribution-review', { id: other.id })).contribution.state).toBe(
        'verified',
      )
      expect(await many([own.id])).toMatchObject({ ok: false, error: { code: 'conflict' } })
    })
  })
})

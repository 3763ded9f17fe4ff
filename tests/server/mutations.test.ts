import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'
import { makeBackup, restoreBackup } from '../../scripts/simulate/backup.ts'
import { DatabaseError } from '../../server/data/database-error.ts'
import { deleteHidden } from '../../server/domain/hidden-contributions.ts'
import { applyMutations } from '../../server/domain/mutations.ts'
import { currentCursor } from '../../server/domain/sync/changes.ts'
import { MOST_CORRECTIONS } from '../../shared/correction.ts'
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { MAX_AMOUNT } from '../../shared/money.ts'
import { createCollection } from '../../shared/mutations/create-collection.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import { updateProfile } from '../../shared/mutations/update-profile.ts'
import { namedMutation } from '../../shared/named-mutation.ts'
import { DAY } from '../../shared/time.ts'
import { eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  collectionInput,
  manualInput,
  type Person,
  paidBy,
  reportInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { visitor } from '../support/visitor.ts'

const COLLECTION_GONE = {
  code: 'not-found',
  message: 'La colecta no existe o ha sido eliminada.',
}

eachEngine((open) => {
  let app: TestApp
  let lucia: Person

  beforeAll(async () => {
    app = await buildApp(await open())
    lucia = await buildPerson(app)
  })

  const done = (id: string) => ({ id, ok: true })
  const refused = (code: string, message: string, field?: string) => ({
    id: expect.any(String),
    ok: false,
    error: { code, message, ...(field === undefined ? {} : { field }) },
  })

  async function collection(id: string) {
    return (await lucia.query('collection', { id })).body
  }

  async function contributions(collectionId: string) {
    return (await lucia.query('collection-contributions', { collectionId })).body.rows
  }

  describe('create-collection', () => {
    it('creates a collection that belongs to its sender', async () => {
      const input = collectionInput(app, {
        title: `  Cumple   de Tomás ${'x'.repeat(104)} `,
        description: 'Una tarde en la plaza'.padEnd(1_000, 'x'),
        bankAccount: 'CBU: 2850590 9 4009041813520 1',
        accountIdentifier: 'Lucía Fernández'.padEnd(120, 'x'),
        suggestedAmount: 1_500_50,
        totalAmount: MAX_AMOUNT,
        cantidadPersonas: null,
        closesAlone: true,
        uniqueCents: true,
      })
      const closed = { ...input, status: 'cerrada' }
      expect(await lucia.mutate('create-collection', closed)).toMatchObject({ ok: true })
      expect(await collection(input.id)).toEqual({
        ...input,
        title: `Cumple de Tomás ${'x'.repeat(104)}`,
        bankAccount: '2850590940090418135201',
        creatorId: lucia.id,
        creatorEmail: lucia.email,
        status: 'abierta',
        createdAt: expect.any(String),
        updatedAt: null,
        amountCollected: 0,
        amountVerified: 0,
        confirmedCount: 0,
        verifiedCount: 0,
        pendingCount: 0,
        rejectedCount: 0,
        suspensionReason: null,
        notify: 'never',
      })
      const least = { suggestedAmount: 1_00, totalAmount: 1_00, cantidadPersonas: 1 }
      const longest = { title: 'ñ'.repeat(120), description: 'é'.repeat(1_000) }
      const accountIdentifier = 'ü'.repeat(120)
      const smallest = collectionInput(app, { ...least, ...longest, accountIdentifier })
      await lucia.mutate('create-collection', smallest)
      expect(await collection(smallest.id)).toMatchObject(smallest)
    })

    it.each([
      ['no reason', { title: ' ' }, 'title'],
      ['an endless reason', { title: 'a'.repeat(121) }, 'title'],
      ['no suggested amount', { suggestedAmount: null }, 'suggestedAmount'],
      ['less than a peso', { suggestedAmount: 99 }, 'suggestedAmount'],
      ['a total of less than a peso', { totalAmount: 99 }, 'totalAmount'],
      ['a fraction of a centavo', { totalAmount: 100.5 }, 'totalAmount'],
      ['more than the column holds', { totalAmount: 1e14 }, 'totalAmount'],
      ['no deadline', { deadline: '' }, 'deadline'],
      ['a day that does not exist', { deadline: '2027-02-30' }, 'deadline'],
      ['a wrong check digit', { bankAccount: '2850590940090418135202' }, 'bankAccount'],
      ['no account', { bankAccount: '' }, 'bankAccount'],
      ['no name on the account', { accountIdentifier: '' }, 'accountIdentifier'],
      ['nobody to take part', { cantidadPersonas: 0 }, 'cantidadPersonas'],
      ['half a person', { cantidadPersonas: 1.5 }, 'cantidadPersonas'],
    ])('refuses %s', async (_what, changes, field) => {
      const refusal = { ok: false, error: { code: 'invalid-input', field } }
      const input = collectionInput(app, changes)
      expect(await lucia.mutate('create-collection', input)).toMatchObject(refusal)
      expect(await collection(input.id)).toBeNull()
      const id = await buildCollection(app, lucia)
      const before = await collection(id)
      expect(await lucia.mutate('update-collection', { id, changes })).toMatchObject(refusal)
      expect(await collection(id)).toEqual(before)
    })

    it('takes today as a deadline and not yesterday, by the calendar of Buenos Aires', async () => {
      const day = today(app.clock.now())
      const create = (deadline: string) =>
        lucia.mutate('create-collection', collectionInput(app, { deadline }))
      expect(await create(day)).toMatchObject({ ok: true })
      expect(await create(addDays(day, -1))).toMatchObject({
        error: { code: 'invalid-input', field: 'deadline' },
      })
    })

    it('updates the collection to the form’s values when it is sent again under its id', async () => {
      const id = await buildCollection(app, lucia, { title: 'Antes' })
      const again = collectionInput(app, { id, title: 'Ahora', suggestedAmount: 1_234_56 })
      expect(await lucia.mutate('create-collection', again)).toMatchObject({ ok: true })
      expect(await collection(id)).toMatchObject({ title: 'Ahora', suggestedAmount: 1_234_56 })
    })

    it('is not refused when the database fails while it is sent again', async () => {
      const again = collectionInput(app, { id: await buildCollection(app, lucia) })
      const lost = new DatabaseError('connection lost', '08006')
      const applied = app.database.asMember(lucia.id, (tx) => {
        const query: typeof tx.query = (text, params) =>
          text.startsWith('update collections') ? Promise.reject(lost) : tx.query(text, params)
        const context = { personId: lucia.id, now: app.clock.now() }
        return createCollection.apply({ ...tx, query }, again, context, 1)
      })
      await expect(applied).rejects.toBe(lost)
    })

    it('refuses an id that exists, also of another', async () => {
      const id = await buildCollection(app, await buildPerson(app), { title: 'De otra' })
      expect(await lucia.mutate('create-collection', collectionInput(app, { id }))).toEqual(
        refused('conflict', 'Error al crear la colecta'),
      )
    })

    it('refuses the short address of another collection', async () => {
      const victim = await buildCollection(app, await buildPerson(app), { title: 'De otra' })
      const id = `${newId().slice(0, -10)}${victim.slice(-10)}`
      expect(await lucia.mutate('create-collection', collectionInput(app, { id }))).toEqual(
        refused('conflict', 'Error al crear la colecta'),
      )
    })
  })

  describe('update-collection', () => {
    it('changes only the fields that it names', async () => {
      const id = await buildCollection(app, lucia, { title: 'Regalo' })
      const before = await collection(id)
      const changes = {
        title: 'Ñandú'.padEnd(120, 'x'),
        description: 'Para el acto'.padEnd(1_000, 'x'),
        suggestedAmount: 1_500_25,
        totalAmount: 70_000_25,
        deadline: addDays(before.deadline, 1),
        bankAccount: 'otra.cuenta',
        accountIdentifier: 'Otra Cuenta'.padEnd(120, 'x'),
        cantidadPersonas: null,
      }
      expect(await lucia.mutate('update-collection', { id, changes })).toMatchObject({ ok: true })
      expect(await collection(id)).toEqual({
        ...before,
        ...changes,
        updatedAt: expect.any(String),
      })
      app.clock.forward(1000)
      const later = app.clock.now().toISOString()
      await lucia.mutate('update-collection', { id, changes: { description: '' } })
      const { updatedAt, description } = await collection(id)
      expect(description).toBe('')
      expect(new Date(updatedAt).toISOString() >= later).toBe(true)
      const found = await lucia.query('my-collections', { search: 'nandu' })
      expect(found.body.rows).toMatchObject([{ id }])
    })

    it('accepts an unchanged past deadline, but no other past day', async () => {
      const deadline = today(app.clock.now())
      const id = await buildCollection(app, lucia, { deadline })
      app.clock.forward(3 * DAY)
      const change = (changes: object) => lucia.mutate('update-collection', { id, changes })
      expect(await change({ deadline, title: 'Más tarde' })).toMatchObject({ ok: true })
      expect(await change({ deadline: addDays(deadline, 1) })).toMatchObject({
        error: { code: 'invalid-input', field: 'deadline' },
      })
      expect(await collection(id)).toMatchObject({ deadline, title: 'Más tarde' })
    })

    it('names the field that is wrong', async () => {
      const id = await buildCollection(app, lucia)
      const outcome = await lucia.mutate('update-collection', { id, changes: { title: '' } })
      expect(outcome).toEqual(refused('invalid-input', 'Ingresa el motivo de la colecta.', 'title'))
    })

    it('cannot reach totals, status or creator', async () => {
      const id = await buildCollection(app, lucia)
      const changes = { amountCollected: 1, status: 'cerrada', creatorId: newId() }
      await lucia.mutate('update-collection', { id, changes })
      expect(await collection(id)).toMatchObject({
        amountCollected: 0,
        status: 'abierta',
        creatorId: lucia.id,
      })
    })
  })

  describe('set-collection-status', () => {
    it('accepts the status in upper and lower case', async () => {
      const id = await buildCollection(app, lucia)
      await lucia.mutate('set-collection-status', { id, status: 'CERRADA' })
      expect(await collection(id)).toMatchObject({
        status: 'cerrada',
        updatedAt: expect.any(String),
      })
      app.clock.forward(1000)
      const later = app.clock.now().toISOString()
      await lucia.mutate('set-collection-status', { id, status: 'Abierta' })
      const { status, updatedAt } = await collection(id)
      expect(status).toBe('abierta')
      expect(new Date(updatedAt).toISOString() >= later).toBe(true)
      expect(await lucia.mutate('set-collection-status', { id, status: 'quizás' })).toMatchObject({
        error: { code: 'invalid-input', field: 'status' },
      })
    })
  })

  describe('delete-collection', () => {
    it('hides a collection, and restore-collection brings it back', async () => {
      const id = await buildCollection(app, lucia)
      await buildReport(app, id)
      const before = await collection(id)
      await lucia.mutate('delete-collection', { id })
      expect(await collection(id)).toBeNull()
      const changes = { title: 'Otro' }
      expect(await lucia.mutate('update-collection', { id, changes })).toMatchObject({
        error: COLLECTION_GONE,
      })
      await lucia.mutate('restore-collection', { id })
      expect(await collection(id)).toEqual(before)
    })
  })

  describe('add-manual-contribution', () => {
    it('counts as verified', async () => {
      const id = await buildCollection(app, lucia)
      const contributorEmail = 'norma@example.com'
      const longest = { contributorName: 'ñ'.repeat(120), message: 'é'.repeat(500) }
      const given = { amount: 2_000_01, ...longest, contributorEmail }
      const input = manualInput(id, given)
      expect(await lucia.mutate('add-manual-contribution', input)).toMatchObject({ ok: true })
      expect(await contributions(id)).toEqual([
        {
          ...input,
          paymentMethod: 'Manual',
          state: 'verified',
          paymentDate: expect.any(String),
          rejectionReason: '',
          version: 1,
          corrections: [],
          receipt: 'none',
          operationNumber: null,
          receiptRepeated: false,
        },
      ])
      expect(await collection(id)).toMatchObject({
        amountCollected: 2_000_01,
        amountVerified: 2_000_01,
        confirmedCount: 1,
        verifiedCount: 1,
      })
      const own = (await lucia.query('my-contributions')).body as { id: string }[]
      expect(own.map((contribution) => contribution.id)).not.toContain(input.id)
    })

    it('has the date at which it was written down, within the life of its collection', async () => {
      const id = await buildCollection(app, lucia)
      const created = '2026-03-01T12:00:00.000Z'
      await app.database.query('update collections set created_at = $2 where id = $1', [
        id,
        created,
      ])
      const dateOf = async (paymentDate: string) => {
        const input = manualInput(id, { paymentDate })
        expect(await lucia.mutate('add-manual-contribution', input)).toMatchObject({ ok: true })
        const all = (await contributions(id)) as { id: string; paymentDate: string }[]
        return all.find((contribution) => contribution.id === input.id)?.paymentDate
      }
      expect(await dateOf('2026-03-02T15:04:05.678Z')).toBe('2026-03-02T15:04:05.678Z')
      expect(await dateOf('1970-01-01T00:00:00.000Z')).toBe(created)
      const before = app.clock.now().toISOString()
      const date = await dateOf('2999-01-01T00:00:00.000Z')
      expect([before, date, app.clock.now().toISOString()].toSorted()[1]).toBe(date)
    })

    it('creates one contribution when it is sent again under its id, and refuses other data', async () => {
      const id = await buildCollection(app, lucia)
      const input = manualInput(id)
      await lucia.mutate('add-manual-contribution', input)
      expect(await lucia.mutate('add-manual-contribution', input)).toMatchObject({ ok: true })
      for (const other of [{ contributorName: 'Otra' }, { amount: input.amount + 1 }]) {
        expect(await lucia.mutate('add-manual-contribution', { ...input, ...other })).toEqual(
          refused('conflict', 'Este aporte ya estaba registrado con otros datos.'),
        )
      }
      expect(await contributions(id)).toMatchObject([input])
    })

    it('needs an open collection', async () => {
      const id = await buildCollection(app, lucia)
      await lucia.mutate('set-collection-status', { id, status: 'cerrada' })
      for (const changes of [{}, { paymentDate: app.clock.now().toISOString() }]) {
        expect(await lucia.mutate('add-manual-contribution', manualInput(id, changes))).toEqual(
          refused('collection-closed', 'Solo se pueden aportar a colectas abiertas.'),
        )
      }
      expect(await contributions(id)).toEqual([])
    })

    it('needs a name', async () => {
      const id = await buildCollection(app, lucia)
      const input = manualInput(id, { contributorName: '' })
      expect(await lucia.mutate('add-manual-contribution', input)).toEqual(
        refused('invalid-input', 'Ingresa el nombre de quien aportó.', 'contributorName'),
      )
    })
  })

  describe('set-contribution-state', () => {
    it('moves the totals with it', async () => {
      const collectionId = await buildCollection(app, lucia)
      const id = await buildReport(app, collectionId, { amount: 5_000_00 })
      const set = (state: string) => lucia.mutate('set-contribution-state', { id, state })
      const totals = async () => {
        const { amountCollected, amountVerified, ...rest } = await collection(collectionId)
        const { confirmedCount, verifiedCount, pendingCount, rejectedCount } = rest
        return [
          amountCollected / 100_00,
          amountVerified / 100_00,
          confirmedCount,
          verifiedCount,
          pendingCount,
          rejectedCount,
        ]
      }
      expect(await totals()).toEqual([50, 0, 1, 0, 0, 0])
      await set('verified')
      expect(await totals()).toEqual([50, 50, 1, 1, 0, 0])
      await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' })
      await set('rejected')
      expect(await totals()).toEqual([0, 0, 0, 0, 0, 1])
      await set('pending')
      expect(await totals()).toEqual([0, 0, 0, 0, 1, 0])
      await set('confirmed')
      expect(await totals()).toEqual([50, 0, 1, 0, 0, 0])
      expect(await set('perdido')).toMatchObject({ error: { field: 'state' } })
      const gone = { id: newId(), state: 'verified' }
      expect(await lucia.mutate('set-contribution-state', gone)).toEqual(
        refused('not-found', 'El aporte no existe o ha sido eliminado.'),
      )
    })
  })

  it('stores the reason of a rejection while the contribution is rejected', async () => {
    const collectionId = await buildCollection(app, lucia)
    const id = await buildReport(app, collectionId, { amount: 5_000_00 })
    const reasonAfter = async (name: string, args: object) => {
      expect(await lucia.mutate(name, args)).toMatchObject({ ok: true })
      const [row] = await contributions(collectionId)
      return row.rejectionReason
    }
    const reject = { id, state: 'rejected', reason: ' El monto\u200b es otro ' }
    expect(await reasonAfter('set-contribution-state', reject)).toBe('El monto es otro')
    expect(await reasonAfter('set-contribution-state', { id, state: 'confirmed' })).toBe('')
    const aside = { id, state: 'verified', reason: 'No hay' }
    expect(await reasonAfter('set-contribution-state', aside)).toBe('')
    await reasonAfter('set-contribution-state', reject)
    const many = { ids: [id], state: 'pending' }
    expect(await reasonAfter('set-contributions-state', many)).toBe('')
    await reasonAfter('set-contribution-state', reject)
    const setMany = (state: string, isUndo?: boolean) =>
      reasonAfter('set-contributions-state', { ids: [id], state, isUndo })
    await setMany('verified')
    expect(await setMany('rejected', true)).toBe('El monto es otro')
    await setMany('verified')
    expect(await setMany('rejected')).toBe('')
    await reasonAfter('set-contribution-state', reject)
    await setMany('verified')
    expect(await setMany('pending', true)).toBe('')
    const long = { id, state: 'rejected', reason: 'a'.repeat(201) }
    expect(await lucia.mutate('set-contribution-state', long)).toMatchObject({
      error: { field: 'reason' },
    })
  })

  it.each(['verified', 'confirmed', 'pending'])(
    'refuses another reason alone once the contribution is %s',
    async (state) => {
      const collectionId = await buildCollection(app, lucia)
      const id = await buildReport(app, collectionId)
      const set = (to: object) => lucia.mutate('set-contribution-state', { id, ...to })
      const now = async () => (await contributions(collectionId))[0]
      const another = { state: 'rejected', reason: 'Está repetido', isReasonOnly: true }
      await set({ state: 'rejected', reason: 'El monto es otro' })
      expect(await set(another)).toMatchObject({ ok: true })
      expect(await now()).toMatchObject({ state: 'rejected', rejectionReason: 'Está repetido' })
      await set({ state })
      expect(await set(another)).toEqual(
        refused(
          'conflict',
          'El aporte de Julieta Romero ya no está rechazado: el motivo no se guardó.',
        ),
      )
      expect(await now()).toMatchObject({ state, rejectionReason: '' })
      // Older releases do not say that they change the reason alone.
      expect(await set({ state: 'rejected', reason: 'Está repetido' })).toMatchObject({ ok: true })
      expect(await now()).toMatchObject({ state: 'rejected', rejectionReason: 'Está repetido' })
    },
  )

  describe('delete-contribution', () => {
    it('hides a manual contribution, and restore-contribution brings it back', async () => {
      const collectionId = await buildCollection(app, lucia)
      const id = await buildManualContribution(lucia, collectionId)
      for (const status of ['abierta', 'cerrada']) {
        await lucia.mutate('set-collection-status', { id: collectionId, status })
        const before = [await contributions(collectionId), await collection(collectionId)]
        await lucia.mutate('delete-contribution', { id })
        expect(await contributions(collectionId)).toEqual([])
        expect(await collection(collectionId)).toMatchObject({ amountCollected: 0 })
        await lucia.mutate('restore-contribution', { id })
        expect([await contributions(collectionId), await collection(collectionId)]).toEqual(before)
      }
    })

    it('does not delete a report', async () => {
      const collectionId = await buildCollection(app, lucia)
      const id = await buildReport(app, collectionId)
      expect(await lucia.mutate('delete-contribution', { id })).toEqual(
        refused('not-allowed', 'Solo se pueden eliminar los aportes manuales.'),
      )
      for (const method of ['MercadoPago', 'MODO'] as const) {
        await paidBy(app, method, [id])
        expect(await lucia.mutate('delete-contribution', { id })).toEqual(
          refused('not-allowed', 'Solo se pueden eliminar los aportes manuales.'),
        )
      }
      expect(await contributions(collectionId)).toHaveLength(1)
    })
  })

  describe('[S12] edit-contribution', () => {
    it('changes the named fields of a manual one, though it is verified, and the totals', async () => {
      const collectionId = await buildCollection(app, lucia)
      const id = await buildManualContribution(lucia, collectionId)
      const edit = (changes: object) => lucia.mutate('edit-contribution', { id, changes })
      expect(await edit({ amount: 2_500_00 })).toMatchObject({ ok: true })
      await edit({ contributorName: 'Tía Nora', contributorEmail: 'NORA@example.com' })
      await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' })
      await edit({ contributorEmail: null, message: 'En efectivo' })
      await edit({ message: 'En efectivo' })
      expect((await contributions(collectionId))[0]).toMatchObject({
        amount: 2_500_00,
        contributorName: 'Tía Nora',
        contributorEmail: null,
        message: 'En efectivo',
        state: 'verified',
        version: 4,
        corrections: [
          { by: 'organiser', amount: [2_000_00, 2_500_00] },
          {
            contributorName: ['Tía Norma', 'Tía Nora'],
            contributorEmail: [null, 'nora@example.com'],
          },
          { contributorEmail: ['nora@example.com', null], message: ['', 'En efectivo'] },
        ],
      })
      expect(await collection(collectionId)).toMatchObject({
        amountCollected: 2_500_00,
        amountVerified: 2_500_00,
      })
      await edit({ message: '' })
      expect((await contributions(collectionId))[0]).toMatchObject({ message: '', version: 5 })
    })

    it('keeps the latest corrections', async () => {
      const id = await buildManualContribution(lucia, await buildCollection(app, lucia))
      for (let time = 1; time <= MOST_CORRECTIONS + 2; time += 1) {
        await lucia.mutate('edit-contribution', { id, changes: { amount: time * 1_00 } })
      }
      const [row] = await app.database.query(
        'select version, corrections from contributions where id = $1',
        [id],
      )
      expect(row).toMatchObject({ version: MOST_CORRECTIONS + 3 })
      expect(row).toHaveProperty('corrections.length', MOST_CORRECTIONS)
      expect(row).toHaveProperty('corrections.0.amount', [2_00, 3_00])
    })

    it('does not edit a report or a deleted contribution', async () => {
      const collectionId = await buildCollection(app, lucia)
      const reported = await buildReport(app, collectionId)
      const manual = await buildManualContribution(lucia, collectionId)
      await lucia.mutate('delete-contribution', { id: manual })
      const edit = (id: string, changes: object) =>
        lucia.mutate('edit-contribution', { id, changes })
      expect(await edit(reported, { amount: 1_00 })).toEqual(
        refused('not-allowed', 'Solo se pueden editar los aportes manuales.'),
      )
      expect(await edit(manual, { amount: 1_00 })).toMatchObject({ error: { code: 'not-found' } })
      expect(await edit(manual, { amount: 0 })).toMatchObject({ error: { field: 'amount' } })
    })
  })

  describe('many contributions', () => {
    const NOT_THERE = refused('not-found', 'El aporte no existe o ha sido eliminado.')
    const some = async (collectionId: string, count: number) => {
      const ids: string[] = []
      for (let n = 0; n < count; n += 1) ids.push(await buildReport(app, collectionId))
      return ids
    }

    it('change their state by one mutation, which moves the totals', async () => {
      const collectionId = await buildCollection(app, lucia)
      const [left = '', ...ids] = await some(collectionId, 4)
      // One that is gone by then keeps none of the others.
      const change = { ids: [...ids, newId()], state: 'rejected' }
      expect(await lucia.mutate('set-contributions-state', change)).toMatchObject({ ok: true })
      expect(await collection(collectionId)).toMatchObject({
        amountCollected: 5_000_00,
        confirmedCount: 1,
        rejectedCount: 3,
      })
      await lucia.mutate('set-contributions-state', { ids, state: 'verified' })
      expect(await collection(collectionId)).toMatchObject({ verifiedCount: 3, rejectedCount: 0 })
      const states = (await contributions(collectionId)).map(
        ({ id, state }: { id: string; state: string }) => [id, state],
      )
      expect(new Map(states).get(left)).toBe('confirmed')
    })

    it('are hidden from list, totals, public page and file, and brought back as they were', async () => {
      const collectionId = await buildCollection(app, lucia)
      const ids = [
        ...(await some(collectionId, 2)),
        await buildManualContribution(lucia, collectionId),
      ]
      const [left] = await some(collectionId, 1)
      const idsIn = async (state: string) => {
        const { body } = await lucia.query('collection-contributions', { collectionId, state })
        return body.rows.map(({ id }: { id: string }) => id).toSorted()
      }
      const collected = async () =>
        (await visitor(app).get(`/api/collections/${collectionId}`)).body.amountCollected
      const csvLines = async () =>
        (await lucia.get(`/api/collections/${collectionId}/contributions.csv`)).body
          .trim()
          .split('\n').length - 1
      await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' })
      const before = [await contributions(collectionId), await collection(collectionId)]

      expect(await lucia.mutate('hide-contributions', { ids })).toMatchObject({ ok: true })
      expect([await idsIn('all'), await idsIn('hidden')]).toEqual([[left], ids.toSorted()])
      expect([await collected(), await csvLines()]).toEqual([5_000_00, 1])
      expect((await lucia.query('my-totals')).body.contributionsThisWeek).toBeGreaterThan(0)

      await lucia.mutate('show-contributions', { ids })
      expect([await contributions(collectionId), await collection(collectionId)]).toEqual(before)
      expect([await idsIn('hidden'), await csvLines()]).toEqual([[], 4])
    })

    it('stay hidden when the guest’s phone sends one of them again', async () => {
      const collectionId = await buildCollection(app, lucia)
      const input = reportInput()
      const path = `/api/collections/${collectionId}/contributions`
      await visitor(app).post(path, input)
      await lucia.mutate('hide-contributions', { ids: [input.id] })
      expect((await visitor(app).post(path, input)).status).toBe(200)
      expect(await contributions(collectionId)).toEqual([])
    })

    it('are not hidden when a provider has confirmed the payment of one', async () => {
      const collectionId = await buildCollection(app, lucia)
      const ids = await some(collectionId, 2)
      await paidBy(app, 'MercadoPago', ids.slice(0, 1))
      expect(await lucia.mutate('hide-contributions', { ids })).toEqual(
        refused('not-allowed', 'Lo que se pagó con un proveedor no se puede ocultar.'),
      )
      expect(await contributions(collectionId)).toHaveLength(2)
    })

    it.each(['hide-contributions', 'show-contributions', 'set-contributions-state'])(
      'of %s are some, at most 250',
      async (name) => {
        const change = (ids: string[]) => lucia.mutate(name, { ids, state: 'verified' })
        const tooMany = Array.from({ length: 251 }, () => newId())
        expect(await change([])).toMatchObject({ error: { code: 'invalid-input', field: 'ids' } })
        expect(await change(tooMany)).toMatchObject({
          error: {
            code: 'invalid-input',
            message: 'Se pueden cambiar hasta 250 aportes a la vez.',
          },
        })
        expect(await change([newId()])).toEqual(NOT_THERE)
      },
    )

    it('that were hidden 30 days ago are deleted, with their receipts', async () => {
      const collectionId = await buildCollection(app, lucia)
      const [kept = '', old = ''] = await some(collectionId, 2)
      await app.database.query(
        `insert into receipts (contribution_id, collection_id, upload_id, path, name, type, size, sha256)
         select id, collection_id, id, 'path/' || id, 'x.pdf', 'application/pdf', 1, repeat('0', 64)
         from contributions where collection_id = $1`,
        [collectionId],
      )
      await lucia.mutate('hide-contributions', { ids: [old, kept] })
      const deleteIn = (days: number) =>
        deleteHidden({
          database: app.database,
          now: () => new Date(app.clock.now().getTime() + days * DAY),
        })
      await deleteIn(29)
      expect(await lucia.mutate('show-contributions', { ids: [kept] })).toMatchObject({ ok: true })

      expect(await deleteIn(30)).toBeGreaterThanOrEqual(1)
      expect(await lucia.mutate('show-contributions', { ids: [old] })).toEqual(NOT_THERE)
      expect(await contributions(collectionId)).toMatchObject([{ id: kept }])
      const doomed = await app.database.query(
        'select path from doomed_files where path = any($1::text[])',
        [[kept, old].map((id) => `path/${id}`)],
      )
      expect(doomed).toEqual([{ path: `path/${old}` }])
    })
  })

  describe('update-profile', () => {
    it('changes name and default account, for the session too', async () => {
      const julieta = await buildPerson(app)
      const [firstName, lastName] = ['Julieta'.padEnd(80, 'x'), 'Romero'.padEnd(80, 'x')]
      const input = { firstName, lastName, defaultBankAccount: 'JULI.ROMERO' }
      await julieta.mutate('update-profile', input)
      expect((await julieta.query('profile')).body).toEqual({
        id: julieta.id,
        email: julieta.email,
        ...input,
        defaultBankAccount: 'juli.romero',
      })
      expect((await julieta.get('/api/session')).body.user).toMatchObject({ firstName, lastName })
      expect((await lucia.query('profile')).body.firstName).toBe('Lucía')

      await julieta.mutate('update-profile', { ...input, defaultBankAccount: null })
      expect((await julieta.query('profile')).body.defaultBankAccount).toBeNull()
    })

    it('is refused for a person that does not exist', async () => {
      const personId = newId()
      const args = { firstName: 'Nadie', lastName: 'Nunca', defaultBankAccount: null }
      const updating = app.database.asMember(personId, (tx) =>
        updateProfile.apply(tx, args, { personId, now: app.clock.now() }),
      )
      await expect(updating).rejects.toMatchObject({
        code: 'not-found',
        message: 'Error al actualizar el perfil',
      })
    })

    it.each([
      ['no first name', { firstName: ' ' }, 'firstName', 'Ingresa tu nombre.'],
      ['no last name', { lastName: '' }, 'lastName', 'Ingresa tu apellido.'],
    ])('refuses %s', async (_what, changes, field, message) => {
      const julieta = await buildPerson(app)
      const input = { firstName: 'Julieta', lastName: 'Romero', defaultBankAccount: null }
      expect(await julieta.mutate('update-profile', { ...input, ...changes })).toEqual(
        refused('invalid-input', message, field),
      )
      expect((await julieta.query('profile')).body).toMatchObject({ lastName: 'Fernández' })
    })
  })

  describe('rows of other people', () => {
    let collectionId: string
    let reported: string
    let manual: string
    let stranger: Person
    let contributor: Person

    beforeAll(async () => {
      stranger = await buildPerson(app, { firstName: 'Beto' })
      contributor = await buildPerson(app, { firstName: 'Julieta' })
      collectionId = await buildCollection(app, lucia)
      reported = await buildReport(app, collectionId, {}, contributor)
      manual = await buildManualContribution(lucia, collectionId)
    })

    const everything = () =>
      app.database.query(
        `select to_jsonb(k) as row from collections k where id = $1
         union all select to_jsonb(c) from contributions c where collection_id = $1`,
        [collectionId],
      )

    it.each([
      ['update-collection', () => ({ id: collectionId, changes: { title: 'Mía' } })],
      ['set-collection-notify', () => ({ id: collectionId, notify: 'now' })],
      ['set-collection-status', () => ({ id: collectionId, status: 'cerrada' })],
      ['delete-collection', () => ({ id: collectionId })],
      ['restore-collection', () => ({ id: collectionId })],
      ['add-manual-contribution', () => manualInput(collectionId)],
      ['set-contribution-state', () => ({ id: reported, state: 'verified' })],
      ['delete-contribution', () => ({ id: manual })],
      ['edit-contribution', () => ({ id: manual, changes: { amount: 1_00 } })],
      ['restore-contribution', () => ({ id: manual })],
      ['set-contributions-state', () => ({ ids: [reported, manual], state: 'verified' })],
      ['hide-contributions', () => ({ ids: [reported, manual] })],
      ['show-contributions', () => ({ ids: [reported, manual] })],
    ])('%s refuses to a stranger and to a contributor', async (name, args) => {
      const before = await everything()
      for (const person of [stranger, contributor]) {
        expect(await person.mutate(name, args())).toMatchObject({
          ok: false,
          error: { code: 'not-found' },
        })
      }
      expect(await everything()).toEqual(before)
    })
  })

  describe('[S7] a mutation', () => {
    const send = (person: Person, mutations: unknown[]) =>
      person.post('/api/sync/mutations', { mutations })

    it('sent twice is applied once and answered twice', async () => {
      const collectionId = await buildCollection(app, lucia)
      const id = newId()
      const args = manualInput(collectionId)
      const first = await lucia.mutate('add-manual-contribution', args, id)
      const second = await lucia.mutate('add-manual-contribution', args, id)
      expect([first, second]).toEqual([done(id), done(id)])
      expect(await contributions(collectionId)).toHaveLength(1)
    })

    it('sent ten times at once is applied once and answered ten times', async () => {
      const collectionId = await buildCollection(app, lucia)
      const id = newId()
      const args = manualInput(collectionId)
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => lucia.mutate('add-manual-contribution', args, id)),
      )
      expect(outcomes).toEqual(Array.from({ length: 10 }, () => done(id)))
      expect(await contributions(collectionId)).toHaveLength(1)
    })

    it('that was refused stays refused, and leaves nothing behind', async () => {
      const collectionId = await buildCollection(app, lucia)
      await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' })
      const id = newId()
      const add = () => lucia.mutate('add-manual-contribution', manualInput(collectionId), id)
      const first = await add()
      await lucia.mutate('set-collection-status', { id: collectionId, status: 'abierta' })
      expect(await add()).toEqual(first)
      expect(first).toMatchObject({ ok: false, error: { code: 'collection-closed' } })
      expect(await contributions(collectionId)).toEqual([])
    })

    it('sent ten times at once gets the same refusal ten times', async () => {
      const id = newId()
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => lucia.mutate('delete-collection', { id: newId() }, id)),
      )
      expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome)))).toHaveLength(1)
      expect(outcomes[0]).toMatchObject({ ok: false, error: COLLECTION_GONE })
    })

    it('under an id of another person is refused and not applied', async () => {
      const beto = await buildPerson(app)
      const id = newId()
      await beto.mutate('create-collection', collectionInput(app), id)
      const input = collectionInput(app)
      expect(await lucia.mutate('create-collection', input, id)).toEqual(
        refused('conflict', 'Ese cambio ya se envió desde otra cuenta.'),
      )
      expect(await collection(input.id)).toBeNull()
    })

    it('is applied in order, and a refused one does not stop the others [S9]', async () => {
      const input = collectionInput(app)
      const ids = [newId(), newId(), newId(), newId()] as const
      const { status, body } = await send(lucia, [
        { id: ids[0], name: 'create-collection', args: input },
        { id: ids[1], name: 'delete-collection', args: { id: newId() } },
        { id: ids[2], name: 'no-such-mutation', args: {} },
        { id: ids[3], name: 'set-collection-status', args: { id: input.id, status: 'cerrada' } },
      ])
      expect(status).toBe(200)
      expect(body.outcomes).toMatchObject([
        done(ids[0]),
        { id: ids[1], ok: false },
        { id: ids[2], ok: false, error: { code: 'not-found' } },
        done(ids[3]),
      ])
      expect(await collection(input.id)).toMatchObject({ status: 'cerrada' })
    })

    it.each([
      ['a connection that broke', new Error('connection lost')],
      ['too many connections', new DatabaseError('too many connections', '53300')],
      ['too many arguments', new DatabaseError('too many arguments', '54023')],
    ])('is not refused after %s, and may come again', async (_what, error) => {
      const { database } = app
      const onFault = vi.fn()
      const args = collectionInput(app)
      const request = { id: newId(), name: 'create-collection', args }
      const failing = vi.spyOn(database, 'asMember').mockRejectedValueOnce(error)
      onTestFinished(() => failing.mockRestore())
      await expect(
        applyMutations(
          { database, onFault },
          [request],
          { personId: lucia.id, now: new Date() },
          await currentCursor(database, lucia.id),
        ),
      ).rejects.toBe(error)
      expect(onFault).not.toHaveBeenCalled()
      expect(await lucia.mutate(request.name, args, request.id)).toEqual(done(request.id))
    })

    const createAndClose = () => {
      const args = collectionInput(app)
      return [
        { id: newId(), name: 'create-collection', args },
        { id: newId(), name: 'set-collection-status', args: { id: args.id, status: 'cerrada' } },
      ]
    }

    /** The push during the restore fails, and the next one applies everything. */
    const expectAppliedNextTime = async (
      changes: ReturnType<typeof createAndClose>,
      restoring: { mockRestore(): void },
    ) => {
      const { status, body } = await send(lucia, changes)
      restoring.mockRestore()
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' })
      const again = await send(lucia, changes)
      expect(again.body.outcomes).toEqual(changes.map(({ id }) => done(id)))
    }

    it.each([
      ['before the first', 0],
      ['between two', 1],
    ])('is not applied to a server that was restored %s', async (_when, applied) => {
      const { database } = app
      const backup = await makeBackup(database, [lucia.id])
      const changes = createAndClose()
      // So that the newest line of the feed is one that the restore loses.
      await buildCollection(app, lucia)
      const { asMember } = database
      let count = 0
      const spy = vi.spyOn(database, 'asMember').mockImplementation(async (...args) => {
        if (count++ === applied) await restoreBackup(database, [lucia.id], backup, 'folder')
        return asMember(...args)
      })
      await expectAppliedNextTime(changes, spy)
    })

    it('gets no outcome from a server that was restored after the last one', async () => {
      const { database } = app
      const changes = createAndClose()
      const backup = await makeBackup(database, [lucia.id])
      const { asMember } = database
      let count = 0
      const spy = vi.spyOn(database, 'asMember').mockImplementation(async (...args) => {
        const result = await asMember(...args)
        if (++count === changes.length) await restoreBackup(database, [lucia.id], backup, 'folder')
        return result
      })
      await expectAppliedNextTime(changes, spy)
    })

    it('continues after a mutation that this server refuses', async () => {
      const ofNewer = { id: newId(), name: 'of-a-newer-release', args: {} }
      const ofOther = { id: newId(), name: 'create-collection', args: collectionInput(app) }
      await send(await buildPerson(app), [ofOther])
      const last = { id: newId(), name: 'create-collection', args: collectionInput(app) }
      const { body } = await send(lucia, [ofNewer, ofOther, last])
      expect(body.outcomes).toMatchObject([{ ok: false }, { ok: false }, { ok: true }])
    })

    it('that Postgres rejects is refused permanently, and logged', async () => {
      await app.database.query(
        `alter table users add constraint no_prohibida check (first_name <> 'Prohibida')`,
      )
      const args = { firstName: 'Prohibida', lastName: 'Sí', defaultBankAccount: null }
      const before = app.logged.length
      expect(await lucia.mutate('update-profile', args)).toEqual(
        refused('invalid-input', 'Los datos no son válidos.'),
      )
      expect(app.logged.slice(before).join()).toContain('no_prohibida')
    })

    describe('of an older release', () => {
      const { run, ...rename } = renameVersions()
      beforeAll(() => {
        mutations.set(rename.name, rename)
        return () => mutations.delete(rename.name)
      })

      it('is converted to the arguments of this release', async () => {
        const changes = [
          { args: 'Uno' },
          { args: { title: 'Dos' }, version: 2 },
          { args: { reason: 'Tres' }, version: 3 },
        ].map((change) => ({ id: newId(), name: rename.name, ...change }))
        const { body } = await send(lucia, changes)
        expect(body.outcomes).toEqual(changes.map(({ id }) => done(id)))
        const given = ['Uno', 'Dos', 'Tres'].map((reason) => [
          expect.anything(),
          { reason },
          expect.anything(),
        ])
        expect(run.mock.calls).toEqual(given)
      })

      it('is refused when its version is newer than the server’s', async () => {
        const request = { id: newId(), name: 'rename', args: { reason: 'Sí' }, version: 4 }
        const { body } = await send(lucia, [request])
        expect(body.outcomes).toEqual([
          refused('not-found', 'Esta versión del servidor no conoce ese cambio.'),
        ])
        const again = await send(lucia, [{ ...request, version: 3 }])
        expect(again.body.outcomes).toEqual([done(request.id)])
      })
    })

    it('without a session is refused', async () => {
      const profile = { firstName: 'Ana', lastName: 'Sosa', defaultBankAccount: null }
      const changes = [
        ['create-collection', collectionInput(app)],
        ['update-profile', profile],
      ]
      const nobody: Record<string, string>[] = [
        {},
        { cookie: `session=${'a'.repeat(40)}` },
        { authorization: `Bearer ${'a'.repeat(40)}` },
      ]
      for (const credentials of nobody) {
        for (const [name, args] of changes) {
          const mutations = [{ id: newId(), name, args }]
          const { status, body } = await visitor(app, credentials).post('/api/sync/mutations', {
            mutations,
          })
          expect({ status, body }).toMatchObject({
            status: 401,
            body: { code: 'not-signed-in', error: 'Usuario no autenticado' },
          })
        }
      }
    })

    it('of an account that was deleted meanwhile is refused, and is no fault', async () => {
      const { database } = app
      const onFault = vi.fn()
      const request = { id: newId(), name: 'update-profile', args: {} }
      await expect(
        applyMutations(
          { database, onFault },
          [request],
          { personId: newId(), now: new Date() },
          await currentCursor(database, lucia.id),
        ),
      ).rejects.toMatchObject({ constraint: 'mutations_person_id_fkey' })
      expect(onFault).not.toHaveBeenCalled()
    })

    it.each([
      ['no list', {}],
      ['an id that is none', { mutations: [{ id: '1', name: 'update-profile', args: {} }] }],
      ['no name', { mutations: [{ id: newId(), args: {} }] }],
      [
        'more than a hundred',
        {
          mutations: Array.from({ length: 101 }, () => ({ id: newId(), name: 'x', args: {} })),
        },
      ],
    ])('is not read from a request with %s', async (_what, request) => {
      const { status, body } = await lucia.post('/api/sync/mutations', request)
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-input' })
    })
  })
})

/** A mutation whose arguments have changed twice: a text, then `title`, then `reason`. */
function renameVersions() {
  const run = vi.fn(async () => {})
  const rename = namedMutation({
    name: 'rename',
    args: z.object({ reason: z.string() }),
    upgrades: [(title) => ({ title }), (args) => ({ reason: (args as { title: string }).title })],
    run,
  })
  return { ...rename, run }
}

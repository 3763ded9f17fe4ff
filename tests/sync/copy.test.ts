import type { PGlite } from '@electric-sql/pglite'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import { MAX_AMOUNT } from '../../shared/money.ts'
import { VACUUM } from '../../web/replica/copy-indexes.ts'
import { databasesOf } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  collectionInput,
  manualInput,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { buildCopy, openEngine, type PersonCopy, pendingMutation } from './person-copy.ts'

const open = databasesOf('embedded')
let app: TestApp
let engine: PGlite
let otherEngine: PGlite
let lucia: Person
let collectionId: string
let copy: PersonCopy

beforeAll(async () => {
  app = await buildApp(await open())
  engine = await openEngine()
  otherEngine = await openEngine()
  return async () => {
    await engine.close()
    await otherEngine.close()
  }
})

beforeEach(async () => {
  lucia = await buildPerson(app)
  collectionId = await buildCollection(app, lucia)
  copy = await buildCopy(app, lucia, engine)
})

/** Returns the rows of a replica that is filled now. */
async function truth(): Promise<unknown> {
  const fresh = await buildCopy(app, lucia, otherEngine)
  await fresh.fillFromServer()
  return fresh.contents()
}

async function theCollection() {
  return (await copy.answer('collection', { id: collectionId })) as Record<string, unknown>
}

describe('a first copy', () => {
  it('[S5] has no cursor before it is filled, and the cursor of its rows after', async () => {
    expect(await copy.cursor()).toBeNull()
    await copy.fillFromServer()
    expect(await copy.cursor()).toEqual(expect.any(String))
    expect(copy.changes()).toBe(1)
  })

  it.each(['binary', 'csv'] as const)(
    '[S5] tells null from the empty text, and keeps quotes, line breaks and emoji: %s',
    async (format) => {
      const message = 'Dijo "feliz", y\nse fue 🎂; fin\\'
      await buildReport(app, collectionId, { message })
      await buildManualContribution(lucia, collectionId, { contributorEmail: null, message: '' })
      await copy.fillFromServer([], format)
      const page = await copy.answer('collection-contributions', { collectionId, sort: 'message' })
      expect(page).toMatchObject({
        total: 2,
        rows: [
          { message, contributorEmail: 'julieta@example.com' },
          { message: '', contributorEmail: null },
        ],
      })
    },
  )

  it('[S10] filled again holds the server’s present rows, with pending changes on top', async () => {
    await copy.fillFromServer()
    await copy.run(
      pendingMutation('set-collection-status', { id: collectionId, status: 'cerrada' }),
    )
    await buildReport(app, collectionId)
    const rename = pendingMutation('update-collection', {
      id: collectionId,
      changes: { title: 'Otro motivo' },
    })
    await copy.fillFromServer([rename])
    expect(await theCollection()).toMatchObject({
      status: 'abierta',
      title: 'Otro motivo',
      confirmedCount: 1,
    })
    await copy.rebase([])
    expect(await copy.contents()).toEqual(await truth())
  })

  it('[S5] keeps the rows from before when a table arrives incomplete', async () => {
    await copy.fillFromServer()
    const before = await copy.contents()
    const cursor = await copy.cursor()
    const table = { table: 'collections', rows: new Blob([newId()]) } as const
    const cutOff = [
      [{ ...table, format: 'csv' }, 'missing data for column'],
      [{ ...table, format: 'binary' }, 'COPY file signature not recognized'],
    ] as const
    for (const [rows, message] of cutOff) {
      await expect(copy.fill([rows], 'next', [])).rejects.toThrow(message)
    }
    expect(await copy.contents()).toEqual(before)
    expect(await copy.cursor()).toBe(cursor)
  })
})

describe('a batch of the stream', () => {
  beforeEach(() => copy.fillFromServer())

  it('[S4] applied twice changes nothing more', async () => {
    await buildReport(app, collectionId)
    const batch = await copy.batch()
    if (!batch) throw new Error('nothing came')
    await copy.apply(batch, [])
    const once = await copy.contents()
    await copy.apply(batch, [])
    expect(await copy.contents()).toEqual(once)
    expect(once).toEqual(await truth())
    expect(await copy.cursor()).toBe(batch.cursor)
  })

  it('[S4] deletes the rows that are gone', async () => {
    const id = await buildReport(app, collectionId)
    await copy.fillFromServer()
    expect((await copy.contents()).contributions).toContain(id)
    await app.database.query('delete from contributions where id = $1', [id])
    const batch = await copy.batch()
    if (!batch) throw new Error('nothing came')
    await copy.apply(batch, [])
    expect(await copy.contents()).toEqual(await truth())
    expect((await copy.contents()).contributions).not.toContain(id)
  })

  it('[S8] leaves a pending mutation on top of the rows it brings', async () => {
    const add = pendingMutation('add-manual-contribution', manualInput(collectionId))
    await copy.run(add)
    await buildReport(app, collectionId, { amount: 5_000_00 })
    await lucia.mutate('update-collection', {
      id: collectionId,
      changes: { title: 'De otro lado' },
    })
    const batch = await copy.batch()
    if (!batch) throw new Error('nothing came')
    await copy.apply(batch, [add])
    expect(await theCollection()).toMatchObject({
      title: 'De otro lado',
      confirmedCount: 2,
      amountCollected: 7_000_00,
    })
  })

  it('[S8] puts the server’s row in the place of a local effect that it settles', async () => {
    const add = pendingMutation('add-manual-contribution', manualInput(collectionId))
    await copy.run(add)
    await lucia.mutate(add.name, add.args, add.id)
    const batch = await copy.batch()
    if (!batch) throw new Error('nothing came')
    expect(batch.outcomes).toEqual([{ id: add.id, ok: true }])
    await copy.apply(batch, [])
    expect(await copy.contents()).toEqual(await truth())
    expect(await theCollection()).toMatchObject({ confirmedCount: 1, amountCollected: 2_000_00 })
  })

  it('[S9] leaves out a pending mutation whose rule refuses now, and runs the others', async () => {
    const add = pendingMutation('add-manual-contribution', manualInput(collectionId))
    const rename = pendingMutation('update-collection', {
      id: collectionId,
      changes: { title: 'Cerrada igual' },
    })
    await copy.run(add)
    await copy.run(rename)
    await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' })
    const batch = await copy.batch()
    if (!batch) throw new Error('nothing came')
    await copy.apply(batch, [add, rename])
    expect(await theCollection()).toMatchObject({
      status: 'cerrada',
      title: 'Cerrada igual',
      confirmedCount: 0,
    })
  })

  it('[S8] brings what an organiser contributed to a colecta that has a pending change', async () => {
    const rename = pendingMutation('update-collection', {
      id: collectionId,
      changes: { title: 'Pendiente' },
    })
    await copy.run(rename)
    await buildReport(app, collectionId, {}, lucia)
    const batch = await copy.batch()
    if (!batch) throw new Error('nothing came')
    await copy.apply(batch, [rename])
    expect(await theCollection()).toMatchObject({ title: 'Pendiente', confirmedCount: 1 })
    expect(await copy.answer('my-contributions', {})).toMatchObject([{ collectionId }])
    await copy.rebase([])
    expect(await copy.contents()).toEqual(await truth())
  })

  it('[S12] removes what its person may no longer see', async () => {
    const contributionId = await buildReport(app, collectionId)
    await copy.fillFromServer()
    await app.database.query('delete from contributions where id = $1', [contributionId])
    const batch = await copy.batch()
    if (!batch) throw new Error('nothing came')
    await copy.apply(batch, [])
    expect(await copy.answer('collection-contributions', { collectionId })).toMatchObject({
      total: 0,
      rows: [],
    })
  })
})

describe('a local mutation', () => {
  beforeEach(() => copy.fillFromServer())

  it('[S7] shows at once, totals included', async () => {
    await copy.run(pendingMutation('add-manual-contribution', manualInput(collectionId)))
    expect(await theCollection()).toMatchObject({ amountCollected: 2_000_00, verifiedCount: 1 })
    expect(copy.changes()).toBe(2)
  })

  it('[S7] shows on top of any number of the largest amount', async () => {
    await app.database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method, amount,
         payment_status
       )
       select gen_random_uuid(), $1, $2, 'x', 'x', 'Transferencia', $3::numeric / 100, 'confirmed'
       from generate_series(1, 101)`,
      [collectionId, lucia.id, MAX_AMOUNT],
    )
    const batch = await copy.batch()
    if (!batch) throw new Error('nothing came')
    await copy.apply(batch, [])
    await copy.run(pendingMutation('add-manual-contribution', manualInput(collectionId)))
    expect(await theCollection()).toMatchObject({ amountCollected: 101 * MAX_AMOUNT + 2_000_00 })
    await copy.fillFromServer()
    expect(await copy.contents()).toEqual(await truth())
  })

  it('[S7] is dated by when the person did it, however often it runs', async () => {
    const at = new Date('2026-03-05T12:30:00.123Z')
    const add = pendingMutation('add-manual-contribution', manualInput(collectionId), at)
    await copy.run(add)
    await copy.rebase([add])
    expect(await copy.answer('collection-contributions', { collectionId })).toMatchObject({
      rows: [{ paymentDate: '2026-03-05T12:30:00.123Z' }],
    })
  })

  it('[S7] that its rule refuses changes nothing and throws the reason', async () => {
    const before = await copy.contents()
    const stranger = pendingMutation('set-collection-status', { id: newId(), status: 'cerrada' })
    await expect(copy.run(stranger)).rejects.toMatchObject({
      code: 'not-found',
      message: 'La colecta no existe o ha sido eliminada.',
    })
    const past = collectionInput(app, { deadline: '2020-01-01' })
    await expect(copy.run(pendingMutation('create-collection', past))).rejects.toMatchObject({
      code: 'invalid-input',
      field: 'deadline',
    })
    expect(await copy.contents()).toEqual(before)
    expect(copy.changes()).toBe(1)
  })

  it('refuses an unknown mutation or query', async () => {
    const close = pendingMutation('set-collection-status', { id: collectionId, status: 'cerrada' })
    for (const unknown of [pendingMutation('fly', {}), { ...close, version: 99 }]) {
      await expect(copy.run(unknown)).rejects.toMatchObject({ code: 'not-found' })
    }
    await expect(copy.answer('fly', {})).rejects.toMatchObject({ code: 'internal' })
  })
})

describe('an idle copy', () => {
  it('makes the space of replaced rows usable again', async () => {
    await app.database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method, amount,
         payment_status
       )
       select gen_random_uuid(), $1, $2, 'x', 'x', 'Transferencia', n, 'confirmed'
       from generate_series(1, 1000) n`,
      [collectionId, lucia.id],
    )
    await copy.fillFromServer()
    const replaceAll = async (status: string) => {
      await app.database.query(
        'update contributions set payment_status = $2 where collection_id = $1',
        [collectionId, status],
      )
      const batch = await copy.batch()
      if (!batch) throw new Error('nothing came')
      await copy.apply(batch, [])
      for (const statement of VACUUM) await engine.exec(statement)
      const { rows } = await engine.query<{ bytes: number }>(
        `select pg_relation_size('contributions') as bytes`,
      )
      return rows[0]?.bytes
    }
    const once = await replaceAll('pending')
    for (const status of ['rejected', 'confirmed', 'pending']) {
      expect(await replaceAll(status)).toBe(once)
    }
  })
})

import type { PGlite } from '@electric-sql/pglite'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../shared/id.ts'
import { MAX_AMOUNT } from '../../shared/money.ts'
import { VACUUM } from '../../web/replica/replica-indexes.ts'
import { databasesOf } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  collectionInput,
  createdInput,
  manualInput,
  matchInput,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { buildReplica, openEngine, type PersonReplica, pendingMutation } from './person-replica.ts'

const open = databasesOf('embedded')
let app: TestApp
let engine: PGlite
let otherEngine: PGlite
let lucia: Person
let collectionId: string
let replica: PersonReplica

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
  replica = await buildReplica(app, lucia, engine)
})

/** Returns the rows of a replica that is filled now. */
async function truth(): Promise<unknown> {
  const fresh = await buildReplica(app, lucia, otherEngine)
  await fresh.fillFromServer()
  return fresh.contents()
}

async function theCollection() {
  return (await replica.runQuery('collection', { id: collectionId })) as Record<string, unknown>
}

it('has moments in UTC, whatever the time zone of the device and of the machine that built it', async () => {
  const { rows } = await engine.query('show timezone')
  expect(rows).toEqual([{ TimeZone: 'UTC' }])
})

describe('a first fill', () => {
  it('[S5] has no cursor before it is filled, and the cursor of its rows after', async () => {
    expect(await replica.cursor()).toBeNull()
    const stopped = vi.fn()
    replica.onChange(stopped)()
    await replica.fillFromServer()
    expect(await replica.cursor()).toEqual(expect.any(String))
    expect(replica.changes()).toBe(1)
    expect(stopped).not.toHaveBeenCalled()
  })

  it.each(['binary', 'csv'] as const)(
    '[S5] tells null from the empty text, and keeps quotes, line breaks and emoji: %s',
    async (format) => {
      const message = 'Dijo "feliz", y\nse fue 🎂; fin\\'
      await buildReport(app, collectionId, { message })
      await buildManualContribution(lucia, collectionId, { contributorEmail: null, message: '' })
      await replica.fillFromServer([], format)
      const page = await replica.runQuery('collection-contributions', {
        collectionId,
        sort: 'message',
      })
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
    await replica.fillFromServer()
    await replica.run(
      pendingMutation('set-collection-status', { id: collectionId, status: 'cerrada' }),
    )
    await buildReport(app, collectionId)
    const rename = pendingMutation('update-collection', {
      id: collectionId,
      changes: { title: 'Otro motivo' },
    })
    await replica.fillFromServer([rename])
    expect(await theCollection()).toMatchObject({
      status: 'abierta',
      title: 'Otro motivo',
      confirmedCount: 1,
    })
    await replica.rebase([])
    expect(await replica.contents()).toEqual(await truth())
  })

  it('[S5] keeps the rows from before when a table arrives incomplete', async () => {
    await replica.fillFromServer()
    const before = await replica.contents()
    const cursor = await replica.cursor()
    const table = { table: 'collections', rows: new Blob([newId()]) } as const
    const cutOff = [
      [{ ...table, format: 'csv' }, 'missing data for column'],
      [{ ...table, format: 'binary' }, 'COPY file signature not recognized'],
    ] as const
    for (const [rows, message] of cutOff) {
      await expect(replica.fill([rows], 'next', [])).rejects.toThrow(message)
    }
    expect(await replica.contents()).toEqual(before)
    expect(await replica.cursor()).toBe(cursor)
  })
})

describe('a batch of the stream', () => {
  beforeEach(() => replica.fillFromServer())

  it('[S4] applied twice changes nothing more', async () => {
    await buildReport(app, collectionId)
    const batch = await replica.batch()
    if (!batch) throw new Error('nothing came')
    await replica.apply(batch, [])
    const once = await replica.contents()
    await replica.apply(batch, [])
    expect(await replica.contents()).toEqual(once)
    expect(once).toEqual(await truth())
    expect(await replica.cursor()).toBe(batch.cursor)
  })

  it('[S4] deletes the rows that are gone', async () => {
    const id = await buildReport(app, collectionId)
    await replica.fillFromServer()
    expect((await replica.contents()).contributions).toContain(id)
    await app.database.query('delete from contributions where id = $1', [id])
    const batch = await replica.batch()
    if (!batch) throw new Error('nothing came')
    await replica.apply(batch, [])
    expect(await replica.contents()).toEqual(await truth())
    expect((await replica.contents()).contributions).not.toContain(id)
  })

  it('[S8] leaves a pending mutation on top of the rows it brings', async () => {
    const add = pendingMutation('add-manual-contribution', manualInput(collectionId))
    await replica.run(add)
    await buildReport(app, collectionId, { amount: 5_000_00 })
    await lucia.mutate('update-collection', {
      id: collectionId,
      changes: { title: 'De otro lado' },
    })
    const batch = await replica.batch()
    if (!batch) throw new Error('nothing came')
    await replica.apply(batch, [add])
    expect(await theCollection()).toMatchObject({
      title: 'De otro lado',
      confirmedCount: 2,
      amountCollected: 7_000_00,
    })
  })

  it('[S8] puts the server’s row in the place of a local effect that it settles', async () => {
    const add = pendingMutation('add-manual-contribution', manualInput(collectionId))
    await replica.run(add)
    await lucia.mutate(add.name, add.args, add.id)
    const batch = await replica.batch()
    if (!batch) throw new Error('nothing came')
    expect(batch.outcomes).toEqual([{ id: add.id, ok: true }])
    await replica.apply(batch, [])
    expect(await replica.contents()).toEqual(await truth())
    expect(await theCollection()).toMatchObject({ confirmedCount: 1, amountCollected: 2_000_00 })
  })

  it('[S9] leaves out a pending mutation whose rule refuses now, and runs the others', async () => {
    const add = pendingMutation('add-manual-contribution', manualInput(collectionId))
    const rename = pendingMutation('update-collection', {
      id: collectionId,
      changes: { title: 'Cerrada igual' },
    })
    await replica.run(add)
    await replica.run(rename)
    await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' })
    const batch = await replica.batch()
    if (!batch) throw new Error('nothing came')
    await replica.apply(batch, [add, rename])
    expect(await theCollection()).toMatchObject({
      status: 'cerrada',
      title: 'Cerrada igual',
      confirmedCount: 0,
    })
  })

  it('[S8] runs a pending mutation whose contribution it brings, before those made later', async () => {
    const id = await buildReport(app, collectionId)
    const verify = pendingMutation('set-contribution-state', { id, state: 'verified' })
    const close = pendingMutation('set-collection-status', { id: collectionId, status: 'cerrada' })
    const pending = [verify, close]
    await replica.rebase(pending)
    expect(await theCollection()).toMatchObject({ status: 'cerrada', verifiedCount: 0 })
    const batch = await replica.batch()
    if (!batch) throw new Error('nothing came')
    await replica.apply(batch, pending)
    expect(await theCollection()).toMatchObject({ status: 'cerrada', verifiedCount: 1 })
    expect(await replica.runQuery('collection-contributions', { collectionId })).toMatchObject({
      rows: [{ id, state: 'verified' }],
    })
    await replica.rebase([])
    expect(await replica.contents()).toEqual(await truth())
  })

  it('[S9] leaves nothing of a pending mutation that its rule refuses halfway', async () => {
    const first = createdInput(collectionId, { line: 'one-line' })
    const second = createdInput(collectionId, { line: 'one-line' })
    await replica.rebase([first, second].map((input) => pendingMutation('create-from-line', input)))
    expect(await replica.runQuery('collection-contributions', { collectionId })).toMatchObject({
      total: 1,
      rows: [{ id: first.id }],
    })
    expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
  })

  it('[S8] brings what an organiser contributed to a colecta that has a pending change', async () => {
    const rename = pendingMutation('update-collection', {
      id: collectionId,
      changes: { title: 'Pendiente' },
    })
    await replica.run(rename)
    await buildReport(app, collectionId, {}, lucia)
    const batch = await replica.batch()
    if (!batch) throw new Error('nothing came')
    await replica.apply(batch, [rename])
    expect(await theCollection()).toMatchObject({ title: 'Pendiente', confirmedCount: 1 })
    expect(await replica.runQuery('my-contributions', {})).toMatchObject([{ collectionId }])
    await replica.rebase([])
    expect(await replica.contents()).toEqual(await truth())
  })

  it('[S12] removes what its person may no longer see', async () => {
    const contributionId = await buildReport(app, collectionId)
    await replica.fillFromServer()
    await app.database.query('delete from contributions where id = $1', [contributionId])
    const batch = await replica.batch()
    if (!batch) throw new Error('nothing came')
    await replica.apply(batch, [])
    expect(await replica.runQuery('collection-contributions', { collectionId })).toMatchObject({
      total: 0,
      rows: [],
    })
  })
})

describe('a local mutation', () => {
  beforeEach(() => replica.fillFromServer())

  it('[S7] shows at once, totals included', async () => {
    await replica.run(pendingMutation('add-manual-contribution', manualInput(collectionId)))
    expect(await theCollection()).toMatchObject({ amountCollected: 2_000_00, verifiedCount: 1 })
    expect(replica.changes()).toBe(2)
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
    const batch = await replica.batch()
    if (!batch) throw new Error('nothing came')
    await replica.apply(batch, [])
    await replica.run(pendingMutation('add-manual-contribution', manualInput(collectionId)))
    expect(await theCollection()).toMatchObject({ amountCollected: 101 * MAX_AMOUNT + 2_000_00 })
    await replica.fillFromServer()
    expect(await replica.contents()).toEqual(await truth())
  })

  it('[S7] is dated by when the person did it, however often it runs', async () => {
    const at = new Date('2026-03-05T12:30:00.123Z')
    const add = pendingMutation('add-manual-contribution', manualInput(collectionId), at)
    await replica.run(add)
    await replica.rebase([add])
    expect(await replica.runQuery('collection-contributions', { collectionId })).toMatchObject({
      rows: [{ paymentDate: '2026-03-05T12:30:00.123Z' }],
    })
  })

  it('[S7] that its rule refuses changes nothing and throws the reason', async () => {
    const before = await replica.contents()
    const stranger = pendingMutation('set-collection-status', { id: newId(), status: 'cerrada' })
    await expect(replica.run(stranger)).rejects.toMatchObject({
      code: 'not-found',
      message: 'La colecta no existe o ha sido eliminada.',
    })
    const past = collectionInput(app, { deadline: '2020-01-01' })
    await expect(replica.run(pendingMutation('create-collection', past))).rejects.toMatchObject({
      code: 'invalid-input',
      field: 'deadline',
    })
    expect(await replica.contents()).toEqual(before)
    expect(replica.changes()).toBe(1)
  })

  it('[S7] is refused as by the server when only the database refuses its data', async () => {
    const input = manualInput(collectionId)
    await replica.run(pendingMutation('add-manual-contribution', input))
    const matches = [matchInput(input.id, { source: '\0' })]
    const match = pendingMutation('match-lines', { matches })
    await expect(replica.run(match)).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Los datos no son válidos.',
      cause: { code: '22P05' },
    })
  })

  it('[S8] runs before those made later that run already', async () => {
    const add = pendingMutation('add-manual-contribution', manualInput(collectionId))
    const close = pendingMutation('set-collection-status', { id: collectionId, status: 'cerrada' })
    await replica.run(close)
    await replica.rebase([add, close])
    expect(await theCollection()).toMatchObject({ status: 'cerrada', confirmedCount: 1 })
  })

  it('[S8] runs again with any number of others', async () => {
    const titles = Array.from({ length: 51 }, (_, i) => ({ title: `Título ${i + 1}` }))
    const pending = titles.map((changes) =>
      pendingMutation('update-collection', { id: collectionId, changes }),
    )
    await replica.rebase(pending)
    expect(await theCollection()).toMatchObject({ title: 'Título 51' })
  })

  it('refuses an unknown mutation or query', async () => {
    const close = pendingMutation('set-collection-status', { id: collectionId, status: 'cerrada' })
    for (const unknown of [pendingMutation('fly', {}), { ...close, version: 99 }]) {
      await expect(replica.run(unknown)).rejects.toMatchObject({
        code: 'not-found',
        message: 'Esta versión no conoce ese cambio.',
      })
    }
    await expect(replica.runQuery('fly', {})).rejects.toMatchObject({
      code: 'internal',
      message: 'Esta versión no conoce esa consulta.',
    })
  })
})

describe('an idle replica', () => {
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
    await replica.fillFromServer()
    const replaceAll = async (status: string) => {
      await app.database.query(
        'update contributions set payment_status = $2 where collection_id = $1',
        [collectionId, status],
      )
      const batch = await replica.batch()
      if (!batch) throw new Error('nothing came')
      await replica.apply(batch, [])
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

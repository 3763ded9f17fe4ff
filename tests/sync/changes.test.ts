import { beforeAll, expect, it } from 'vitest'
import { changesSince, currentCursor, hasSeen } from '../../server/domain/sync/changes.ts'
import { type Cursor, readCursors, writeCursor } from '../../server/domain/sync/cursor.ts'
import { createSnapshots } from '../../server/domain/sync/snapshot.ts'
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { type Batch, joinCursors, type Restart } from '../../shared/sync.ts'
import { eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildMember,
  buildPerson,
  buildReport,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { applyBatch, emptyModel, truthFor } from './replica-model.ts'

eachEngine((open) => {
  let app: TestApp
  beforeAll(async () => {
    app = await buildApp(await open())
  })

  async function since(personId: string, cursor: string): Promise<Batch | null> {
    const changes = await changesSince(app.database, personId, cursor)
    if (changes && 'restart' in changes) throw new Error(`restart: ${changes.restart}`)
    return changes
  }

  it('[S3] returns null when nothing changed', async () => {
    const lucia = await buildPerson(app)
    const cursor = await currentCursor(app.database, lucia.id)
    expect(await since(lucia.id, cursor)).toBeNull()
  })

  it('[S2] returns a report and the new totals to the organiser', async () => {
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const cursor = await currentCursor(app.database, lucia.id)
    const contributionId = await buildReport(app, collectionId, { amount: 7_500_50 })
    const batch = await since(lucia.id, cursor)
    expect(batch?.tables.contributions?.rows).toMatchObject([
      { id: contributionId, amount: 7500.5 },
    ])
    expect(batch?.tables.collections?.rows).toMatchObject([
      { id: collectionId, amount_collected: 7500.5, confirmed_count: 1 },
    ])
    expect(batch?.outcomes).toEqual([])
    expect(await since(lucia.id, batch?.cursor ?? '')).toBeNull()
  })

  it('[S8] returns for a push a cursor that includes its changes', async () => {
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const before = await currentCursor(app.database, lucia.id)
    const id = newId()
    const args = { id: collectionId, status: 'cerrada' }
    const { body } = await lucia.post('/api/sync/mutations', {
      mutations: [{ id, name: 'set-collection-status', args }],
    })
    expect((await since(lucia.id, before))?.outcomes).toEqual([{ id, ok: true }])
    expect(await since(lucia.id, body.cursor)).toBeNull()
  })

  it.each<[string, (cursor: Cursor) => Partial<Cursor>]>([
    ['of another epoch', () => ({ epoch: newId() })],
    ['whose line is missing', ({ mark }) => ({ mark: `9${mark}` })],
  ])('[S8] knows its own moments, and not one %s', async (_which, change) => {
    const lucia = await buildPerson(app)
    const text = await currentCursor(app.database, lucia.id)
    expect(await hasSeen(app.database, text)).toBe(true)
    const [cursor] = readCursors(text) ?? []
    if (!cursor) throw new Error('No cursor')
    const other = writeCursor({ ...cursor, ...change(cursor) })
    expect(await hasSeen(app.database, other)).toBe(false)
    expect(await hasSeen(app.database, joinCursors([text, other]))).toBe(false)
    expect(await hasSeen(app.database, 'no cursor')).toBe(false)
  })

  it('[S1] returns their contribution to a contributor, with the public columns of the collection', async () => {
    const lucia = await buildPerson(app)
    const bruno = await buildPerson(app, { firstName: 'Bruno' })
    const collectionId = await buildCollection(app, lucia)
    const cursor = await currentCursor(app.database, bruno.id)
    const contributionId = await buildReport(app, collectionId, {}, bruno)
    const batch = await since(bruno.id, cursor)
    expect(batch?.tables.contributions?.rows).toMatchObject([{ id: contributionId }])
    expect(batch?.tables.contributed_collections?.rows).toMatchObject([
      { id: collectionId, organiser_name: 'Lucía' },
    ])
    expect(batch?.tables.collections).toBeUndefined()
    expect(JSON.stringify(batch)).not.toContain(lucia.email)
  })

  it('[S1] returns nothing to other people', async () => {
    const lucia = await buildPerson(app)
    const stranger = await buildPerson(app, { firstName: 'Nahuel' })
    const collectionId = await buildCollection(app, lucia)
    const cursor = await currentCursor(app.database, stranger.id)
    await buildReport(app, collectionId)
    await lucia.mutate('update-collection', { id: collectionId, changes: { title: 'Otro motivo' } })
    expect(await since(stranger.id, cursor)).toBeNull()
  })

  it('[S8] brings the outcome of a mutation together with the rows it changed', async () => {
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const cursor = await currentCursor(app.database, lucia.id)
    const done = newId()
    const refused = newId()
    await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' }, done)
    await lucia.mutate('set-collection-status', { id: newId(), status: 'cerrada' }, refused)
    const batch = await since(lucia.id, cursor)
    expect(batch?.tables.collections?.rows).toMatchObject([{ id: collectionId, status: 'cerrada' }])
    expect(batch?.outcomes).toHaveLength(2)
    expect(batch?.outcomes).toContainEqual({ id: done, ok: true })
    expect(batch?.outcomes).toContainEqual({
      id: refused,
      ok: false,
      error: { code: 'not-found', message: 'La colecta no existe o ha sido eliminada.' },
    })
  })

  it('[S12] returns a changed title or a deleted collection to a contributor', async () => {
    const lucia = await buildPerson(app)
    const bruno = await buildPerson(app, { firstName: 'Bruno' })
    const collectionId = await buildCollection(app, lucia)
    await buildReport(app, collectionId, {}, bruno)
    const cursor = await currentCursor(app.database, bruno.id)
    await lucia.mutate('update-collection', { id: collectionId, changes: { title: 'El viaje' } })
    const renamed = await since(bruno.id, cursor)
    expect(renamed?.tables.contributed_collections?.rows).toMatchObject([{ title: 'El viaje' }])
    await lucia.mutate('delete-collection', { id: collectionId })
    const deleted = await since(bruno.id, renamed?.cursor ?? '')
    expect(deleted?.tables.contributed_collections?.gone).toEqual([collectionId])
  })

  it('[S3] includes transactions that commit late, and does not wait for them', async () => {
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    if (app.database.engine === 'embedded') return // one transaction at a time: nobody can be late
    const late = newId()
    let commit = () => {}
    const slow = app.database.transaction(async (tx) => {
      await tx.query(
        `insert into contributions (id, collection_id, organiser_id, contributor_name,
           contributor_folded, payment_method, amount, payment_status)
         values ($1, $2, $3, 'Tarde', 'tarde', 'Transferencia', 10, 'pending')`,
        [late, collectionId, lucia.id],
      )
      await new Promise<void>((resolve) => {
        commit = resolve
      })
    })
    const other = await buildCollection(app, lucia, { title: 'Otra' })
    let cursor = await currentCursor(app.database, lucia.id)
    expect(await since(lucia.id, cursor)).toBeNull()
    await lucia.mutate('update-collection', { id: other, changes: { title: 'Después' } })
    const early = await since(lucia.id, cursor)
    expect(early?.tables.collections?.rows).toMatchObject([{ id: other }])
    cursor = early?.cursor ?? ''
    commit()
    await slow
    const batch = await since(lucia.id, cursor)
    expect(batch?.tables.contributions?.rows).toMatchObject([{ id: late }])

    // A copy from before the late commit has the newest line of the feed, but not the late one.
    const ended = batch?.cursor ?? ''
    expect(await since(lucia.id, ended)).toBeNull()
    await app.database.query('delete from feed where row_id = $1', [late])
    expect(await hasSeen(app.database, cursor)).toBe(true)
    expect(await changesSince(app.database, lucia.id, ended)).toEqual({ restart: 'other-epoch' })
  })

  it.each<[Restart['restart'], (cursor: Record<string, unknown>) => unknown]>([
    ['other-epoch', (cursor) => ({ ...cursor, epoch: newId() })],
    ['other-epoch', (cursor) => ({ ...cursor, mark: `9${cursor.mark}` })],
    ['no-cursor', (cursor) => ({ ...cursor, mark: `${cursor.mark}; drop table feed` })],
    ['other-protocol', (cursor) => ({ ...cursor, protocol: 0 })],
    ['other-person', (cursor) => ({ ...cursor, person: newId() })],
    ['no-cursor', () => 'nonsense'],
    ['no-cursor', (cursor) => ({ ...cursor, snapshot: "1:1:'; drop table feed" })],
    // Positions that never existed, on which Postgres would throw.
    ['no-cursor', (cursor) => ({ ...cursor, snapshot: '0:0:' })],
    ['no-cursor', (cursor) => ({ ...cursor, snapshot: '9:5:' })],
    ['no-cursor', (cursor) => ({ ...cursor, snapshot: '5:9:8,6' })],
    ['no-cursor', (cursor) => ({ ...cursor, snapshot: '5:9:9' })],
    ['no-cursor', (cursor) => ({ ...cursor, snapshot: `1:${'9'.repeat(30)}:` })],
  ])('[S5] starts again: %s', async (reason, change) => {
    const lucia = await buildPerson(app)
    const cursor = await currentCursor(app.database, lucia.id)
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const changed = Buffer.from(JSON.stringify(change(parts))).toString('base64url')
    expect(await changesSince(app.database, lucia.id, changed)).toEqual({ restart: reason })
    const joined = joinCursors([cursor, changed])
    expect(await changesSince(app.database, lucia.id, joined)).toEqual({ restart: reason })
  })

  it('[S5] restarts without a cursor', async () => {
    const lucia = await buildPerson(app)
    expect(await changesSince(app.database, lucia.id, undefined)).toEqual({ restart: 'no-cursor' })
  })

  it('[S5] restarts after more than 20,000 changed rows, and continues after exactly as many', async () => {
    const lucia = await buildPerson(app)
    const cursor = await currentCursor(app.database, lucia.id)
    const change = (rows: number) =>
      app.database.query(
        `insert into feed (person_id, table_name, row_id)
         select $1, 'contributions', gen_random_uuid() from generate_series(1, $2)`,
        [lucia.id, rows],
      )
    await change(20_000)
    const batch = await since(lucia.id, cursor)
    expect(batch?.tables.contributions?.gone).toHaveLength(20_000)
    expect(await since(lucia.id, batch?.cursor ?? '')).toBeNull()
    await change(1)
    expect(await changesSince(app.database, lucia.id, cursor)).toEqual({ restart: 'too-old' })
  })

  it('[S5] continues from a cursor at a line of a person who has deleted the account', async () => {
    const lucia = await buildPerson(app)
    const bruno = await buildMember(app, 'un mate por favor')
    const cursor = await currentCursor(app.database, lucia.id)
    const { status } = await bruno.post('/api/account/delete', { proof: 'un mate por favor' })
    expect(status).toBe(204)
    expect(await since(lucia.id, cursor)).toBeNull()
  })

  it('[S5] sends a program of an earlier release the columns that it knows, in its order', async () => {
    const lucia = await buildPerson(app)
    const get = (columns: string) => lucia.get(`/api/sync/snapshot/users?columns=${columns}`)
    expect((await get('email,id')).body).toBe(`"${lucia.email}","${lucia.id}"\n`)
    for (const columns of ['id,newer', '', 'id,id', 'id,password_hash', '*'])
      expect((await get(columns)).status).toBe(400)
  })

  it('[A5] refuses a snapshot while one person’s slow downloads hold too much memory', async () => {
    const [lucia, bruno] = await Promise.all([buildPerson(app), buildPerson(app)])
    let isSlow = false
    const copying: (() => void)[] = []
    const copyOut = async () => {
      if (isSlow) await new Promise<void>((go) => copying.push(go))
      return new Blob([new Uint8Array(300 * 1024)])
    }
    const snapshots = createSnapshots({ ...app.database, copyOut }, 1)
    const snapshot = async ({ id } = lucia) => (await snapshots(id, 'users', 'binary')).rows
    const begin = async () => {
      const reader = (await snapshot()).getReader()
      expect((await reader.read()).value).toHaveLength(256 * 1024)
      return reader
    }
    const first = await begin()
    const refusal = { code: 'too-many-requests', retryAfter: 30 }
    await expect(snapshot()).rejects.toMatchObject(refusal)
    expect(await snapshot(bruno)).toBeDefined()
    // However long a table is, the others of the same replica come beside it.
    expect(await snapshots(lucia.id, 'collections', 'binary')).toBeDefined()
    expect((await first.read()).value).toHaveLength(44 * 1024)
    await expect(snapshot()).rejects.toMatchObject(refusal)
    expect((await first.read()).done).toBe(true)
    await snapshot() // never read, as the response to a HEAD request
    isSlow = true
    const late = snapshot()
    await until(() => expect(copying).toHaveLength(1))
    isSlow = false
    const other = await begin()
    copying[0]?.()
    await expect(late).rejects.toMatchObject(refusal)
    await other.cancel() // the client disconnects
    expect(await snapshot()).toBeDefined()
  })

  it('[S10] serves a replica only while the session is its person’s', async () => {
    const lucia = await buildPerson(app)
    const bruno = await buildPerson(app, { firstName: 'Bruno' })
    const ask = (path: string, person: string) =>
      lucia.send('GET', `/api/sync${path}`, undefined, { 'Sync-Person': person })
    expect((await ask('/snapshot/users', lucia.id)).status).toBe(200)
    expect((await ask('/snapshot/users', bruno.id)).body.code).toBe('not-signed-in')
    expect((await ask('', bruno.id)).body.code).toBe('not-signed-in')

    const collectionId = newId()
    const change = { id: newId(), name: 'delete-collection', args: { id: collectionId } }
    const pushed = await lucia.send(
      'POST',
      '/api/sync/mutations',
      { mutations: [change] },
      { 'Sync-Person': bruno.id },
    )
    expect(pushed.body.code).toBe('not-signed-in')
  })

  it('[S1] [S4] keeps a replica equal to what its person may see, under many changes', async () => {
    const lucia = await buildPerson(app)
    const bruno = await buildPerson(app, { firstName: 'Bruno' })
    const people = [lucia, bruno]
    const replicas = await Promise.all(
      people.map(async (person) => {
        const replica = { person, model: emptyModel(), cursor: '' }
        replica.cursor = await currentCursor(app.database, person.id)
        replica.model = await truthFor(app, person)
        return replica
      }),
    )
    const collectionId = await buildCollection(app, lucia)
    const manual = await buildManualContribution(lucia, collectionId)
    const reported = await buildReport(app, collectionId, {}, bruno)
    const inTwoDays = addDays(today(app.clock.now()), 2)
    const changes: (() => Promise<unknown>)[] = [
      () => lucia.mutate('set-contribution-state', { id: reported, state: 'verified' }),
      // Of each public column alone.
      ...[
        { title: 'El viaje' },
        { suggestedAmount: 6_000_00 },
        { totalAmount: 90_000_00 },
        { deadline: inTwoDays },
        { bankAccount: 'otra.cuenta' },
        { accountIdentifier: 'Otra persona' },
        { cantidadPersonas: 7 },
      ].map((changes) => () => lucia.mutate('update-collection', { id: collectionId, changes })),
      () => lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' }),
      () => lucia.mutate('set-collection-status', { id: collectionId, status: 'abierta' }),
      () => lucia.mutate('delete-contribution', { id: manual }),
      () => buildReport(app, collectionId, {}, bruno),
      () => lucia.mutate('restore-contribution', { id: manual }),
      () => lucia.mutate('update-collection', { id: collectionId, changes: { description: 'Sí' } }),
      () =>
        lucia.mutate('update-profile', {
          firstName: 'Luz',
          lastName: 'Fernández',
          defaultBankAccount: 'luz.del.patio',
        }),
      () => lucia.mutate('delete-collection', { id: collectionId }),
      () => lucia.mutate('restore-collection', { id: collectionId }),
    ]
    for (const change of changes) {
      await change()
      for (const replica of replicas) {
        const batch = await since(replica.person.id, replica.cursor)
        if (batch) {
          applyBatch(replica.model, batch)
          applyBatch(replica.model, batch)
          replica.cursor = batch.cursor
        }
        // After each change: a later one may send the same row again.
        expect(replica.model).toEqual(await truthFor(app, replica.person))
      }
    }
  })
})

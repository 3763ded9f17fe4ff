import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Backup, makeBackup, restoreBackup } from '../../scripts/simulate/backup.ts'
import { currentCursor, hasSeen } from '../../server/domain/sync/changes.ts'
import { snapshotOf } from '../../server/domain/sync/snapshot.ts'
import { addDays, today } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import { updateCollection } from '../../shared/mutations/update-collection.ts'
import { namedMutation } from '../../shared/named-mutation.ts'
import { FAILURES_FOR_GOOD, SYNCED_TABLE_NAMES } from '../../shared/sync.ts'
import { HOUR, SECOND } from '../../shared/time.ts'
import { id } from '../../shared/validation.ts'
import type { Outbox } from '../../web/replica/outbox.ts'
import { databasesOf } from '../support/database.ts'
import {
  buildCollection,
  buildPerson,
  buildReport,
  manualInput,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { buildReplica, openEngine, type PersonReplica, pendingMutation } from './person-replica.ts'
import { readStream, type StreamReader } from './stream-reader.ts'
import { buildClient, buildOutbox } from './test-client.ts'

/** 1, 2, 4, 8 and 16 s. */
const PAUSES_UNTIL_30_S = 5

const open = databasesOf('embedded')
let app: TestApp
let engine: PGlite
let otherEngine: PGlite
let lucia: Person
let collectionId: string
let replica: PersonReplica
let outbox: Outbox
let client: ReturnType<typeof buildClient>

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
  outbox = buildOutbox()
  client = buildClient(app, lucia, replica, outbox)
})

afterEach(() => client.stop())

/** Starts another client on the same replica and the same outbox. */
async function restartClient(): Promise<void> {
  await client.stop()
  client = buildClient(app, lucia, replica, outbox)
}

async function goLive(): Promise<void> {
  client.start()
  await until(() => expect(client.status()).toMatchObject({ connection: 'live', replica: 'ready' }))
}

async function theCollection() {
  return (await replica.runQuery('collection', { id: collectionId })) as Record<string, unknown>
}

async function titleOnServer(): Promise<string | undefined> {
  const [row] = await app.database.query<{ title: string }>(
    'select title from collections where id = $1',
    [collectionId],
  )
  return row?.title
}

/** Nothing waits, and the replica holds what a replica made this moment would hold. */
async function expectInStep(): Promise<void> {
  await until(() => expect(client.status()).toMatchObject({ connection: 'live', pending: 0 }))
  await until(async () => {
    const fresh = await buildReplica(app, lucia, otherEngine)
    await fresh.fillFromServer()
    expect(await replica.contents()).toEqual(await fresh.contents())
  })
}

const close = () => ['set-collection-status', { id: collectionId, status: 'cerrada' }] as const
const rename = (title: string) =>
  ['update-collection', { id: collectionId, changes: { title } }] as const
const addManual = (changes: object = {}) =>
  ['add-manual-contribution', manualInput(collectionId, changes)] as const

describe('a replica and the server', () => {
  it('[S5] fills the replica, and [S6] brings what happens from then on', async () => {
    expect(client.status()).toMatchObject({
      connection: 'starting',
      replica: 'empty',
      lastSync: null,
    })
    await goLive()
    expect(await theCollection()).toMatchObject({ confirmedCount: 0 })
    await buildReport(app, collectionId)
    await until(async () => expect(await theCollection()).toMatchObject({ confirmedCount: 1 }))
    expect(client.status().lastSync).toEqual(expect.any(String))
  })

  it('[S8] shows the server’s changes after the engine failed on their rows and the network went away', async () => {
    await goLive()
    const stream = client.network.holdStream()
    await client.mutate(...rename('Otro nombre'))
    await until(() => expect(stream.held).toBe(1))
    vi.spyOn(replica, 'apply').mockRejectedValueOnce(new Error('The engine fails'))
    client.network.isAway = true
    stream.release()
    await until(() => expect(client.faults).toHaveLength(1))
    await client.stop()
    client = buildClient(app, lucia, replica, outbox)
    client.network.isAway = true
    client.start()
    await until(() => expect(client.status().connection).toBe('offline'))
    expect(await theCollection()).toMatchObject({ title: 'Otro nombre' })
    client.network.isAway = false
    await expectInStep()
  })

  it('[S6] resumes without a gap or another fill after the stream was cut', async () => {
    await goLive()
    const snapshot = vi.spyOn(client.network.transport, 'snapshot')
    client.network.goAway()
    await buildReport(app, collectionId)
    await until(() => expect(client.status().connection).toBe('offline'))
    client.network.isAway = false
    await until(async () => expect(await theCollection()).toMatchObject({ confirmedCount: 1 }))
    await expectInStep()
    expect(snapshot).not.toHaveBeenCalled()
  })

  it('[S6] has one stream after the network changed, and none after it stopped', async () => {
    const { follow } = client.network.transport
    let streams = 0
    vi.spyOn(client.network.transport, 'follow').mockImplementation((...args) => {
      const close = follow(...args)
      streams += 1
      return () => {
        streams -= 1
        close()
      }
    })
    await goLive()
    client.tryNetwork()
    await until(() => expect(client.network.transport.follow).toHaveBeenCalledTimes(2))
    expect(streams).toBe(1)
    await client.stop()
    expect(streams).toBe(0)
    expect(client.losses).toEqual([])
  })

  it('[S11] accepts no change after it stopped, because the next owner may have begun', async () => {
    await goLive()
    await client.stop()
    await expect(client.mutate(...rename('Tarde'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await outbox.all()).toEqual([])
  })

  it('[S10] fills a replica anew that cannot be opened', async () => {
    await replica.fillFromServer()
    const fill = vi.spyOn(replica, 'fill')
    vi.spyOn(replica, 'cursor').mockRejectedValueOnce(new Error('unreachable'))
    await goLive()
    expect(fill).toHaveBeenCalledOnce()
    expect(client.faults).toEqual([new Error('unreachable')])
    await expectInStep()
  })

  it('[S5] continues a fill when the network changes meanwhile', async () => {
    const arrive = delaySnapshots()
    client.start()
    await until(() => expect(client.network.transport.snapshot).toHaveBeenCalled())
    client.tryNetwork()
    await client.send() // time for another attempt to begin
    arrive()
    await expectInStep()
    expect(client.network.transport.snapshot).toHaveBeenCalledTimes(SYNCED_TABLE_NAMES.length)
  })

  it.each(['fails', 'stops'])(
    '[S5] ends the downloads under way when the fill %s, so that they do not slow down the next one',
    async (end) => {
      const { snapshot } = client.network.transport
      let signal: AbortSignal | undefined
      let hasFailed = end === 'stops'
      const spied = vi.spyOn(client.network.transport, 'snapshot')
      spied.mockImplementation(async (table, ...more) => {
        if (table === 'people' && !hasFailed) {
          hasFailed = true
          throw new AppError('internal', 'No.')
        }
        if (table !== 'contributions' || signal) return snapshot(table, ...more)
        signal = more[0]
        return new Promise((_resolve, reject) => signal?.addEventListener('abort', reject))
      })
      client.start()
      await until(() => expect(spied.mock.calls.map(([table]) => table)).toContain('people'))
      if (end === 'stops') await client.stop()
      await until(() => expect(signal?.aborted).toBe(true))
      if (end === 'fails') await expectInStep()
    },
  )

  it('[S8] downloads nothing while it cannot read the outbox', async () => {
    const reading = vi.spyOn(outbox, 'all')
    reading.mockRejectedValue(new AppError('unavailable', 'No se pudo guardar.'))
    const downloads = vi.spyOn(client.network.transport, 'snapshot')
    client.clock.passesAtOnce = false
    client.start()
    await until(() => expect(client.clock.pauses).toContain(SECOND))
    expect(downloads).not.toHaveBeenCalled()
    reading.mockRestore()
    client.clock.pass()
    await expectInStep()
  })

  it('[S8] misses no batch when the outbox fails on the one before', async () => {
    await goLive()
    const stream = client.network.holdStream()
    for (const batches of [1, 2]) {
      await buildReport(app, collectionId)
      await until(() => expect(stream.held).toBeGreaterThanOrEqual(batches))
    }
    vi.spyOn(outbox, 'all').mockRejectedValueOnce(new AppError('unavailable', 'Sin lugar.'))
    stream.release()
    await until(async () => expect(await theCollection()).toMatchObject({ confirmedCount: 2 }))
    await expectInStep()
  })

  it('[S8] writes nothing at a heartbeat when it has nothing to settle', async () => {
    await goLive()
    const rebase = vi.spyOn(replica, 'rebase')
    client.network.beat()
    await client.send() // waits its turn behind the heartbeat
    expect(rebase).not.toHaveBeenCalled()
  })

  it('[S10] starts again when the server cannot continue, and keeps unsent changes', async () => {
    await goLive()
    client.network.goAway()
    await client.mutate(...rename('Sin conexión'))
    await buildReport(app, collectionId)
    await app.database.query('update sync_state set epoch = gen_random_uuid()')
    client.network.isAway = false
    await until(async () =>
      expect(await theCollection()).toMatchObject({ confirmedCount: 1, title: 'Sin conexión' }),
    )
    await expectInStep()
  })

  it('[S7] shows a change at the second try when the engine failed once, without a network', async () => {
    await goLive()
    client.network.goAway()
    vi.spyOn(replica, 'run').mockRejectedValueOnce(new Error('unreachable'))
    await client.mutate(...rename('A la segunda'))
    expect(await theCollection()).toMatchObject({ title: 'A la segunda' })
    expect(client.faults).toEqual([new Error('unreachable')])
  })

  it('[S10] fills the replica again when its engine failed', async () => {
    await goLive()
    vi.spyOn(replica, 'apply').mockRejectedValueOnce(new Error('unreachable'))
    await buildReport(app, collectionId)
    await until(async () => expect(await theCollection()).toMatchObject({ confirmedCount: 1 }))
    expect(client.faults).toEqual([new Error('unreachable')])
    await expectInStep()
  })

  it('tries again after 1 s, doubled up to 30 s, and at once when the network is back', async () => {
    client.network.isAway = true
    client.clock.passesAtOnce = false
    client.start()
    for (const [failures, pause] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      client.clock.pass()
      await until(() => expect(client.clock.pauses).toHaveLength(failures + 1))
      expect(client.clock.pauses.at(-1)).toBe(pause * 1000)
      expect(client.status().connection).toBe('offline')
    }
    client.network.isAway = false
    client.tryNetwork()
    await until(() =>
      expect(client.status()).toMatchObject({ connection: 'live', replica: 'ready' }),
    )
  })

  it('ends no pause for a change while the server is away', async () => {
    client.network.isAway = true
    client.clock.passesAtOnce = false
    client.start()
    await until(() => expect(client.clock.pauses).toEqual([1000]))
    await client.mutate(...rename('Uno'))
    await client.mutate(...close())
    await expect(client.send()).rejects.toMatchObject({ code: 'unavailable' })
    expect(client.clock.pauses).toEqual([1000])
  })

  it('tries again at once when it is woken, which leaves a live stream alone', async () => {
    const follow = vi.spyOn(client.network.transport, 'follow')
    client.network.isAway = true
    client.clock.passesAtOnce = false
    client.start()
    await until(() => expect(client.clock.pauses).toEqual([1000]))
    client.network.isAway = false
    client.wake()
    await until(() =>
      expect(client.status()).toMatchObject({ connection: 'live', replica: 'ready' }),
    )
    client.wake()
    await client.mutate(...rename('Después'))
    await expectInStep()
    expect(follow).toHaveBeenCalledOnce()
  })

  it('keeps everything when the session ends, and sends it when the person is back', async () => {
    await goLive()
    const session = lucia.cookies.get('session') ?? ''
    lucia.cookies.set('session', 'nobody')
    await client.mutate(...rename('Después'))
    await until(() => expect(client.status().connection).toBe('signed-out'))
    await client.mutate(...close())
    expect(await theCollection()).toMatchObject({ title: 'Después', status: 'cerrada' })
    lucia.cookies.set('session', session)
    client.tryNetwork()
    await expectInStep()
    expect(await theCollection()).toMatchObject({ title: 'Después', status: 'cerrada' })
  })

  it('sends no request after the server has responded that the session has ended', async () => {
    lucia.cookies.set('session', 'nobody')
    const snapshot = vi.spyOn(client.network.transport, 'snapshot')
    await outbox.put({ ...pendingMutation(...rename('Después')), refusal: null })
    client.start()
    await until(() => expect(client.status().connection).toBe('signed-out'))
    expect(snapshot).not.toHaveBeenCalled()
  })

  it('[S10] asks the person to sign in when its rows are those of another person', async () => {
    await replica.fillFromServer()
    const bruno = await buildPerson(app)
    const cursor = await currentCursor(app.database, bruno.id)
    await engine.query('update replica_state set cursor = $1', [cursor])
    client.start()
    await until(() => expect(client.status().connection).toBe('signed-out'))
    expect(client.losses).toEqual([
      new AppError('not-signed-in', 'Hay otra cuenta abierta en este navegador.'),
    ])
  })

  it('connects again when the person signs in while an earlier refusal is on its way', async () => {
    const session = lucia.cookies.get('session') ?? ''
    lucia.cookies.set('session', 'nobody')
    const { push } = client.network.transport
    vi.spyOn(client.network.transport, 'push').mockImplementationOnce(async (mutations) => {
      const refusal = await push(mutations).catch((error) => error)
      lucia.cookies.set('session', session)
      client.tryNetwork()
      throw refusal
    })
    await outbox.put({ ...pendingMutation(...rename('Otra vez aquí')), refusal: null })
    client.start()
    await expectInStep()
    expect(await theCollection()).toMatchObject({ title: 'Otra vez aquí' })
  })

  it.each([0, 5, 20, 60, 150])('ends cleanly when it is stopped after %i ms', async (ms) => {
    client.start()
    const change = client.mutate(...rename('A medias')).catch((error) => error)
    await new Promise((resolve) => setTimeout(resolve, ms))
    await client.stop()
    const kept = (await outbox.all()).length
    expect((await change) === undefined || kept === 0).toBe(true)
    const { changes } = replica
    const before = changes()
    await buildReport(app, collectionId)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(changes()).toBe(before)
  })
})

describe('a change', () => {
  it('[S7] is kept, then shown, and only then sent', async () => {
    await goLive()
    const steps: string[] = []
    const { put } = outbox
    vi.spyOn(outbox, 'put').mockImplementation(async (entry) => {
      await put(entry)
      steps.push('kept')
    })
    replica.onChange(() => steps.push('shown'))
    const { push } = client.network.transport
    vi.spyOn(client.network.transport, 'push').mockImplementation((mutations) => {
      steps.push('sent')
      return push(mutations)
    })
    await client.mutate(...rename('Con flores'))
    await until(() => expect(steps.slice(0, 3)).toEqual(['kept', 'shown', 'sent']))
  })

  it('[S8] stays pending after the server answered, until the stream confirms it', async () => {
    await goLive()
    const stream = client.network.holdStream()
    await client.mutate(...addManual())
    await until(() => expect(client.network.answers).toBe(1))
    await until(() => expect(stream.held).toBe(1))
    expect(client.status().pending).toBe(1)
    expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
    stream.release()
    await expectInStep()
    expect(await outbox.all()).toEqual([])
    expect(client.network.pushes).toHaveLength(1)
  })

  it('[S7] that the local rule refuses is rejected, and nothing is kept', async () => {
    await goLive()
    await expect(
      client.mutate('set-collection-status', { id: newId(), status: 'cerrada' }),
    ).rejects.toMatchObject({ code: 'not-found' })
    await expect(client.mutate('of-another-release', {})).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await outbox.all()).toEqual([])
    expect(client.status().pending).toBe(0)
    expect(client.network.pushes).toEqual([])
    expect(client.faults).toEqual([])
  })

  it('[S7] is one change, however often it is asked for under its id', async () => {
    await goLive()
    const id = newId()
    const change = addManual()
    await Promise.all([client.mutate(...change, id), client.mutate(...change, id)])
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
  })

  it('[S9] that waits disappears from the rows when it is discarded', async () => {
    await goLive()
    const { title } = await theCollection()
    client.network.goAway()
    const id = newId()
    await client.mutate(...rename('Otro nombre'), id)
    await client.discard(id)
    expect(await theCollection()).toMatchObject({ title })
    expect(client.status().pending).toBe(0)
  })

  it('[S7] made before there is a replica is sent, and shown by the replica', async () => {
    const change = client.mutate(...rename('Antes de la copia'))
    await goLive()
    await change
    await expectInStep()
    expect(await theCollection()).toMatchObject({ title: 'Antes de la copia' })
  })

  it('[S7] goes out in the order in which it was made, a hundred at a time', async () => {
    await goLive()
    client.network.goAway()
    await until(() => expect(client.status().connection).toBe('offline'))
    for (let n = 1; n <= 105; n++) await client.mutate(...addManual())
    expect(client.status().pending).toBe(105)
    const inOrder = (await client.entries()).map(({ id }) => id)
    client.network.isAway = false
    await expectInStep()
    expect(client.network.pushes).toEqual([inOrder.slice(0, 100), inOrder.slice(100)])
    expect(await theCollection()).toMatchObject({ confirmedCount: 105 })
  })

  it('[S7] supersedes earlier ones of the same field that were never sent', async () => {
    await goLive()
    client.network.goAway()
    await until(() => expect(client.status().connection).toBe('offline'))
    const describe = { id: collectionId, changes: { description: 'Para las dos' } }
    await client.mutate(...rename('Uno'))
    await client.mutate('update-collection', describe)
    await client.mutate(...rename('Dos'))
    await client.mutate(...rename('Tres'))
    expect((await client.entries()).map(({ args }) => args)).toEqual([describe, rename('Tres')[1]])
    client.network.isAway = false
    await expectInStep()
    expect(client.network.pushes).toHaveLength(1)
    expect(await theCollection()).toMatchObject({ title: 'Tres', description: 'Para las dos' })
  })

  it('[S7] with a deadline, which may be refused later, supersedes nothing', async () => {
    await goLive()
    client.network.goAway()
    await client.mutate(...rename('Uno'))
    const deadline = addDays(today(app.clock.now()), 1)
    const changes = { title: 'Dos', deadline }
    await client.mutate('update-collection', { id: collectionId, changes })
    expect(client.status().pending).toBe(2)
    client.network.isAway = false
    await expectInStep()
  })

  it('[S7] counts as kept although the full disk cannot remove the earlier one', async () => {
    await goLive()
    client.network.goAway()
    await client.mutate(...rename('Uno'))
    vi.spyOn(outbox, 'delete').mockRejectedValueOnce(new AppError('unavailable', 'Sin lugar.'))
    await client.mutate(...rename('Dos'))
    expect(await theCollection()).toMatchObject({ title: 'Dos' })
    client.network.isAway = false
    await expectInStep()
    expect(await theCollection()).toMatchObject({ title: 'Dos' })
  })

  it('[S7] supersedes nothing that was sent, nothing of another kind, and nothing before that', async () => {
    await goLive()
    const stream = client.network.holdStream() // it would settle what was sent
    client.clock.passesAtOnce = false // it would send that again
    client.network.losesAnswers = true
    await client.mutate(...rename('Enviado'))
    await until(() => expect(client.network.pushes).toHaveLength(1))
    client.network.goAway()
    await client.mutate(...rename('Sin enviar'))
    await client.mutate(...close())
    await client.mutate(...rename('Después de cerrar'))
    expect(client.status().pending).toBe(4)
    stream.release()
    Object.assign(client.network, { isAway: false, losesAnswers: false })
    client.clock.passesAtOnce = true
    client.clock.pass()
    await expectInStep()
  })

  it('[S7] of an older release keeps its meaning, in the replica and on the server', async () => {
    // Since then `title` has become `reason`.
    const rename = namedMutation({
      name: 'rename',
      args: z.object({ id, reason: z.string() }),
      upgrades: [(args) => ({ id: collectionId, reason: (args as { title: string }).title })],
      run: (tx, { id, reason }, actor) =>
        updateCollection.apply(tx, { id, changes: { title: reason } }, actor),
    })
    mutations.set(rename.name, rename)
    try {
      client.network.losesPushes = true
      await outbox.put({ ...pendingMutation('rename', { title: 'De antes' }), refusal: null })
      client.start()
      await until(async () => expect(await theCollection()).toMatchObject({ title: 'De antes' }))
      expect(client.network.pushes).toEqual([])
      client.network.losesPushes = false
      await expectInStep()
      expect(await theCollection()).toMatchObject({ title: 'De antes' })
    } finally {
      mutations.delete(rename.name)
    }
  })

  it('[S7] that was settled and is asked for again changes nothing', async () => {
    await goLive()
    const id = newId()
    await client.mutate(...rename('Uno'), id)
    await expectInStep()
    client.network.goAway()
    await until(() => expect(client.status().connection).toBe('offline'))
    await client.mutate(...rename('Dos'))
    await client.mutate(...rename('Uno'), id)
    expect(client.status().pending).toBe(1)
    client.network.isAway = false
    await expectInStep()
    expect(await theCollection()).toMatchObject({ title: 'Dos' })
  })

  it('[S7] that was superseded and is asked for again changes nothing', async () => {
    await goLive()
    client.network.goAway()
    const id = newId()
    await client.mutate(...rename('Uno'), id)
    await client.mutate(...rename('Dos'))
    await client.mutate(...rename('Uno'), id)
    expect(client.status().pending).toBe(1)
    expect(await theCollection()).toMatchObject({ title: 'Dos' })
    client.network.isAway = false
    await expectInStep()
    // The call comes late, when the later change has left the outbox.
    await client.mutate(...rename('Uno'), id)
    await expectInStep()
    expect(await theCollection()).toMatchObject({ title: 'Dos' })
  })
})

describe('a refused change', () => {
  /** Locally fine, on the server too late: another device has closed the collection. */
  async function addTooLate(): Promise<string> {
    client.network.goAway()
    await client.mutate(...addManual())
    await client.mutate(...rename('Detrás'))
    await lucia.mutate(...close())
    client.network.isAway = false
    await until(() => expect(client.status()).toMatchObject({ pending: 0, refused: 1 }))
    const [entry] = await client.entries()
    return entry?.id ?? ''
  }

  beforeEach(goLive)

  it('[S9] is undone and kept with its reason, once, and does not stop what comes after it', async () => {
    const put = vi.spyOn(outbox, 'put')
    await addTooLate()
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 0, title: 'Detrás' })
    const refusals = put.mock.calls.filter(([entry]) => entry.refusal !== null)
    expect(refusals).toHaveLength(1)
    expect(await client.entries()).toMatchObject([
      { name: 'add-manual-contribution', refusal: { code: 'collection-closed' } },
    ])
  })

  it('[S9] goes again as a new change when it is retried', async () => {
    const id = await addTooLate()
    await expectInStep()
    await expect(client.retry(id)).rejects.toMatchObject({ code: 'collection-closed' })
    expect(client.status()).toMatchObject({ pending: 0, refused: 1 })

    await client.mutate('set-collection-status', { id: collectionId, status: 'abierta' })
    await client.retry(id)
    await expectInStep()
    expect(client.status().refused).toBe(0)
    expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
  })

  describe('with a new change stored when the owner ends before it responds', () => {
    let id: string
    let retry: readonly [string, unknown, number, string]

    beforeEach(async () => {
      id = await addTooLate()
      await client.mutate('set-collection-status', { id: collectionId, status: 'abierta' })
      await expectInStep()
      const args = manualInput(collectionId, { contributorName: 'Corregida' })
      retry = [id, args, 1, newId()]
    })

    it('[S9] succeeds when the next owner is asked again', async () => {
      client.network.goAway()
      await client.retry(...retry)
      await restartClient()
      client.network.isAway = true
      await client.retry(...retry)
      expect(await client.entries()).toMatchObject([{ id: retry[3], refusal: null }])
    })

    it('[S9] loses the refused one when the next owner is asked again', async () => {
      const refused = (await client.entries()).find((entry) => entry.id === id)
      if (!refused) throw new Error('Nothing was refused')
      client.network.goAway()
      await client.retry(...retry)
      await restartClient()
      client.network.isAway = true
      await outbox.put(refused) // the owner ended before it removed this
      await client.retry(...retry)
      expect(await client.entries()).toMatchObject([{ id: retry[3], refusal: null }])
    })

    it('[S9] counts as the later change that superseded it', async () => {
      const later = pendingMutation(...rename('Después'))
      await client.discard(id)
      client.network.goAway()
      await outbox.put({ ...later, refusal: null, supersededIds: [retry[3]] })
      await client.retry(...retry)
      expect(await client.entries()).toMatchObject([{ id: later.id }])
    })

    it('[S9] throws for lost arguments alone when that is settled as well', async () => {
      await client.retry(...retry)
      await expectInStep()
      await client.retry(id, undefined, 1, retry[3])
      expect(await client.entries()).toEqual([])
      await expect(client.retry(...retry)).rejects.toMatchObject({ code: 'not-found' })
    })
  })

  it('[S9] is forgotten when it is discarded', async () => {
    await client.discard(await addTooLate())
    expect(await client.entries()).toEqual([])
    expect(client.status().refused).toBe(0)
  })

  it.each([
    {
      name: 'update-collection',
      args: { padding: 'x'.repeat(2_000_000) },
      refusal: { code: 'too-large', message: 'El envío es demasiado grande.' },
    },
    {
      name: 'x'.repeat(101),
      args: {},
      refusal: { code: 'invalid-input', message: 'Los datos no son válidos.' },
    },
  ])('[S9] that the server cannot parse is refused alone: $refusal.code', async (bad) => {
    client.network.goAway()
    await client.mutate(...addManual())
    await outbox.put({ ...pendingMutation(bad.name, bad.args), refusal: null })
    await client.mutate(...rename('Detrás'))
    client.network.isAway = false
    await until(() => expect(client.status()).toMatchObject({ pending: 0, refused: 1 }))
    expect(await client.entries()).toMatchObject([{ refusal: bad.refusal }])
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 1, title: 'Detrás' })
  })
})

describe('a change whose response was lost', () => {
  it('[S7] is sent again after a pause when the answer does not name it', async () => {
    await goLive()
    client.clock.passesAtOnce = false
    const outcome = { id: newId(), ok: true as const }
    vi.spyOn(client.network.transport, 'push').mockResolvedValueOnce({
      outcomes: [outcome],
    })
    await client.mutate(...addManual())
    await until(() => expect(client.status()).toMatchObject({ connection: 'offline', pending: 1 }))
    expect(client.clock.pauses).toEqual([1_000])
    expect(client.network.pushes).toEqual([])
    client.clock.pass()
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
  })

  it('[S7] is sent again and applied once', async () => {
    await goLive()
    client.network.losesAnswers = true
    await client.mutate(...addManual())
    await until(() => expect(client.network.pushes.length).toBeGreaterThan(0))
    client.network.losesAnswers = false
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
  })

  it('[S8] is settled after a fill, when the server had done it before', async () => {
    const add = pendingMutation(...addManual())
    await outbox.put({ ...add, refusal: null })
    await lucia.mutate(add.name, add.args, add.id)
    await goLive()
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
  })

  it('[S8] is settled by the first event of a stream, when the replica had its rows before', async () => {
    // The last life ended between the replica's transaction and the outbox's.
    const closing = pendingMutation(...close())
    await lucia.mutate(closing.name, closing.args, closing.id)
    await lucia.mutate('set-collection-status', { id: collectionId, status: 'abierta' })
    await replica.fillFromServer()
    await outbox.put({ ...closing, refusal: null })
    await goLive()
    await expectInStep()
    expect(await theCollection()).toMatchObject({ status: 'abierta' })
  })

  it('[S8] is settled by the next stream, when it could not be sent before this one opened', async () => {
    const closing = pendingMutation(...close())
    await lucia.mutate(closing.name, closing.args, closing.id)
    await lucia.mutate('set-collection-status', { id: collectionId, status: 'abierta' })
    await replica.fillFromServer()
    await outbox.put({ ...closing, refusal: null })
    client.network.losesAnswers = true
    client.start()
    await until(() => expect(client.status()).toMatchObject({ connection: 'offline', pending: 1 }))
    client.network.losesAnswers = false
    await until(() => expect(client.network.pushes.length).toBeGreaterThan(1))
    await buildReport(app, collectionId)
    await expectInStep()
    expect(await theCollection()).toMatchObject({ status: 'abierta' })
  })

  it('[S8] disappears once the stream settles a later one', async () => {
    await goLive()
    client.network.holdStream()
    client.network.losesAnswers = true
    await client.mutate(...rename('Uno'))
    await until(async () => expect(await titleOnServer()).toBe('Uno'))
    await client.stop()

    // The replica is lost, and its fill has the first change: the stream does not bring its outcome again.
    replica = await buildReplica(app, lucia, engine)
    client = buildClient(app, lucia, replica, outbox)
    client.network.losesPushes = true
    client.start()
    await until(() => expect(client.status().replica).toBe('ready'))
    await client.mutate(...rename('Dos'))
    client.network.losesAnswers = true
    client.network.losesPushes = false
    await until(async () => expect(await client.entries()).toHaveLength(1))
    await buildReport(app, collectionId)
    await until(async () => expect(await theCollection()).toMatchObject({ confirmedCount: 1 }))
    expect(await theCollection()).toMatchObject({ title: 'Dos' })

    client.network.losesAnswers = false
    await until(() => {
      client.network.beat()
      expect(client.status()).toMatchObject({ pending: 0 })
    })
    await expectInStep()
  })
})

describe('a change that does not arrive while the stream continues', () => {
  it('shows the connection as offline, and as live again when it has arrived', async () => {
    await goLive()
    client.network.losesPushes = true
    await client.mutate(...addManual())
    await until(() => expect(client.status()).toMatchObject({ connection: 'offline', pending: 1 }))
    await buildReport(app, collectionId)
    await until(async () => expect(await theCollection()).toMatchObject({ confirmedCount: 2 }))
    expect(client.status()).toMatchObject({ connection: 'offline', pending: 1 })
    client.network.losesPushes = false
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 2 })
  })

  it('shows the connection as offline from the first event of a stream on', async () => {
    client.network.losesPushes = true
    await client.mutate(...addManual())
    const seen = new Set<string>()
    client.onStatus(() => seen.add(client.status().connection))
    client.start()
    await until(() =>
      expect(client.status()).toMatchObject({ connection: 'offline', replica: 'ready' }),
    )
    expect(seen).not.toContain('live')
    client.network.losesPushes = false
    await expectInStep()
  })
})

describe('a change on which the server fails each time', () => {
  const FAILED = `create or replace function fail() returns trigger language plpgsql as $$
    begin
      if new.description = 'veneno' then raise exception 'boom'; end if;
      return new;
    end $$;`

  beforeEach(async () => {
    await app.database.query(FAILED)
    await app.database.query(
      'create trigger fails before update on collections for each row execute function fail()',
    )
    return () => app.database.query('drop trigger if exists fails on collections')
  })

  const poison = () =>
    ['update-collection', { id: collectionId, changes: { description: 'veneno' } }] as const

  /** Two good ones around it, all at once. */
  async function sendAround(): Promise<void> {
    client.network.goAway()
    await client.mutate(...addManual())
    await client.mutate(...poison())
    await client.mutate(...rename('Detrás'))
    client.network.isAway = false
    await until(() => expect(client.status()).toMatchObject({ pending: 0, refused: 1 }))
  }

  it('[S9] is sent alone and then refused here, and the others arrive', async () => {
    await goLive()
    await sendAround()
    const [entry] = await client.entries()
    const alone = client.network.pushes.filter((ids) => ids.join() === entry?.id)
    expect(alone).toHaveLength(FAILURES_FOR_GOOD)
    expect(entry?.refusal).toEqual({
      code: 'internal',
      message: 'El servidor no pudo procesar este cambio. Intenta nuevamente o descártalo.',
    })
    await expectInStep()
    expect(await theCollection()).toMatchObject({
      title: 'Detrás',
      description: '',
      confirmedCount: 1,
    })
    const kept = 'select id from mutations where id = $1'
    expect(await app.database.query(kept, [entry?.id ?? ''])).toEqual([])
  })

  it('[S9] does not make the next one of its kind wait longer', async () => {
    for (let n = 1; n <= 3; n += 1) {
      await outbox.put({ ...pendingMutation(...poison()), refusal: null })
    }
    client.start()
    await until(() => expect(client.status()).toMatchObject({ pending: 0, refused: 3 }))
    expect(client.clock.pauses.length).toBeGreaterThan(FAILURES_FOR_GOOD)
    expect(Math.max(...client.clock.pauses)).toBe(8_000)
    await expectInStep()
  })

  it('[S9] can be retried once the server is repaired', async () => {
    await goLive()
    await sendAround()
    await app.database.query('drop trigger fails on collections')
    const [entry] = await client.entries()
    await client.retry(entry?.id ?? '')
    await expectInStep()
    expect(await client.entries()).toEqual([])
    expect(await theCollection()).toMatchObject({ title: 'Detrás', description: 'veneno' })
  })

  it('[S9] waits, and is not refused, while the server opens no stream either', async () => {
    await goLive()
    client.network.refusesCalls = true
    client.network.cut()
    await client.mutate(...poison())
    await until(() => expect(client.network.pushes.length).toBeGreaterThan(FAILURES_FOR_GOOD + 1))
    expect(client.status()).toMatchObject({ pending: 1, refused: 0 })
    client.network.refusesCalls = false
    await until(() => expect(client.status()).toMatchObject({ pending: 0, refused: 1 }))
  })
})

describe('changes above the hourly limit of a person', () => {
  it('[S7] wait, are shown meanwhile, and arrive afterwards', async () => {
    const limited = await buildApp(app.database, { env: { RATE_LIMITS: 'on' } })
    client = buildClient(limited, lucia, replica, outbox)
    await goLive()
    client.clock.passesAtOnce = false
    await limited.context.limits.countTimes('changes of person', 20_000, lucia.id)
    await client.mutate(...rename('Torta para Marta'))
    expect(await theCollection()).toMatchObject({ title: 'Torta para Marta' })
    await until(() => expect(client.status()).toMatchObject({ connection: 'offline', pending: 1 }))
    expect(await titleOnServer()).not.toBe('Torta para Marta')
    client.clock.runAhead()
    client.clock.pass()
    await until(async () => expect(await titleOnServer()).toBe('Torta para Marta'))
    expect(Math.max(...client.clock.pauses)).toBe(30 * SECOND)
    await expectInStep()
  })
})

describe('a replica whose stream exceeds the limit', () => {
  const SESSIONS_STREAMS = 8
  let others: StreamReader[]

  /** Other streams of the session open: the replica's stream is the oldest, and ends. */
  beforeEach(async () => {
    await goLive()
    client.clock.passesAtOnce = false
    client.clock.pauses.length = 0
    const cursor = await currentCursor(app.database, lucia.id)
    const headers = { cookie: `session=${lucia.cookies.get('session')}` }
    others = await Promise.all(
      Array.from({ length: SESSIONS_STREAMS }, async () =>
        readStream(await app.fetch(`/api/sync?cursor=${cursor}`, { headers }), cursor),
      ),
    )
    await until(() => expect(client.status().connection).toBe('offline'))
  })
  afterEach(() => {
    for (const other of others) other.hangUp()
  })

  const open = () => others.filter((one) => !one.ended())

  it('[S6] waits for the pause that the server asks for, then reconnects and is current', async () => {
    await buildReport(app, collectionId)
    await until(() => {
      for (const other of others) expect(other.batches()).toHaveLength(1)
    })
    expect(client.clock.pauses).toEqual([60 * SECOND])
    expect(open()).toHaveLength(SESSIONS_STREAMS)
    expect(await theCollection()).toMatchObject({ confirmedCount: 0 })

    client.clock.pass()
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
    await until(() => expect(open()).toHaveLength(SESSIONS_STREAMS - 1))
  })

  it('[S7] sends changes that are made meanwhile at once', async () => {
    await client.mutate(...rename('Torta para Marta'))
    await until(async () => expect(await titleOnServer()).toBe('Torta para Marta'))
    await expectInStep()
  })
})

describe('a server that was restored', () => {
  let backup: Backup
  beforeEach(async () => {
    backup = await makeBackup(app.database, [lucia.id])
  })

  async function restore(by: 'command' | 'folder'): Promise<void> {
    await restoreBackup(app.database, [lucia.id], backup, by)
  }

  it.each(['command', 'folder'] as const)(
    '[S8] by %s gets the answered changes again when it was restored before the first fill',
    async (by) => {
      const { snapshot } = client.network.transport
      let isRestored = false
      vi.spyOn(client.network.transport, 'snapshot').mockImplementation(async (table) => {
        if (!isRestored) await restore(by)
        isRestored = true
        return snapshot(table)
      })
      await client.mutate(...addManual())
      await goLive()
      await expectInStep()
      expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
      expect(client.network.pushes).toHaveLength(2)
    },
  )

  it.each(['command', 'folder'] as const)(
    '[S8] by %s gets the answered changes again when it was restored before the stream opened',
    async (by) => {
      await replica.fillFromServer()
      const { follow } = client.network.transport
      vi.spyOn(client.network.transport, 'follow').mockImplementationOnce(
        (cursor, answeredAt, listener) => {
          let close = () => {}
          void restore(by).then(() => {
            close = follow(cursor, answeredAt, listener)
          })
          return () => close()
        },
      )
      await client.mutate(...addManual())
      await goLive()
      await expectInStep()
      expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
      expect(client.network.pushes).toHaveLength(2)
    },
  )

  it.each(['command', 'folder'] as const)(
    '[S8] by %s gets the changes again that were answered while the stream was being opened',
    async (by) => {
      await replica.fillFromServer()
      const { follow } = client.network.transport
      let arrive = () => {}
      vi.spyOn(client.network.transport, 'follow').mockImplementationOnce((...args) => {
        let close = () => {}
        arrive = () => {
          close = follow(...args)
        }
        return () => close()
      })
      client.start()
      await until(() => expect(client.network.transport.follow).toHaveBeenCalled())
      await client.mutate(...addManual())
      await until(() => expect(client.network.answers).toBe(1))
      await restore(by)
      arrive()
      await until(() => expect(client.status().connection).toBe('live'))
      client.network.beat()
      client.network.beat()
      await expectInStep()
      expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
    },
  )

  it.each(['command', 'folder'] as const)(
    '[S7] by %s gets the answered changes again before the later ones of the same connection',
    async (by) => {
      await goLive()
      const stream = client.network.holdStream()
      await client.mutate(...rename('Uno'))
      await until(() => expect(client.network.answers).toBe(1))
      await restore(by)
      await client.mutate(...rename('Dos'))
      await until(async () => expect(await titleOnServer()).toBe('Dos'))
      client.network.cut()
      stream.release()
      await expectInStep()
      expect(await titleOnServer()).toBe('Dos')
    },
  )

  it.each(['command', 'folder'] as const)(
    '[S5] by %s while its tables travel is asked for all of them again',
    async (by) => {
      const { snapshot } = client.network.transport
      let taken = 0
      vi.spyOn(client.network.transport, 'snapshot').mockImplementation(async (table) => {
        if (++taken === 3) await restore(by)
        return snapshot(table)
      })
      const fill = vi.spyOn(replica, 'fill')
      await client.mutate(...addManual())
      await goLive()
      await expectInStep()
      for (const [tables] of fill.mock.calls) {
        const epochs = (tables as readonly { epoch?: string }[]).map(({ epoch }) => epoch)
        expect(new Set(epochs).size).toBe(1)
      }
      expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
    },
  )

  it.each([
    {
      restart: 'other-epoch',
      spoil: () => app.database.query('update sync_state set epoch = gen_random_uuid()'),
      shown: 'Nombre nuevo',
    },
    {
      restart: 'no-cursor',
      spoil: () => engine.query(`update replica_state set cursor = 'nonsense'`),
      shown: 'Torta para Ana',
    },
  ])(
    '[S5] shows $shown of a change that earlier rows had, before it is sent again: $restart',
    async ({ spoil, shown }) => {
      await app.database.query('update collections set title = $2 where id = $1', [
        collectionId,
        'Torta para Ana',
      ])
      await replica.fillFromServer()
      const change = pendingMutation(...rename('Nombre nuevo'))
      await outbox.put({ ...change, refusal: null, isInRows: true })
      await spoil()
      client.network.losesPushes = true
      const fill = vi.spyOn(replica, 'fill')
      client.start()
      await until(() => expect(fill).toHaveResolved())
      expect(await theCollection()).toMatchObject({ title: shown })
      expect(client.network.pushes).toEqual([])
      client.network.losesPushes = false
      await expectInStep()
    },
  )

  it('[S10] by folder removes rows that a fill read between its first table and the others', async () => {
    const { snapshot, follow } = client.network.transport
    let taken = 0
    vi.spyOn(client.network.transport, 'snapshot').mockImplementation(async (table) => {
      if (++taken === 2) await buildReport(app, collectionId)
      return snapshot(table)
    })
    vi.spyOn(client.network.transport, 'follow').mockImplementationOnce((...args) => {
      let close = () => {}
      void restore('folder').then(() => {
        close = follow(...args)
      })
      return () => close()
    })
    client.start()
    await until(() => expect(taken).toBeGreaterThan(1))
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 0 })
  })

  it('[S10] by folder rejects the cursor of rows that it has lost', async () => {
    const { cursor } = await snapshotOf(
      {
        ...app.database,
        async copyOut(...args) {
          await buildReport(app, collectionId)
          return app.database.copyOut(...args)
        },
      },
      lucia.id,
      'contributions',
      'csv',
    )
    expect(await hasSeen(app.database, cursor)).toBe(true)
    await restore('folder')
    expect(await hasSeen(app.database, cursor)).toBe(false)
  })
})

/** Returns a function that lets the tables of a fill arrive. */
function delaySnapshots(): () => void {
  const { snapshot } = client.network.transport
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  vi.spyOn(client.network.transport, 'snapshot').mockImplementation(async (table) => {
    await arrived
    return snapshot(table)
  })
  return arrive
}

describe('a change that waits while the replica is being filled', () => {
  it('[S7] is sent when it is asked for, in order', async () => {
    const arrive = delaySnapshots()
    client.network.losesPushes = true
    client.start()
    await until(() => expect(client.status().replica).toBe('filling'))
    await client.mutate(...rename('Uno'))
    await client.mutate(...close())
    await expect(client.send()).rejects.toMatchObject({ code: 'unavailable' })
    client.network.losesPushes = false
    await client.send()
    expect(await titleOnServer()).toBe('Uno')
    const ids = (await client.entries()).map(({ id }) => id)
    expect(client.network.pushes).toEqual([ids])
    arrive()
    await expectInStep()
  })
})

describe('the next client on the same disk', () => {
  it('[S7] sends the changes that the last one could not send', async () => {
    await goLive()
    client.network.goAway()
    await client.mutate(...addManual())
    await restartClient()
    await goLive()
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 1 })
  })

  it('shows stored changes before the network is there', async () => {
    await replica.fillFromServer()
    await outbox.put({ ...pendingMutation(...rename('Guardado')), refusal: null })
    client.network.isAway = true
    client.start()
    await until(() => expect(client.status()).toMatchObject({ replica: 'ready', pending: 1 }))
    expect(await theCollection()).toMatchObject({ title: 'Guardado' })
  })

  it('[S7] keeps the changes of another device of the same person', async () => {
    await goLive()
    await client.mutate(...addManual())
    await lucia.mutate(...rename('Del teléfono'))
    await expectInStep()
    expect(await theCollection()).toMatchObject({ title: 'Del teléfono', confirmedCount: 1 })
  })
})

describe('a day of 24 hours', () => {
  it('half of it without a server, loses nothing and asks no more often than every 30 s', async () => {
    client.clock.runAhead()
    const hours = 12
    let away = 0 // ms; the clock runs on a little after each hour
    await goLive()
    for (let hour = 0; hour < hours; hour++) {
      const gone = app.clock.now().getTime()
      client.network.goAway()
      await client.mutate(...addManual({ contributorName: `Sin servidor, ${hour}` }))
      await until(() => expect(app.clock.now().getTime()).toBeGreaterThan(gone + HOUR))
      expect(client.status()).toMatchObject({ connection: 'offline', pending: 1, refused: 0 })
      await buildReport(app, collectionId)
      client.network.isAway = false
      away += app.clock.now().getTime() - gone
      client.tryNetwork()
      await until(() => expect(client.status()).toMatchObject({ connection: 'live', pending: 0 }))

      await client.mutate(...addManual({ contributorName: `Con servidor, ${hour}` }))
      await until(() => expect(client.status()).toMatchObject({ connection: 'live', pending: 0 }))
      app.clock.forward(HOUR)
      client.network.beat()
    }
    const tries = away / (30 * SECOND) + hours * PAUSES_UNTIL_30_S
    // The sender and the listener pause independently.
    expect(client.clock.pauses.length).toBeLessThan(2 * tries)
    expect(Math.max(...client.clock.pauses)).toBe(30 * SECOND)
    expect(client.faults).toEqual([])
    await expectInStep()
    expect(await theCollection()).toMatchObject({ confirmedCount: 3 * hours })
  })
})

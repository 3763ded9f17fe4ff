import type { PGlite } from '@electric-sql/pglite'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import { keepFault } from '../../web/api/faults.ts'
import { type Args, type CallName, newCall } from '../../web/replica/calls.ts'
import { createOutbox } from '../../web/replica/outbox.ts'
import { ownOutbox } from '../../web/replica/own-outbox.ts'
import { ownReplica } from '../../web/replica/owned-replica.ts'
import { serveWorker } from '../../web/replica/serve-worker.ts'
import type { FromWorker, ToWorker } from '../../web/replica/worker-host.ts'
import { databasesOf } from '../support/database.ts'
import { buildCollection, buildPerson } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { openEngine } from './person-replica.ts'
import { buildClock, buildNetwork } from './test-client.ts'

/* The worker's code on a real engine and a real server, without a worker. */

const open = databasesOf('embedded')
let app: TestApp
let worker: Awaited<ReturnType<typeof buildWorker>>

beforeAll(async () => {
  app = await buildApp(await open())
})
beforeEach(async () => {
  worker = await buildWorker()
})
afterEach(() => worker.ask('forget', []))

it('leaves queries to the server until the replica is filled', async () => {
  worker.network.isAway = true
  await expect(worker.ask('answer', ['my-collections', {}])).rejects.toMatchObject({
    code: 'internal',
  })
  worker.network.isAway = false
  await until(async () => expect(await worker.titles()).toEqual(['Regalo']))
})

it('[S10] announces at once that a rebuilt replica is empty, and runs no query on it', async () => {
  await until(async () => expect(await worker.titles()).toEqual(['Regalo']))
  await until(() => expect(worker.states().at(-1)).toMatchObject({ replica: 'ready' }))
  expect(await worker.ask('state', [])).toMatchObject({ replica: 'ready' })
  worker.network.goAway()
  const rebuilt = worker.ask('rebuild', [])
  await expect(worker.titles()).rejects.toMatchObject({ code: 'internal' })
  expect(worker.states().at(-1)).not.toMatchObject({ replica: 'ready' })
  expect(await rebuilt).toMatchObject({ lastSync: null, rows: 0 })
  expect(worker.engines.map(({ closed }) => closed)).toEqual([true, false])
  worker.network.isAway = false
  await until(async () => expect(await worker.titles()).toEqual(['Regalo']))
})

it('[S7] keeps a change that the disk has lost when the replica is rebuilt', async () => {
  const id = await changeInMemory()
  expect(await worker.ask('rebuild', [])).toMatchObject({ changes: [{ id }] })
  worker.disk.isFull = false
  worker.network.isAway = false
  await until(async () => expect(await worker.titles()).toEqual(['Torta']))
  await until(async () => expect(await worker.ask('state', [])).toMatchObject({ changes: [] }))
})

it('[S10] announces nothing more of a replica that it has dropped', async () => {
  const device = await buildWorker()
  // Announcements are merged until their pause ends.
  device.clock.passesAtOnce = false
  await until(async () => expect(await device.titles()).toEqual(['Regalo']))
  device.clock.pass()
  await until(() => expect(device.states().at(-1)).toMatchObject({ replica: 'ready' }))
  await device.ask('flush', [])
  device.network.goAway()
  await device.ask('rebuild', [])
  const { length } = device.states()
  device.clock.pass()
  await new Promise((resolve) => setImmediate(resolve))
  const later = device.states().slice(length)
  expect(later.map(({ replica }) => replica)).not.toContain('ready')
  await device.ask('forget', [])
})

it.each(['compact', 'toString'])(
  '[S11] leaves the call «%s» of another release to the server',
  async (method) => {
    // @ts-expect-error A call that nobody implements does not compile.
    await expect(worker.ask(method, [])).rejects.toMatchObject({
      code: 'internal',
      message: 'La copia no conoce esa llamada.',
    })
  },
)

it('[S10] drops a damaged replica, and reports the reason', async () => {
  const device = await buildWorker()
  await until(async () => expect(await device.titles()).toEqual(['Regalo']))
  keepFault(new Error('bad page'))
  device.breakDown()
  await until(() => expect(device.messages.at(-1)?.type).toBe('broken'))
  expect(device.messages.at(-1)).toEqual({ type: 'broken', why: 'Error: bad page' })
  expect(device.engines.map(({ closed }) => closed)).toEqual([true])
})

it('[S7] sends a change that the disk has lost when the replica is damaged', async () => {
  const id = await changeInMemory()
  worker.breakDown()
  // Another worker would not know of the change.
  expect(await worker.ask('state', [])).toMatchObject({ replica: 'none', changes: [{ id }] })
  expect(worker.messages.map(({ type }) => type)).not.toContain('broken')
  worker.disk.isFull = false
  worker.network.isAway = false
  await worker.ask('tryNetwork', [])
  await until(async () => expect(await worker.ask('state', [])).toMatchObject({ changes: [] }))
})

it('[S10] sends the waiting changes where the replica does not open', async () => {
  const failure = new Error('no room')
  const device = await buildWorker({ openReplica: () => Promise.reject(failure) })
  expect(await device.ask('state', [])).toMatchObject({ replica: 'none' })
  expect(device.logged).toEqual([failure])
  await device.ask('forget', [])
})

it('[S10] announces a state although the outbox does not open, so that no change waits for the replica', async () => {
  const device = await buildWorker()
  device.disk.isBroken = true
  await until(() => expect(device.states().at(-1)).toMatchObject({ connection: 'offline' }))
  expect(await device.ask('state', [])).toMatchObject({ changes: [] })
  device.disk.isBroken = false
  await until(async () => expect(await device.titles()).toEqual(['Regalo']))
  await device.ask('forget', [])
})

it('logs an error of the program, and calls it internal', async () => {
  const failure = new Error('no permission')
  const device = await buildWorker({ kind: 'outbox', deleteAll: () => Promise.reject(failure) })
  await expect(device.ask('forget', [])).rejects.toMatchObject({
    code: 'internal',
    message: 'La copia de este navegador no pudo responder.',
  })
  expect(device.logged).toEqual([failure])
})

it('responds to a ping', () => {
  worker.receive({ type: 'ping' })
  expect(worker.messages).toContainEqual({ type: 'pong' })
})

/** Makes a change offline, which the disk then loses. Returns its id. */
async function changeInMemory(): Promise<string> {
  await until(async () => expect(await worker.titles()).toEqual(['Regalo']))
  worker.network.goAway()
  const args = { id: worker.collectionId, changes: { title: 'Torta' } }
  const id = newId()
  await worker.ask('mutate', ['update-collection', args, id, 1])
  worker.disk.wipe()
  return id
}

async function buildWorker(differences: Partial<Parameters<typeof serveWorker>[0]> = {}) {
  const lucia = await buildPerson(app)
  const collectionId = await buildCollection(app, lucia, { title: 'Regalo' })
  const network = buildNetwork(app, lucia)
  const clock = buildClock(app)
  const messages: FromWorker[] = []
  const logged: unknown[] = []
  const engines: PGlite[] = []
  let breakDown = () => {}
  const waiting = new Map<string, (message: FromWorker) => void>()
  const disk = buildDisk()
  const outbox = createOutbox(lucia.id, disk.databases)
  const connected = () => ({ outbox, transport: network.transport, clock })

  const port: Parameters<typeof serveWorker>[0]['port'] = {
    onmessage: null,
    postMessage(message) {
      messages.push(message)
      if ('id' in message) waiting.get(message.id)?.(message)
    },
  }
  serveWorker({
    kind: 'replica',
    async openReplica(announce, onBroken) {
      const pglite = await openEngine()
      engines.push(pglite)
      breakDown = onBroken
      const engine = { pglite, flush: async () => {}, drop: () => pglite.close() }
      const inspection = { diagnose: unasked, querySql: unasked }
      const personId = lucia.id
      return ownReplica({ ...connected(), personId, engine, announce, onBroken, inspection })
    },
    openOutbox: (announce) => ownOutbox({ ...connected(), announce }),
    isOutboxOnDisk: () => outbox.isOnDisk(),
    deleteAll: async () => outbox.close(),
    port,
    log: (error) => logged.push(error),
    ...differences,
  })

  const receive = (data: ToWorker) => port.onmessage?.({ data } as MessageEvent)

  async function ask<Name extends CallName>(method: Name, args: Args<Name>): Promise<unknown> {
    const call = newCall(method, args)
    const answer = new Promise<FromWorker>((resolve) => waiting.set(call.id, resolve))
    receive(call)
    const message = await answer
    if ('error' in message) throw message.error
    return 'value' in message ? message.value : undefined
  }

  return {
    collectionId,
    disk,
    network,
    clock,
    messages,
    logged,
    receive,
    ask,
    engines,
    breakDown: () => breakDown(),
    async titles() {
      const { rows } = (await ask('answer', ['my-collections', {}])) as {
        rows: { title: string }[]
      }
      return rows.map(({ title }) => title)
    },
    states: () =>
      messages.flatMap((message) =>
        message.type === 'event' && message.event.type === 'state' ? [message.event.state] : [],
      ),
  }
}

/** IndexedDB, which a test can wipe; it is full from then on. */
function buildDisk() {
  let databases = new IDBFactory()
  const connections = new Set<IDBDatabase>()
  const disk = {
    isFull: false,
    isBroken: false,
    databases: {
      open(name: string) {
        if (disk.isBroken) throw new DOMException('damaged', 'UnknownError')
        const request = databases.open(name)
        request.addEventListener('success', () => watch(request.result))
        return request
      },
    } as IDBFactory,
    wipe() {
      databases = new IDBFactory()
      disk.isFull = true
      for (const connection of connections) {
        connection.close()
        connection.onclose?.(new Event('close'))
      }
    },
  }
  return disk

  function watch(connection: IDBDatabase): void {
    connections.add(connection)
    const begin = connection.transaction.bind(connection)
    connection.transaction = (stores, mode, options) => {
      if (disk.isFull && mode === 'readwrite') throw new DOMException('full', 'QuotaExceededError')
      return begin(stores, mode, options)
    }
  }
}

async function unasked(): Promise<never> {
  throw new Error('Not asked here')
}

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { recentFaults } from '../../web/api/faults.ts'
import type { Outbox, Pending } from '../../web/replica/outbox.ts'
import { ownOutbox } from '../../web/replica/own-outbox.ts'
import type { OwnedReplica } from '../../web/replica/owned-replica.ts'
import type { ReplicaState } from '../../web/replica/replica-state.ts'
import { databasesOf } from '../support/database.ts'
import { buildCollection, buildPerson, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { pendingMutation } from './person-replica.ts'
import { buildClock, buildNetwork, buildOutbox } from './test-client.ts'

const open = databasesOf('embedded')
let app: TestApp
let lucia: Person
let collectionId: string
let outbox: Outbox
let network: ReturnType<typeof buildNetwork>
let owned: OwnedReplica | undefined

beforeAll(async () => {
  app = await buildApp(await open())
})

beforeEach(async () => {
  lucia = await buildPerson(app)
  collectionId = await buildCollection(app, lucia)
  outbox = buildOutbox()
  network = buildNetwork(app, lucia)
})

afterEach(() => owned?.drop())

describe('[S10] a device without a replica', () => {
  it('sends the changes of an earlier replica, in order, and deletes them', async () => {
    await left('set-collection-status', { id: collectionId, status: 'cerrada' })
    await left('update-collection', { id: collectionId, changes: { title: 'Otra vez' } })
    start()
    await until(async () => expect(await outbox.all()).toEqual([]))
    expect(await theCollection()).toMatchObject({ status: 'cerrada', title: 'Otra vez' })
    expect(await owned?.state()).toEqual({
      replica: 'none',
      connection: 'live',
      changes: [],
      lastSync: null,
      kept: true,
      changesKept: true,
      rows: null,
      bytes: null,
    })
  })

  it('leaves every query to the server', async () => {
    start()
    const refusal = { code: 'internal', message: 'Este navegador no tiene una copia.' }
    await expect(owned?.calls.answer('profile', {})).rejects.toMatchObject(refusal)
    await expect(owned?.calls.querySql('select 1')).rejects.toMatchObject(refusal)
    expect(await owned?.calls.diagnose()).toMatchObject({ cursor: null, engine: null, tables: [] })
  })

  it('keeps changes while it is offline, and sends them once it is online', async () => {
    network.isAway = true
    await left('set-collection-status', { id: collectionId, status: 'cerrada' })
    start()
    await until(async () => expect(await owned?.state()).toMatchObject({ connection: 'offline' }))
    await expect(owned?.calls.send()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await outbox.all()).toHaveLength(1)

    network.isAway = false
    await owned?.calls.tryNetwork()
    await until(async () => expect(await outbox.all()).toEqual([]))
    expect(await theCollection()).toMatchObject({ status: 'cerrada' })
  })

  it('tries again after a pause that grows, until there is a network', async () => {
    network.isAway = true
    await left('set-collection-status', { id: collectionId, status: 'cerrada' })
    const { clock } = start()
    await until(() => expect(clock.pauses).toEqual([1000]))
    clock.pass()
    await until(() => expect(clock.pauses).toEqual([1000, 2000]))
    network.isAway = false
    clock.pass()
    await until(async () => expect(await outbox.all()).toEqual([]))
  })

  it('keeps changes after a sign-out, and sends them once the person is back', async () => {
    const session = lucia.cookies.get('session') ?? ''
    lucia.cookies.delete('session')
    await left('set-collection-status', { id: collectionId, status: 'cerrada' })
    const { clock } = start()
    await until(async () =>
      expect(await owned?.state()).toMatchObject({ connection: 'signed-out' }),
    )
    expect(clock.pauses).toEqual([])
    lucia.cookies.set('session', session)
    await owned?.calls.wake()
    await until(async () => expect(await outbox.all()).toEqual([]))
  })

  it.each([
    ['sends the others when the server fails on one', 'internal', 2],
    ['sends no other one when the server cannot be reached', 'unavailable', 1],
  ] as const)('%s', async (_title, code, tried) => {
    network.isAway = true
    await left('set-collection-status', { id: collectionId, status: 'cerrada' })
    await left('update-collection', { id: collectionId, changes: { title: 'Sí' } })
    const [first] = await outbox.all()
    start()
    await until(async () => expect(await owned?.state()).toMatchObject({ connection: 'offline' }))
    const sent: unknown[] = []
    const { push } = network.transport
    network.isAway = false
    network.transport.push = async (changes) => {
      sent.push(...changes)
      if (changes[0]?.id === first?.id) throw new AppError(code, 'Falló.')
      return push(changes)
    }
    await expect(owned?.calls.send()).rejects.toMatchObject({ code })
    expect(sent).toHaveLength(tried)
    expect(await outbox.all()).toHaveLength(3 - tried)
  })

  it.each(['invalid-input', 'too-large'] as const)(
    'keeps a change that is invalid for every server, with the reason: %s',
    async (code) => {
      network.transport.push = () => Promise.reject(new AppError(code, 'No.'))
      await left('set-collection-status', { id: collectionId, status: 'cerrada' })
      start()
      await until(async () =>
        expect(await outbox.all()).toMatchObject([{ refusal: { code, message: 'No.' } }]),
      )
    },
  )

  it.each([
    ['nothing', []],
    ['another change', [{ id: newId(), ok: true as const }]],
  ])('keeps a change when the server answers for %s', async (_what, outcomes) => {
    network.transport.push = async () => ({ outcomes })
    await left('set-collection-status', { id: collectionId, status: 'cerrada' })
    start()
    await expect(owned?.calls.send()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await outbox.all()).toMatchObject([{ refusal: null }])
  })

  it('deletes a change that the person discards, and announces that', async () => {
    network.isAway = true
    await left('set-collection-status', { id: collectionId, status: 'cerrada' })
    const { announced } = start()
    await until(() => expect(announced.at(-1)).toMatchObject({ changes: [{}] }))
    const [change] = await outbox.all()
    await owned?.calls.discard(change?.id ?? '')
    expect(announced.at(-1)).toMatchObject({ changes: [] })
    expect(await outbox.all()).toEqual([])
  })

  it('announces that the browser has wiped the changes from the disk', async () => {
    let isOnDisk = true
    let wipe = () => {}
    outbox.isOnDisk = () => isOnDisk
    outbox.onDiskChange = (listener) => {
      wipe = listener
      return () => {}
    }
    const { announced } = start()
    await until(() => expect(announced.at(-1)).toMatchObject({ changesKept: true }))
    isOnDisk = false
    wipe()
    await until(() => expect(announced.at(-1)).toMatchObject({ changesKept: false }))
  })

  it('announces nothing after it has ended', async () => {
    let changeDisk = () => {}
    outbox.onDiskChange = (listener) => {
      changeDisk = listener
      return () => {}
    }
    const { announced } = start()
    await until(() => expect(announced.at(-1)).toMatchObject({ replica: 'none' }))
    await owned?.drop()
    const { length } = announced
    changeDisk()
    await new Promise((resolve) => setImmediate(resolve))
    expect(announced).toHaveLength(length)
  })

  it('announces that there is no replica when the storage does not open', async () => {
    const fails = async () => {
      throw new AppError('unavailable', 'No se pudo guardar en este dispositivo.')
    }
    Object.assign(outbox, { all: fails, put: fails, delete: fails })
    const { clock, announced } = start()
    await until(() => expect(clock.pauses).toEqual([1000]))
    const nothing = { replica: 'none', connection: 'starting', changes: [] }
    expect(announced).toMatchObject([nothing, nothing])
    await expect(owned?.state()).resolves.toMatchObject({ replica: 'none', changes: [] })
  })

  it('keeps a refused change with its reason, sends the others, and retries it on request', async () => {
    await left('set-collection-status', { id: newId(), status: 'cerrada' })
    await left('update-collection', { id: collectionId, changes: { title: 'Sí' } })
    start()
    await until(async () => expect(await theCollection()).toMatchObject({ title: 'Sí' }))
    await until(async () => expect(await outbox.all()).toHaveLength(1))
    const [refused] = await outbox.all()
    expect(refused?.refusal?.code).toEqual(expect.any(String))
    await owned?.calls.send()
    expect(network.pushes.filter(([id]) => id === refused?.id)).toHaveLength(1)

    await owned?.calls.retry(refused?.id ?? '', { id: collectionId, status: 'cerrada' })
    await until(async () => expect(await outbox.all()).toEqual([]))
    expect(await theCollection()).toMatchObject({ status: 'cerrada' })
  })

  it('[S9] retries a change as it was, with the version of its arguments', async () => {
    const refused = pendingMutation('set-collection-status', { id: newId(), status: 'cerrada' })
    const refusal = { code: 'not-found', message: 'No existe.' } as const
    network.isAway = true
    await outbox.put({ ...refused, version: 2, refusal })
    start()
    await owned?.calls.retry(refused.id)
    const { name, args } = refused
    expect(await outbox.all()).toMatchObject([{ name, args, version: 2, refusal: null }])
    expect(await outbox.all()).not.toMatchObject([{ id: refused.id }])
  })

  it('[S9] does a retry once that the former owner has stored already', async () => {
    const args = { id: collectionId, status: 'cerrada' }
    const refused = pendingMutation('set-collection-status', { ...args, id: newId() })
    const retry = [refused.id, args, 1, newId()] as const
    network.isAway = true
    await outbox.put({ ...refused, refusal: { code: 'not-found', message: 'No existe.' } })
    start()
    await owned?.calls.retry(...retry)
    await owned?.calls.retry(...retry)
    expect(await outbox.all()).toMatchObject([{ id: retry[3], args, refusal: null }])

    network.isAway = false
    await owned?.calls.send()
    await owned?.calls.retry(refused.id, undefined, undefined, retry[3])
    await expect(owned?.calls.retry(...retry)).rejects.toMatchObject({
      code: 'not-found',
      message: 'Ese cambio ya no espera una decisión.',
    })
    expect(await outbox.all()).toEqual([])
    expect(network.pushes).toEqual([[retry[3]]])
  })

  it('[S7] sends a change once that a crashing replica did not confirm', async () => {
    start()
    const id = newId()
    const args = { id: collectionId, status: 'cerrada' }
    await owned?.calls.mutate('set-collection-status', args, id)
    await owned?.calls.mutate('set-collection-status', args, id)
    await until(async () => expect(await outbox.all()).toEqual([]))
    expect(await theCollection()).toMatchObject({ status: 'cerrada' })
  })

  it('[S7] sends no change that a later one has superseded', async () => {
    const id = newId()
    const args = { id: collectionId, status: 'abierta' }
    const later = pendingMutation('set-collection-status', { id: collectionId, status: 'cerrada' })
    network.isAway = true
    await outbox.put({ ...later, refusal: null, supersededIds: [id] })
    start()
    await owned?.calls.mutate('set-collection-status', args, id)
    expect(await outbox.all()).toHaveLength(1)
  })

  it('[S9] applies the decisions that the person makes during a push', async () => {
    const refusal = { code: 'not-found', message: 'No existe.' } as const
    const [sent, waiting, refused, discarded] = ['1', '2', '3', '4'].map((title) =>
      pendingMutation('update-collection', { id: collectionId, changes: { title } }),
    ) as [Pending, Pending, Pending, Pending]
    await outbox.put({ ...sent, refusal: null })
    await outbox.put({ ...waiting, refusal: null })
    await outbox.put({ ...refused, refusal })
    await outbox.put({ ...discarded, refusal })
    const push = holdPush()
    start()
    await push.hasBegun()
    await owned?.calls.retry(refused.id)
    for (const { id } of [discarded, sent, waiting]) await owned?.calls.discard(id)
    expect(await outbox.all()).toMatchObject([{ args: refused.args, refusal: null }])

    push.refuse()
    await until(async () => expect(await outbox.all()).toEqual([]))
    expect(push.sent).toEqual([sent.id, expect.any(String)])
    expect(await theCollection()).toMatchObject({ title: '3' })
  })

  it('[S10] announces before its first push ends that there is no replica', async () => {
    await left('set-collection-status', { id: collectionId, status: 'cerrada' })
    const push = holdPush()
    const { announced } = start()
    await push.hasBegun()
    await until(() => expect(announced).toMatchObject([{ replica: 'none', changes: [{}] }]))
  })

  it('stores nothing after it has ended, as at a sign-out, though a push is under way', async () => {
    await left('set-collection-status', { id: collectionId, status: 'cerrada' })
    const before = await outbox.all()
    const push = holdPush()
    start()
    await push.hasBegun()
    const args = { id: collectionId, changes: { title: 'Tarde' } }
    const made = owned?.calls.mutate('update-collection', args, newId())
    const retried = owned?.calls.retry(newId(), args)
    const sent = owned?.calls.send()
    const faults = [...recentFaults()]
    const ended = owned?.drop()
    expect(await Promise.allSettled([made, retried, sent])).toMatchObject([
      { reason: { code: 'unavailable' } },
      { reason: { code: 'unavailable' } },
      { reason: { code: 'unavailable' } },
    ])
    await ended
    push.refuse()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await outbox.all()).toEqual(before)
    expect(recentFaults()).toEqual(faults) // an end is no fault
  })
})

function start() {
  const clock = Object.assign(buildClock(app), { passesAtOnce: false })
  const announced: ReplicaState[] = []
  owned = ownOutbox({
    outbox,
    transport: network.transport,
    clock,
    announce: (event) => event.type === 'state' && announced.push(event.state),
  })
  return { clock, announced }
}

/** Holds the next push until it is refused. Later ones reach the server. */
function holdPush() {
  const { push } = network.transport
  const sent: (string | undefined)[] = []
  let refuse = () => {}
  network.transport.push = (changes, ...rest) => {
    const isFirst = sent.length === 0
    sent.push(...changes.map(({ id }) => id))
    if (!isFirst) return push(changes, ...rest)
    return new Promise((_resolve, reject) => {
      refuse = () => reject(new AppError('invalid-input', 'No.'))
    })
  }
  return {
    sent,
    hasBegun: () => until(() => expect(sent).toHaveLength(1)),
    refuse: () => refuse(),
  }
}

async function left(name: string, args: unknown): Promise<void> {
  await outbox.put({ ...pendingMutation(name, args), refusal: null })
}

async function theCollection() {
  return (await lucia.query('collection', { id: collectionId })).body
}

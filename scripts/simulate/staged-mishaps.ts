/*
 * Mishaps of several steps, which chance alone seldom brings about. Some check the replica at once,
 * because it is right again at the end of the run.
 */
import { MINUTE, SECOND } from '../../shared/time.ts'
import type { Device } from './device.ts'
import { actAnyhow, addTo, countOn, report } from './person-actions.ts'
import { anyDevice, pickRow, type Scene } from './scene.ts'
import { POISON } from './triggers.ts'

export const MOST_TABS = 3

export function wipe({ world }: Scene, device: Device): void {
  world.say(`${device.name}: the browser wipes its storage`)
  if (device.worker() === null) device.ledger.loseAll()
  device.disk.wipe()
}

/**
 * The browser deletes the device's storage while changes wait. Before all tabs end, only the outbox itself can write
 * its changes again.
 */
export async function wipeBeforeSending(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  disconnect(scene, device)
  await actAnyhow(world, device, registers)
  await world.pass(SECOND)
  wipe(scene, device)
  await world.pass(10 * SECOND)
  device.kill()
}

/** The tabs that wait for the owner must send their calls to the next one (S11). */
export async function closeOwnerUnderCalls(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  while (device.tabs.length < MOST_TABS) device.openTab()
  await world.pass(SECOND)
  for (let calls = 1; calls <= 4; calls += 1) await actAnyhow(world, device, registers)
  world.say(`${device.name}: the person closes the replica's owner`)
  device.tabs.find(({ worker }) => worker !== null)?.process.kill()
  await world.pass(30 * SECOND)
}

/**
 * The server refuses a change, and the person discards it, while there is no memory for the replica. When the replica
 * opens again, even offline, it must not show the change (S9).
 */
export async function settleWithoutReplica(scene: Scene, device: Device): Promise<void> {
  const { world } = scene
  if (device.disk.isFull) return
  const change = await changeAfterHandOver(scene, device)
  if (!change) return
  world.say(`${device.name}: ${change.id} is about to be refused without a replica`)
  await world.pass(5 * SECOND)

  await openAgain(device, { canHoldReplica: false })
  device.isOnline = true
  await world.pass(MINUTE)
  await change.handBack()
  for (const { id, refusal } of device.ledger.entries()) if (refusal) device.discard(id)
  await world.pass(SECOND)
  disconnect(scene, device)
  await openAgain(device, { canHoldReplica: true })
  await checkEffects(scene, device)

  async function openAgain(device: Device, { canHoldReplica }: Pick<Device, 'canHoldReplica'>) {
    device.kill()
    device.canHoldReplica = canHoldReplica
    device.openTab()
    await world.pass(5 * SECOND)
  }
}

/**
 * The engine fails while it undoes a refused change, and the device goes offline. The person discards the change before
 * the replica is filled again, and it must not show (S9).
 */
export async function discardAfterFailedUndo(scene: Scene, device: Device): Promise<void> {
  const { world } = scene
  const change = await changeAfterHandOver(scene, device)
  if (!change) return
  world.say(`${device.name}: the engine is about to fail as a refusal is undone`)
  device.ledger.onRefusal = () => {
    device.disk.failAfter(1, 'once')
    disconnect(scene, device)
  }
  goOnline(device)
  await world.pass(10 * SECOND)
  device.ledger.onRefusal = null
  await change.handBack()
  if (!device.ledger.entries().some(({ id, refusal }) => id === change.id && refusal)) return
  device.discard(change.id)
  await world.pass(SECOND)
  await checkEffects(scene, device)
}

/**
 * Opens a closed collection, adds to it and closes it, offline. The last change must not supersede the first, or the
 * server would refuse the one between them (S7).
 */
export async function openAddAndClose(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  const id = registers.idOf(device)
  if (!id) return actAnyhow(world, device, registers)
  const setStatus = async (status: string) => {
    device.mutate('set-collection-status', { id, status })
    await world.pass(SECOND)
  }
  await setStatus('cerrada')
  await world.pass(10 * SECOND)
  disconnect(scene, device)
  await setStatus('abierta')
  const added = addTo(world, device, id)
  await world.pass(SECOND)
  await setStatus('cerrada')
  goOnline(device)
  await world.pass(30 * SECOND)
  const refusal = device.ledger.entries().find((entry) => entry.id === added)?.refusal
  if (refusal?.code === 'collection-closed' && !scene.wasRestored) {
    world.fault(new Error(`${device.name}: ${added} was made before the collection was closed`))
  }
}

/** A push arrives after a later one of the same device, whose values must stay (S7). */
export async function countBehindHeldUpPush(scene: Scene, device: Device): Promise<void> {
  const { world, network, registers } = scene
  goOnline(device)
  if (!registers.idOf(device)) {
    countOn(world, device, registers)
    await world.pass(10 * SECOND)
  }
  network.holdUpPushOf = device.name
  for (let counts = 1; counts <= 2; counts += 1) {
    countOn(world, device, registers)
    await world.pass(SECOND)
  }
  await world.pass(MINUTE)
}

/**
 * The server fails on a change, and the next one waits behind it. The replica must show that one, also when it is
 * filled again and after the first is refused (S8, S9).
 */
export async function countBehindFailure(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  const id = registers.idOf(device)
  goOnline(device)
  if (id) device.mutate('update-collection', { id, changes: { description: POISON } })
  countOn(world, device, registers)
  await world.pass(SECOND)
  if (world.random.chance(0.5)) device.rebuild()
  await report(scene, device, id)
  await world.pass(2 * MINUTE)
}

/** A push arrives again after its change was refused, when the rules would allow it (S7). */
export async function repeatRefusedPush(scene: Scene): Promise<void> {
  const { world, network } = scene
  const device = anyDevice(scene)
  const change = await changeAfterHandOver(scene, device)
  if (!change) return
  goOnline(device)
  await world.pass(10 * SECOND)
  await change.handBack()
  network.repeatPush(device.name)
}

/** Changes a collection offline. The server will refuse that, because it has just handed the collection over. */
async function changeAfterHandOver(
  scene: Scene,
  device: Device,
): Promise<{ id: string; handBack(): Promise<void> } | null> {
  const { world, backend, people, deleted } = scene
  const collection = await ownCollection(scene, device)
  const owner = people.find(({ id }) => id === device.personId)
  const other = people.find((person) => person !== owner && person !== deleted)
  if (!collection || !owner || !other) return null
  disconnect(scene, device)
  world.say(`${collection} is handed over to ${other.firstName}, and soon back`)
  await backend.handOver(collection, other)
  await world.pass(SECOND)
  const changes = { accountIdentifier: 'Otra' }
  const id = device.mutate('update-collection', { id: collection, changes })
  return {
    id,
    async handBack() {
      await backend.handOver(collection, owner)
      await world.pass(SECOND)
    },
  }
}

/** Only waiting changes may have an effect on the replica. */
async function checkEffects({ world }: Scene, device: Device): Promise<void> {
  if (device.worker()?.state?.replica !== 'ready') return
  const wait = new Set(device.ledger.entries().flatMap(({ id, refusal }) => (refusal ? [] : [id])))
  const { rows } = await world.busy(() =>
    device.engine.query<{ id: string }>('select id from local_mutations order by id'),
  )
  for (const { id } of rows) if (!wait.has(id)) world.fault(new Error(`${id} still shows`))
}

function ownCollection(scene: Scene, device: Device): Promise<string | undefined> {
  const own = `creator_id = '${device.personId}' and deleted_at is null`
  return pickRow(scene, device, 'collections', own)
}

function goOnline(device: Device): void {
  device.isOnline = true
  device.tryNetwork()
}

function disconnect({ network }: Scene, device: Device): void {
  device.isOnline = false
  network.cut(device.name)
  device.tryNetwork()
}

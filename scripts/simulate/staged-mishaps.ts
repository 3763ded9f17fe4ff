/*
 * Mishaps of several steps, for what chance alone seldom brings about. Some look at the replica themselves, where
 * the rules at the end of a run would see nothing any more.
 */
import { MINUTE, SECOND } from '../../shared/time.ts'
import type { Device } from './device.ts'
import { actAnyhow, addTo, countOn, report } from './person-actions.ts'
import { POISON } from './poison.ts'
import { anyDevice, pickRow, type Scene } from './scene.ts'

export const MOST_TABS = 3

export function wipe({ world }: Scene, device: Device): void {
  world.say(`${device.name}: the browser wipes its storage`)
  if (device.worker() === null) device.ledger.loseAll()
  device.disk.wipe()
}

/** Nothing but the outbox itself writes what waits again, before all tabs end. */
export async function wipeBeforeSending(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  disconnect(scene, device)
  await actAnyhow(world, device, registers)
  await world.pass(SECOND)
  wipe(scene, device)
  await world.pass(10 * SECOND)
  device.kill()
}

/** The tabs that wait for the owner ask the next one, which need not be among them (S11). */
export async function closeOwnerUnderCalls(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  while (device.tabs.length < MOST_TABS) device.openTab()
  await world.pass(SECOND)
  for (let calls = 1; calls <= 4; calls += 1) await actAnyhow(world, device, registers)
  world.say(`${device.name}: a person closes the tab that owns the replica`)
  device.tabs.find(({ worker }) => worker !== null)?.life.end()
  await world.pass(30 * SECOND)
}

/**
 * A change that runs on the replica is refused and discarded while there is no memory for the replica. Once that
 * opens again, nothing of the change may show, even without a network (S9).
 */
export async function settleWithoutReplica(scene: Scene, device: Device): Promise<void> {
  const { world } = scene
  const collection = await ownCollection(scene, device)
  if (!collection || device.disk.isFull) return
  world.say(`${device.name}: the server is about to refuse a change, without memory for a replica`)
  disconnect(scene, device)
  device.mutate('update-collection', { id: collection, changes: { description: POISON } })
  await world.pass(5 * SECOND)

  await openAgain(device, { canHoldCopy: false })
  device.isOnline = true
  await world.pass(MINUTE)
  for (const { id, refusal } of device.ledger.entries()) if (refusal) device.discard(id)
  await world.pass(SECOND)
  disconnect(scene, device)
  await openAgain(device, { canHoldCopy: true })
  await checkEffects(scene, device)

  async function openAgain(device: Device, { canHoldCopy }: Pick<Device, 'canHoldCopy'>) {
    device.kill()
    device.canHoldCopy = canHoldCopy
    device.openTab()
    await world.pass(5 * SECOND)
  }
}

/**
 * The engine fails while the effect of a refused change is undone, and the network goes. The person discards the change
 * before the replica can be filled again (S9).
 */
export async function discardAfterFailedUndo(scene: Scene, device: Device): Promise<void> {
  const { world } = scene
  const change = await changeAfterHandOver(scene, device)
  if (!change) return
  world.say(`${device.name}: the engine is about to fail as a refusal is undone`)
  device.ledger.onRefusal = () => {
    device.engineFaults.failAfter(1, 'once')
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
 * Opens a closed collection, adds to it and closes it, offline. The last change must not take the place of the first:
 * the server would refuse the one between them (S7).
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

/** A push arrives after later changes of the same device: what they wrote must stay (S7). */
export async function countBehindHeldUpPush(scene: Scene, device: Device): Promise<void> {
  const { world, network, registers } = scene
  goOnline(device)
  network.holdUpPushOf = device.name
  for (let counts = 1; counts <= 2; counts += 1) {
    countOn(world, device, registers)
    await world.pass(SECOND)
  }
  await world.pass(MINUTE)
}

/**
 * The server fails on a change, and the next one waits behind it: that one must show on a replica made anew, and after
 * the first is refused (S8, S9).
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

/** A request arrives again after its change was refused, when it would be allowed (S7). */
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

/** Changes a collection, offline, that the server has just handed over, and so will refuse the change. */
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

/** Only changes that wait may have an effect on a replica. */
async function checkEffects({ world }: Scene, device: Device): Promise<void> {
  if (device.worker()?.state?.copy !== 'ready') return
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

/*
 * Fault injection in several steps: sequences that random mishaps (mishaps.ts) seldom produce. Some check the replica
 * at once, because it is correct again at the end of the run.
 */
import { MINUTE, SECOND } from '../../shared/time.ts'
import { POISON } from './audit-triggers.ts'
import type { Device } from './device.ts'
import { addTo, countOn, performAnyAction, report } from './person-actions.ts'
import { anyDevice, pickRow, type SimulatedSystem } from './simulated-system.ts'

export const MOST_TABS = 3

export function wipe({ scheduler }: SimulatedSystem, device: Device): void {
  scheduler.log(`${device.name}: the browser wipes its storage`)
  if (device.worker() === null) device.ledger.loseAll()
  device.disk.wipe()
}

/**
 * The browser deletes the device's storage while changes wait. Before all tabs end, only the outbox itself can write
 * its changes again.
 */
export async function wipeBeforeSending(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler, registers } = system
  disconnect(system, device)
  await performAnyAction(scheduler, device, registers)
  await scheduler.sleep(SECOND)
  wipe(system, device)
  await scheduler.sleep(10 * SECOND)
  device.kill()
}

/** The browser deletes the storage of a full device, and a replica of the same worker follows: it has what waits (S7). */
export async function rebuildAfterWipe(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler, registers } = system
  disconnect(system, device)
  await performAnyAction(scheduler, device, registers)
  await scheduler.sleep(SECOND)
  device.disk.isFull = true
  wipe(system, device)
  device.rebuild()
  await scheduler.sleep(10 * SECOND)
  device.disk.isFull = false
  await scheduler.sleep(10 * SECOND)
}

/** The tabs that wait for the owner must send their calls to the next one (S11). */
export async function closeOwnerUnderCalls(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler, registers } = system
  while (device.tabs.length < MOST_TABS) device.openTab()
  await scheduler.sleep(SECOND)
  for (let calls = 1; calls <= 4; calls += 1) await performAnyAction(scheduler, device, registers)
  scheduler.log(`${device.name}: the person closes the replica's owner`)
  device.tabs.find(({ worker }) => worker !== null)?.process.kill()
  await scheduler.sleep(30 * SECOND)
}

/**
 * The server refuses a change, and the person discards it, while there is no memory for the replica. When the replica
 * opens again, even offline, it must not show the change (S9).
 */
export async function settleWithoutReplica(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler } = system
  if (device.disk.isFull) return
  const change = await changeAfterHandOver(system, device)
  if (!change) return
  scheduler.log(`${device.name}: ${change.id} is about to be refused without a replica`)
  await scheduler.sleep(5 * SECOND)

  await openAgain(device, { canHoldReplica: false })
  device.isOnline = true
  await scheduler.sleep(MINUTE)
  await change.handBack()
  for (const { id, refusal } of device.ledger.entries()) if (refusal) device.discard(id)
  await scheduler.sleep(SECOND)
  disconnect(system, device)
  await openAgain(device, { canHoldReplica: true })
  await checkEffects(system, device)

  async function openAgain(device: Device, { canHoldReplica }: Pick<Device, 'canHoldReplica'>) {
    device.kill()
    device.canHoldReplica = canHoldReplica
    device.openTab()
    await scheduler.sleep(5 * SECOND)
  }
}

/**
 * The engine fails while it undoes a refused change, and the device goes offline. The person discards the change before
 * the replica is filled again, and it must not show (S9).
 */
export async function discardAfterFailedUndo(
  system: SimulatedSystem,
  device: Device,
): Promise<void> {
  const { scheduler } = system
  const change = await changeAfterHandOver(system, device)
  if (!change) return
  scheduler.log(`${device.name}: the engine is about to fail as a refusal is undone`)
  device.ledger.onRefusal = () => {
    device.disk.failAfter(1, 'once')
    disconnect(system, device)
  }
  goOnline(device)
  await scheduler.sleep(10 * SECOND)
  device.ledger.onRefusal = null
  await change.handBack()
  if (!device.ledger.entries().some(({ id, refusal }) => id === change.id && refusal)) return
  device.discard(change.id)
  await scheduler.sleep(SECOND)
  await checkEffects(system, device)
}

/**
 * Opens a closed collection, adds to it and closes it, offline. The last change must not supersede the first, or the
 * server would refuse the one between them (S7).
 */
export async function openAddAndClose(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler, registers } = system
  const id = registers.idOf(device)
  if (!id) return performAnyAction(scheduler, device, registers)
  const setStatus = async (status: string) => {
    device.mutate('set-collection-status', { id, status })
    await scheduler.sleep(SECOND)
  }
  await setStatus('cerrada')
  await scheduler.sleep(10 * SECOND)
  disconnect(system, device)
  await setStatus('abierta')
  const added = addTo(scheduler, device, id)
  await scheduler.sleep(SECOND)
  await setStatus('cerrada')
  goOnline(device)
  await scheduler.sleep(30 * SECOND)
  const refusal = device.ledger.entries().find((entry) => entry.id === added)?.refusal
  if (refusal?.code === 'collection-closed' && !system.wasRestored) {
    scheduler.fault(new Error(`${device.name}: ${added} was made before the collection was closed`))
  }
}

/** A push arrives after a later one of the same device, whose values must stay (S7). */
export async function countBehindHeldUpPush(
  system: SimulatedSystem,
  device: Device,
): Promise<void> {
  const { scheduler, network, registers } = system
  goOnline(device)
  if (!registers.idOf(device)) {
    countOn(scheduler, device, registers)
    await scheduler.sleep(10 * SECOND)
  }
  network.holdUpPushOf = device.name
  for (let counts = 1; counts <= 2; counts += 1) {
    countOn(scheduler, device, registers)
    await scheduler.sleep(SECOND)
  }
  await scheduler.sleep(MINUTE)
}

/**
 * The server fails on a change, and the next one waits behind it. The replica must show that one, also when it is
 * filled again and after the first is refused (S8, S9).
 */
export async function countBehindFailure(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler, registers } = system
  const id = registers.idOf(device)
  goOnline(device)
  if (id) device.mutate('update-collection', { id, changes: { description: POISON } })
  countOn(scheduler, device, registers)
  await scheduler.sleep(SECOND)
  if (scheduler.random.chance(0.5)) device.rebuild()
  await report(system, device, id)
  await scheduler.sleep(2 * MINUTE)
}

/** A push arrives again after its change was refused, when the rules would allow it (S7). */
export async function repeatRefusedPush(system: SimulatedSystem): Promise<void> {
  const { scheduler, network } = system
  const device = anyDevice(system)
  const change = await changeAfterHandOver(system, device)
  if (!change) return
  goOnline(device)
  await scheduler.sleep(10 * SECOND)
  await change.handBack()
  network.repeatPush(device.name)
}

/** Changes a collection offline. The server will refuse that, because it has just handed the collection over. */
async function changeAfterHandOver(
  system: SimulatedSystem,
  device: Device,
): Promise<{ id: string; handBack(): Promise<void> } | null> {
  const { scheduler, backend, people, deleted } = system
  const collection = await ownCollection(system, device)
  const owner = people.find(({ id }) => id === device.personId)
  const other = people.find((person) => person !== owner && person !== deleted)
  if (!collection || !owner || !other) return null
  disconnect(system, device)
  scheduler.log(`${collection} is handed over to ${other.firstName}, and soon back`)
  await backend.handOver(collection, other)
  await scheduler.sleep(SECOND)
  const changes = { accountIdentifier: 'Otra' }
  const id = device.mutate('update-collection', { id: collection, changes })
  return {
    id,
    async handBack() {
      await backend.handOver(collection, owner)
      await scheduler.sleep(SECOND)
    },
  }
}

/** Only waiting changes may have an effect on the replica. */
async function checkEffects({ scheduler }: SimulatedSystem, device: Device): Promise<void> {
  if (device.worker()?.state?.replica !== 'ready') return
  const wait = new Set(device.ledger.entries().flatMap(({ id, refusal }) => (refusal ? [] : [id])))
  const { rows } = await scheduler.busy(() =>
    device.engine.query<{ id: string }>('select id from local_mutations order by id'),
  )
  for (const { id } of rows) if (!wait.has(id)) scheduler.fault(new Error(`${id} still shows`))
}

function ownCollection(system: SimulatedSystem, device: Device): Promise<string | undefined> {
  const own = `creator_id = '${device.personId}' and deleted_at is null`
  return pickRow(system, device, 'collections', own)
}

function goOnline(device: Device): void {
  device.isOnline = true
  device.tryNetwork()
}

function disconnect({ network }: SimulatedSystem, device: Device): void {
  device.isOnline = false
  network.cut(device.name)
  device.tryNetwork()
}

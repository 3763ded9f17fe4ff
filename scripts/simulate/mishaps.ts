/* Mishaps of networks, browsers, servers, sessions and permissions. */
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import type { Device } from './device.ts'
import { CALM } from './network.ts'
import { actAnyhow, addMany, addTo, countOn, report } from './person-actions.ts'
import { POISON } from './poison.ts'
import { anyDevice, pickRow, type Scene } from './scene.ts'

const MOST_TABS = 3

/** One of many things that go wrong, chosen by chance. */
export async function mishap(scene: Scene): Promise<void> {
  const { world } = scene
  const device = anyDevice(scene)
  switch (world.random.whole(1, 4)) {
    case 1:
      return ofTheNetwork(scene, device)
    case 2:
      return ofTheBrowser(scene, device)
    case 3:
      return ofTheServer(scene)
    default:
      return world.random.chance(0.6) ? changeSight(scene) : changeSession(scene, device)
  }
}

async function ofTheNetwork({ world, network }: Scene, device: Device): Promise<void> {
  const { random } = world
  switch (random.whole(1, 4)) {
    case 1:
      network.weather = { storm: random.next(), longestDelayMs: random.pick([20, 500, 5 * SECOND]) }
      return world.say(`the weather turns: ${JSON.stringify(network.weather)}`)
    case 2:
      return network.cut(device.name)
    default:
      device.isOnline = !device.isOnline
      world.say(`${device.name}: is ${device.isOnline ? 'online' : 'offline'}`)
      if (!device.isOnline) network.cut(device.name)
      return device.tryNetwork()
  }
}

async function ofTheBrowser(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  const { random } = world
  const { tabs, disk } = device
  const tab = tabs[random.whole(0, Math.max(tabs.length - 1, 0))]
  if (!tab) return device.openTab()
  switch (random.whole(1, 20)) {
    case 1:
    case 2:
      if (tabs.length < MOST_TABS) device.openTab()
      return
    case 3:
    case 4: {
      disk.left = random.pick([
        'as it was',
        'as it was',
        'as flushed',
        'nothing',
        'another version',
      ])
      const worker = device.worker()
      const asked = random.pick([0, random.whole(1, 12), random.whole(1, 60)])
      world.say(`${device.name}: what owns the replica ends after ${asked} steps`)
      const owner = tabs.find((one) => one.worker === worker)
      if (asked === 0) return random.chance(0.5) ? device.kill() : owner?.life.end()
      return worker?.life.endAfter(asked)
    }
    case 5:
      world.say(`${device.name}: the browser puts a tab to sleep`)
      tab.life.freeze()
      world.after(random.pick([SECOND, 30 * SECOND, 2 * MINUTE]), () => tab.life.thaw())
      return
    case 6:
      if (random.chance(0.5)) return closeOwnerUnderCalls(scene, device)
      world.say(`${device.name}: a person closes a tab`)
      return tab.life.end()
    case 7: {
      const kind = random.pick(['once', 'once', 'damaged'] as const)
      world.say(`${device.name}: the engine is about to fail, ${kind}`)
      return device.engineFaults.failAfter(random.whole(1, 40), kind)
    }
    case 8:
      disk.isFull = !disk.isFull
      return world.say(`${device.name}: the disk ${disk.isFull ? 'is full' : 'has room again'}`)
    case 9:
      return random.chance(0.5) ? wipe(scene, device) : wipeBeforeSending(scene, device)
    case 10:
      device.clockError = random.pick([-DAY, -HOUR, 0, 0, HOUR, DAY])
      return world.say(`${device.name}: its clock is ${device.clockError / HOUR} h ahead`)
    case 11:
      device.canHoldCopy = !device.canHoldCopy
      return world.say(`${device.name}: has ${device.canHoldCopy ? '' : 'no '}memory for a replica`)
    case 12:
    case 13:
    case 14:
    case 15:
      return endBetweenCommits(scene, device)
    case 16:
      return settleWithoutReplica(scene, device)
    case 17:
      return discardAfterFailedUndo(scene, device)
    case 18:
      return openAddAndClose(scene, device)
    case 19:
      return countBehindHeldUpPush(scene, device)
    default:
      if (random.chance(0.1)) return addMany(world, device, registers.ids)
      return random.chance(0.5) ? device.rebuild() : device.forget()
  }
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

function ownCollection(scene: Scene, device: Device): Promise<string | undefined> {
  const own = `creator_id = '${device.personId}' and deleted_at is null`
  return pickRow(scene, device, 'collections', own)
}

function wipe({ world }: Scene, device: Device): void {
  world.say(`${device.name}: the browser wipes its storage`)
  if (device.worker() === null) device.ledger.loseAll()
  device.disk.wipe()
}

/** Nothing but the outbox itself writes what waits again, before all tabs end. */
async function wipeBeforeSending(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  disconnect(scene, device)
  await actAnyhow(world, device, registers)
  await world.pass(SECOND)
  wipe(scene, device)
  await world.pass(10 * SECOND)
  device.kill()
}

/** The tabs that wait for the owner ask the next one, which need not be among them (S11). */
async function closeOwnerUnderCalls(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  while (device.tabs.length < MOST_TABS) device.openTab()
  await world.pass(SECOND)
  for (let calls = 1; calls <= 4; calls += 1) await actAnyhow(world, device, registers)
  world.say(`${device.name}: a person closes the tab that owns the replica`)
  device.tabs.find(({ worker }) => worker !== null)?.life.end()
  await world.pass(30 * SECOND)
}

/**
 * Ends the replica's owner after one of the next commits, which bring another person's changes. The state that
 * stays on the disk shows whether two commits should have been one.
 */
async function endBetweenCommits(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  const { random } = world
  const commits = random.pick([1, 1, 2, 3])
  device.disk.left = 'as it was'
  world.say(`${device.name}: what owns the replica ends after ${commits} commits`)
  device.worker()?.life.endAfterCommits(commits)
  return random.chance(0.7) ? report(scene, device) : actAnyhow(world, anyDevice(scene), registers)
}

/**
 * A change that runs on the replica is refused and discarded while there is no memory for the replica. Once that
 * opens again, nothing of the change may show, even without a network (S9).
 */
async function settleWithoutReplica(scene: Scene, device: Device): Promise<void> {
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
async function discardAfterFailedUndo(scene: Scene, device: Device): Promise<void> {
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
async function openAddAndClose(scene: Scene, device: Device): Promise<void> {
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
async function countBehindHeldUpPush(scene: Scene, device: Device): Promise<void> {
  const { world, network, registers } = scene
  goOnline(device)
  network.holdUpPushOf = device.name
  for (let counts = 1; counts <= 2; counts += 1) {
    countOn(world, device, registers)
    await world.pass(SECOND)
  }
  await world.pass(MINUTE)
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

async function ofTheServer(scene: Scene): Promise<void> {
  const { world, backend, deleted } = scene
  const { random } = world
  switch (random.whole(1, 6)) {
    case 1: {
      const which = random.pick(['one', 'all'] as const)
      world.say(`${which} of the servers starts again`)
      return backend.restart(which)
    }
    case 2:
      world.say('the feed is trimmed')
      return backend.trimFeed()
    case 3:
      world.say('the server is backed up')
      return deleted ? undefined : backend.backUp()
    case 4:
      return deleted ? undefined : restoreAfterAnswer(scene)
    case 5:
      return repeatRefusedPush(scene)
    default:
      return deleted ? undefined : restoreServer(scene, random.pick(['command', 'folder']))
  }
}

/** Somebody signs out, in again, or as another person in the same browser. */
async function changeSession(scene: Scene, device: Device): Promise<void> {
  const { world, backend, people, deleted } = scene
  if (device.token === null) return signIn(scene, device)
  if (world.random.chance(0.2)) {
    world.say(`${device.name}: its person changes the password`)
    await backend.sessions.endOthers(device.personId, '')
    return signIn(scene, device)
  }
  if (world.random.chance(0.05) && deleted === null) return deleteAccount(scene, device)
  await backend.sessions.end(device.token)
  const other = people.find(({ id }) => id !== device.personId)
  const isOther = other !== undefined && other !== deleted && world.random.chance(0.4)
  device.token = isOther ? await backend.sessions.create(other.id) : null
  world.say(`${device.name}: is signed ${isOther ? `in as ${other.firstName}` : 'out'}`)
  device.tryNetwork()
}

export async function signIn({ world, backend }: Scene, device: Device): Promise<void> {
  if (device.token !== null) await backend.sessions.end(device.token)
  device.token = await backend.sessions.create(device.personId)
  world.say(`${device.name}: is signed in`)
  device.tryNetwork()
}

/** Their devices are looked at no more; what everybody else has must follow (S12). */
async function deleteAccount(scene: Scene, { personId }: Device): Promise<void> {
  const { world, backend, people } = scene
  const person = people.find(({ id }) => id === personId)
  if (!person) return
  world.say(`${person.firstName} deletes the account`)
  scene.deleted = person
  await backend.deleteAccount(person)
}

/** S12: who sees a row is decided anew, by something that no mutation does. */
async function changeSight(scene: Scene): Promise<void> {
  const { world, backend, people, deleted } = scene
  const { random } = world
  const device = anyDevice(scene)
  const person = people[random.whole(0, people.length - 1)]
  if (!person || person === deleted) return
  if (random.chance(0.3)) {
    const collection = await pickRow(scene, device, 'collections')
    if (!collection) return
    world.say(`${collection} is handed over to ${person.firstName}`)
    return backend.handOver(collection, person)
  }
  const known = random.chance(0.5) ? 'contributor_id is not null' : 'true'
  const contribution = await pickRow(scene, device, 'contributions', known)
  if (!contribution) return
  if (random.chance(0.3)) {
    world.say(`${contribution} gets its receipt`)
    return backend.attachReceipt(contribution)
  }
  const to = random.chance(0.7) ? person : null
  world.say(`${contribution} becomes ${to?.firstName ?? 'nobody'}'s`)
  return backend.link(contribution, to)
}

/** A server is restored between its answer to a device's changes and the snapshot or stream that follows. */
async function restoreAfterAnswer(scene: Scene): Promise<void> {
  const { world, network, registers } = scene
  const { random } = world
  const device = anyDevice(scene)
  if (device.tabs.length === 0) return
  const request = random.pick(['snapshot', 'stream'] as const)
  const by = random.pick(['command', 'folder'] as const)
  world.say(`${device.name}: the next ${request} comes from a server restored by ${by}`)
  network.before = {
    request,
    happen: async () => {
      if (!scene.deleted) await restoreServer(scene, by)
    },
  }
  await actAnyhow(world, device, registers)
  if (request === 'snapshot') device.rebuild()
  else network.cut(device.name)
  if (random.chance(0.5)) return

  network.weather = CALM
  device.isOnline = true
  device.disk.isFull = false
  device.engineFaults.failAfter(Number.POSITIVE_INFINITY, 'once')
  await signIn(scene, device)
  await world.pass(2 * MINUTE)
  const { copy, connection } = device.worker()?.state ?? {}
  const entries = JSON.stringify(device.ledger.entries().filter(({ refusal }) => refusal === null))
  // Without a replica there is no stream; on POISON the server may still be failing.
  if (copy === undefined || copy === 'none' || entries.includes(POISON)) return
  if (connection !== 'live') world.fault(new Error(`${device.name}: is ${connection}, not live`))
  if (entries !== '[]') world.fault(new Error(`${device.name}: on a live line waits ${entries}`))
}

/** A request arrives again after its change was refused, when it would be allowed (S7). */
async function repeatRefusedPush(scene: Scene): Promise<void> {
  const { world, network } = scene
  const device = anyDevice(scene)
  const change = await changeAfterHandOver(scene, device)
  if (!change) return
  goOnline(device)
  await world.pass(10 * SECOND)
  await change.handBack()
  network.repeatPush(device.name)
}

/** Changes that left the outboxes may be lost with the restored database; waiting ones must be applied again. */
async function restoreServer(scene: Scene, by: 'command' | 'folder'): Promise<void> {
  const { world, backend, network, devices, forgotten } = scene
  scene.wasRestored = true
  network.loseAnswers()
  const gone = new Set(await backend.restore(by))
  // In the devices' order: that of the database differs between two runs of one seed.
  const made = devices.flatMap(({ ledger }) => [...ledger.changes.keys()])
  const forgottenIds = made.filter((id) => gone.has(id))
  world.say(`the server is restored by ${by}; forgotten: ${forgottenIds.join(' ')}`)
  await scene.registers.forgetSeen(devices)
  const waiting = new Set(devices.flatMap(({ ledger }) => ledger.entries().map(({ id }) => id)))
  for (const id of gone) if (!waiting.has(id)) forgotten.add(id)
}

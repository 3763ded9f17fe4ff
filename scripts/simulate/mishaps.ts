/* Random mishaps of networks, browsers, servers, sessions and permissions. */
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import type { Device } from './device.ts'
import { CALM } from './network.ts'
import { actAnyhow, addMany, report } from './person-actions.ts'
import { anyDevice, pickRow, type Scene } from './scene.ts'
import {
  closeOwnerUnderCalls,
  countBehindFailure,
  countBehindHeldUpPush,
  discardAfterFailedUndo,
  MOST_TABS,
  openAddAndClose,
  repeatRefusedPush,
  settleWithoutReplica,
  wipe,
  wipeBeforeSending,
} from './staged-mishaps.ts'
import { POISON } from './triggers.ts'

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
      return world.random.chance(0.6) ? changeVisibility(scene) : changeSession(scene, device)
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
  switch (random.whole(1, 22)) {
    case 1:
    case 2:
      if (tabs.length < MOST_TABS) device.openTab()
      return
    case 3:
    case 4: {
      const states = ['as it was', 'as it was', 'as flushed', 'nothing', 'another version'] as const
      disk.left = random.pick(states)
      const worker = device.worker()
      const operations = random.pick([0, random.whole(1, 12), random.whole(1, 60)])
      world.say(`${device.name}: the replica's owner ends after ${operations} operations`)
      const owner = tabs.find((one) => one.worker === worker)
      if (operations > 0) return worker?.process.killAfter(operations)
      return random.chance(0.5) ? device.kill() : owner?.process.kill()
    }
    case 5:
      world.say(`${device.name}: the browser freezes a tab`)
      tab.process.freeze()
      world.after(random.pick([SECOND, 30 * SECOND, 2 * MINUTE]), () => tab.process.thaw())
      return
    case 6:
      if (random.chance(0.5)) return closeOwnerUnderCalls(scene, device)
      world.say(`${device.name}: a person closes a tab`)
      return tab.process.kill()
    case 7: {
      const kind = random.pick(['once', 'once', 'damaged'] as const)
      world.say(`${device.name}: the engine is about to fail, ${kind}`)
      return disk.failAfter(random.whole(1, 40), kind)
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
      device.canHoldReplica = !device.canHoldReplica
      return world.say(
        `${device.name}: has ${device.canHoldReplica ? '' : 'no '}memory for a replica`,
      )
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
    case 20:
    case 21:
      return countBehindFailure(scene, device)
    default:
      if (random.chance(0.1)) return addMany(world, device, registers.ids, 250)
      return random.chance(0.5) ? device.rebuild() : device.forget()
  }
}

/**
 * Ends the replica's owner after one of the next commits, which bring another person's changes. The rows on the disk
 * then show whether two commits should have been one.
 */
async function endBetweenCommits(scene: Scene, device: Device): Promise<void> {
  const { world, registers } = scene
  const { random } = world
  const commits = random.pick([1, 1, 2, 3])
  device.disk.left = 'as it was'
  world.say(`${device.name}: the replica's owner ends after ${commits} commits`)
  device.worker()?.process.killAfterCommits(commits)
  return random.chance(0.7) ? report(scene, device) : actAnyhow(world, anyDevice(scene), registers)
}

async function ofTheServer(scene: Scene): Promise<void> {
  const { world, backend, deleted } = scene
  const { random } = world
  switch (random.whole(1, 6)) {
    case 1: {
      const which = random.pick(['one', 'all'] as const)
      world.say(`${which} of the servers restarts`)
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

/** Signs the person out, in again, or another person in. */
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

/** Other people's replicas must lose the rows (S12). The person's own devices are no longer checked. */
async function deleteAccount(scene: Scene, { personId }: Device): Promise<void> {
  const { world, backend, people } = scene
  const person = people.find(({ id }) => id === personId)
  if (!person) return
  world.say(`${person.firstName} deletes the account`)
  scene.deleted = person
  await backend.deleteAccount(person)
}

/** Changes who sees a row, without a mutation (S12). */
async function changeVisibility(scene: Scene): Promise<void> {
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

/** Restores the server between its response to a device's push and the next snapshot or stream. */
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
  device.disk.failAfter(Number.POSITIVE_INFINITY, 'once')
  await signIn(scene, device)
  await world.pass(2 * MINUTE)
  const { replica, connection } = device.worker()?.state ?? {}
  const entries = JSON.stringify(device.ledger.pending())
  // Without a replica there is no stream. The server may still be failing on POISON.
  if (replica === undefined || replica === 'none' || entries.includes(POISON)) return
  if (connection !== 'live') world.fault(new Error(`${device.name}: is ${connection}, not live`))
  if (entries !== '[]')
    world.fault(new Error(`${device.name}: ${entries} still wait although it is live`))
}

/** May lose refusals, and changes that have left the outboxes, but none that still waits in one. */
async function restoreServer(scene: Scene, by: 'command' | 'folder'): Promise<void> {
  const { world, backend, network, devices, forgotten } = scene
  scene.wasRestored = true
  network.loseAnswers()
  const gone = new Set(await backend.restore(by))
  // In the devices' order, because the database's order differs between two runs of a seed.
  const made = devices.flatMap(({ ledger }) => [...ledger.changes.keys()])
  const forgottenIds = made.filter((id) => gone.has(id))
  world.say(`the server is restored by ${by}; lost: ${forgottenIds.join(' ')}`)
  await scene.registers.forgetSeen(devices)
  const waiting = new Set(devices.flatMap(({ ledger }) => ledger.pending().map(({ id }) => id)))
  for (const id of gone) if (!waiting.has(id)) forgotten.add(id)
}

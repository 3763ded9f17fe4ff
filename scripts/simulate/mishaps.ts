/* Fault injection: each mishap is a random failure of a network, browser, server, session or permission. */
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import { POISON } from './audit-triggers.ts'
import type { Device } from './device.ts'
import { GOOD_CONDITIONS } from './network.ts'
import { addMany, performAnyAction, report } from './person-actions.ts'
import { anyDevice, pickRow, type SimulatedSystem } from './simulated-system.ts'
import {
  closeOwnerUnderCalls,
  countBehindFailure,
  countBehindHeldUpPush,
  discardAfterFailedUndo,
  MOST_TABS,
  openAddAndClose,
  rebuildAfterWipe,
  repeatRefusedPush,
  settleWithoutReplica,
  wipe,
  wipeBeforeSending,
} from './staged-mishaps.ts'

export async function mishap(system: SimulatedSystem): Promise<void> {
  const { scheduler } = system
  const device = anyDevice(system)
  switch (scheduler.random.whole(1, 4)) {
    case 1:
      return networkMishap(system, device)
    case 2:
      return browserMishap(system, device)
    case 3:
      return serverMishap(system)
    default:
      return scheduler.random.chance(0.6) ? changeVisibility(system) : changeSession(system, device)
  }
}

async function networkMishap(
  { scheduler, network }: SimulatedSystem,
  device: Device,
): Promise<void> {
  const { random } = scheduler
  switch (random.whole(1, 4)) {
    case 1:
      network.conditions = {
        faultRate: random.next(),
        longestDelayMs: random.pick([20, 500, 5 * SECOND]),
      }
      return scheduler.log(`network conditions: ${JSON.stringify(network.conditions)}`)
    case 2:
      return network.cut(device.name)
    default:
      device.isOnline = !device.isOnline
      scheduler.log(`${device.name}: is ${device.isOnline ? 'online' : 'offline'}`)
      if (!device.isOnline) network.cut(device.name)
      return device.tryNetwork()
  }
}

async function browserMishap(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler, registers } = system
  const { random } = scheduler
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
      scheduler.log(`${device.name}: the replica's owner ends after ${operations} operations`)
      const owner = tabs.find((one) => one.worker === worker)
      if (operations > 0) return worker?.process.killAfter(operations)
      return random.chance(0.5) ? device.kill() : owner?.process.kill()
    }
    case 5:
      scheduler.log(`${device.name}: the browser freezes a tab`)
      tab.process.freeze()
      scheduler.after(random.pick([SECOND, 30 * SECOND, 2 * MINUTE]), () => tab.process.thaw())
      return
    case 6:
      if (random.chance(0.5)) return closeOwnerUnderCalls(system, device)
      scheduler.log(`${device.name}: a person closes a tab`)
      return tab.process.kill()
    case 7: {
      const kind = random.pick(['once', 'once', 'damaged'] as const)
      scheduler.log(`${device.name}: the engine is about to fail, ${kind}`)
      return disk.failAfter(random.whole(1, 40), kind)
    }
    case 8:
      disk.isFull = !disk.isFull
      return scheduler.log(`${device.name}: the disk ${disk.isFull ? 'is full' : 'has room again'}`)
    case 9:
      return random.pick([wipe, wipeBeforeSending, rebuildAfterWipe])(system, device)
    case 10:
      device.clockSkew = random.pick([-DAY, -HOUR, 0, 0, HOUR, DAY])
      return scheduler.log(`${device.name}: its clock is ${device.clockSkew / HOUR} h ahead`)
    case 11:
      device.canHoldReplica = !device.canHoldReplica
      return scheduler.log(
        `${device.name}: has ${device.canHoldReplica ? '' : 'no '}memory for a replica`,
      )
    case 12:
    case 13:
    case 14:
    case 15:
      return endBetweenCommits(system, device)
    case 16:
      return settleWithoutReplica(system, device)
    case 17:
      return discardAfterFailedUndo(system, device)
    case 18:
      return openAddAndClose(system, device)
    case 19:
      return countBehindHeldUpPush(system, device)
    case 20:
    case 21:
      return countBehindFailure(system, device)
    default:
      if (random.chance(0.1)) return addMany(scheduler, device, registers.ids, 250)
      return random.chance(0.5) ? device.rebuild() : device.forget()
  }
}

/**
 * Ends the replica's owner after one of the next commits, which bring another person's changes. The rows on the disk
 * then show whether two commits should have been one.
 */
async function endBetweenCommits(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler, registers } = system
  const { random } = scheduler
  const commits = random.pick([1, 1, 2, 3])
  device.disk.left = 'as it was'
  scheduler.log(`${device.name}: the replica's owner ends after ${commits} commits`)
  device.worker()?.process.killAfterCommits(commits)
  return random.chance(0.7)
    ? report(system, device)
    : performAnyAction(scheduler, anyDevice(system), registers)
}

async function serverMishap(system: SimulatedSystem): Promise<void> {
  const { scheduler, backend, deleted } = system
  const { random } = scheduler
  switch (random.whole(1, 6)) {
    case 1: {
      const which = random.pick(['one', 'all'] as const)
      scheduler.log(`${which} of the servers restarts`)
      return backend.restart(which)
    }
    case 2:
      scheduler.log('the feed is trimmed')
      return backend.trimFeed()
    case 3:
      scheduler.log('the server is backed up')
      return deleted ? undefined : backend.backUp()
    case 4:
      return deleted ? undefined : restoreAfterAnswer(system)
    case 5:
      return repeatRefusedPush(system)
    default:
      return deleted ? undefined : restoreServer(system, random.pick(['command', 'folder']))
  }
}

/** Signs the person out, in again, or another person in. */
async function changeSession(system: SimulatedSystem, device: Device): Promise<void> {
  const { scheduler, backend, people, deleted } = system
  if (device.token === null) return signIn(system, device)
  if (scheduler.random.chance(0.2)) {
    scheduler.log(`${device.name}: its person changes the password`)
    await backend.sessions.endOthers(device.personId, '')
    return signIn(system, device)
  }
  if (scheduler.random.chance(0.05) && deleted === null) return deleteAccount(system, device)
  await backend.sessions.end(device.token)
  const other = people.find(({ id }) => id !== device.personId)
  const isOther = other !== undefined && other !== deleted && scheduler.random.chance(0.4)
  device.token = isOther ? await backend.sessions.create(other.id) : null
  scheduler.log(`${device.name}: is signed ${isOther ? `in as ${other.firstName}` : 'out'}`)
  device.tryNetwork()
}

export async function signIn(
  { scheduler, backend }: SimulatedSystem,
  device: Device,
): Promise<void> {
  if (device.token !== null) await backend.sessions.end(device.token)
  device.token = await backend.sessions.create(device.personId)
  scheduler.log(`${device.name}: is signed in`)
  device.tryNetwork()
}

/** Other people's replicas must lose the rows (S12). The person's own devices are no longer checked. */
async function deleteAccount(system: SimulatedSystem, { personId }: Device): Promise<void> {
  const { scheduler, backend, people } = system
  const person = people.find(({ id }) => id === personId)
  if (!person) return
  scheduler.log(`${person.firstName} deletes the account`)
  system.deleted = person
  await backend.deleteAccount(person)
}

/** Changes who sees a row, without a mutation (S12). */
async function changeVisibility(system: SimulatedSystem): Promise<void> {
  const { scheduler, backend, people, deleted } = system
  const { random } = scheduler
  const device = anyDevice(system)
  const person = people[random.whole(0, people.length - 1)]
  if (!person || person === deleted) return
  if (random.chance(0.3)) {
    const collection = await pickRow(system, device, 'collections')
    if (!collection) return
    scheduler.log(`${collection} is handed over to ${person.firstName}`)
    return backend.handOver(collection, person)
  }
  const known = random.chance(0.5) ? 'contributor_id is not null' : 'true'
  const contribution = await pickRow(system, device, 'contributions', known)
  if (!contribution) return
  if (random.chance(0.3)) {
    scheduler.log(`${contribution} gets its receipt`)
    return backend.attachReceipt(contribution)
  }
  const to = random.chance(0.7) ? person : null
  scheduler.log(`${contribution} becomes ${to?.firstName ?? 'nobody'}'s`)
  return backend.link(contribution, to)
}

/** Restores the server between its response to a device's push and the next snapshot or stream. */
async function restoreAfterAnswer(system: SimulatedSystem): Promise<void> {
  const { scheduler, network, registers } = system
  const { random } = scheduler
  const device = anyDevice(system)
  if (device.tabs.length === 0) return
  const request = random.pick(['snapshot', 'stream'] as const)
  const by = random.pick(['command', 'folder'] as const)
  scheduler.log(`${device.name}: the next ${request} comes from a server restored by ${by}`)
  network.before = {
    request,
    happen: async () => {
      if (!system.deleted) await restoreServer(system, by)
    },
  }
  await performAnyAction(scheduler, device, registers)
  if (request === 'snapshot') device.rebuild()
  else network.cut(device.name)
  if (random.chance(0.5)) return

  network.conditions = GOOD_CONDITIONS
  device.isOnline = true
  device.disk.isFull = false
  device.disk.failAfter(Number.POSITIVE_INFINITY, 'once')
  await signIn(system, device)
  await scheduler.sleep(2 * MINUTE)
  const { replica, connection } = device.worker()?.state ?? {}
  const entries = JSON.stringify(device.ledger.pending())
  // Without a replica there is no stream. The server may still be failing on POISON.
  if (replica === undefined || replica === 'none' || entries.includes(POISON)) return
  if (connection !== 'live')
    scheduler.fault(new Error(`${device.name}: is ${connection}, not live`))
  if (entries !== '[]')
    scheduler.fault(new Error(`${device.name}: ${entries} still wait although it is live`))
}

/** May lose refusals, and changes that have left the outboxes, but none that still waits in one. */
async function restoreServer(system: SimulatedSystem, by: 'command' | 'folder'): Promise<void> {
  const { scheduler, backend, network, devices, forgotten } = system
  system.wasRestored = true
  network.loseAnswers()
  const gone = new Set(await backend.restore(by))
  // In the devices' order, because the database's order differs between two runs of a seed.
  const made = devices.flatMap(({ ledger }) => [...ledger.changes.keys()])
  const forgottenIds = made.filter((id) => gone.has(id))
  scheduler.log(`the server is restored by ${by}; lost: ${forgottenIds.join(' ')}`)
  await system.registers.forgetSeen(devices)
  const waiting = new Set(devices.flatMap(({ ledger }) => ledger.pending().map(({ id }) => id)))
  for (const id of gone) if (!waiting.has(id)) forgotten.add(id)
}

/*
 * One run: people, their devices and a server live through some bad weather, and then everything must
 * have found its place (DESIGN 4). The same seed is the same run.
 */
import type { PGlite } from '@electric-sql/pglite'
import * as z from 'zod/mini'
import type { Database } from '../../server/data/database.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import { updateCollection } from '../../shared/mutations/update-collection.ts'
import { namedMutation } from '../../shared/named-mutation.ts'
import { id as uuid } from '../../shared/validation.ts'
import { type Backend, createBackend } from './backend.ts'
import { findFaults } from './checks.ts'
import { createDevice, type Device } from './device.ts'
import { forgetEffects } from './effects.ts'
import { createLife } from './life.ts'
import { CALM, createNetwork, type Network } from './network.ts'
import { actSomehow, addMany, form, renameSomehow } from './person-actions.ts'
import { createRegisters, type Registers } from './registers.ts'
import { createWorld, type World } from './world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MOST_TABS = 3

/** What runs are made on, one after another; each leaves it as it was. */
export interface Stage {
  database: Database
  /** With the tables of migrations/browser: one for each device. */
  engines: readonly PGlite[]
}

export interface Run {
  seed: number
  /** What happened, a line each. */
  story: readonly string[]
  /** What does not hold at the end; empty when all is well. */
  faults: string[]
}

export async function simulate(stage: Stage, seed: number, steps: number): Promise<Run> {
  const world = createWorld(seed)
  const people = await addPeople(stage.database)
  const ids = people.map(({ id }) => id)
  const backend = await createBackend(world, stage.database, ids)
  const network = createNetwork(world, backend)
  const forgotten = new Set<string>()
  const registers = createRegisters(world, forgotten)
  const devices = stage.engines
    .slice(0, world.random.whole(2, stage.engines.length))
    .map((engine, index) => {
      const person = people[index % people.length]
      if (!person) throw new Error('Nobody is there')
      const name = `${person.firstName}'s ${index < people.length ? 'phone' : 'laptop'}`
      return createDevice({
        world,
        network,
        name,
        personId: person.id,
        engine,
        observe: registers.observe,
      })
    })
  const scene: Scene = {
    world,
    backend,
    network,
    devices,
    people,
    forgotten,
    registers,
    wasRestored: false,
    deleted: null,
  }

  const faults: string[] = []
  mutations.set(rename.name, rename)
  try {
    await backend.backUp()
    for (const device of devices) {
      await signIn(scene, device)
      device.openTab()
    }
    for (let step = 1; step <= steps; step += 1) {
      await somethingHappens(scene)
      await world.pass(pause(world))
    }
    await heal(scene)
    await doOneMoreThing(scene)
    const { database } = stage
    const checked = living(scene)
    faults.push(
      ...(await findFaults(database, checked, forgotten, scene.wasRestored)),
      ...(await registers.compare(database, checked)),
    )
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && !(error instanceof AppError))
      world.say(error.stack?.slice(0, 600) ?? '')
  } finally {
    mutations.delete(rename.name)
  }
  for (const fault of faults) world.say(`FAULT ${fault}`)
  for (const device of devices) device.kill()
  for (const { disk } of devices) {
    disk.left = 'nothing'
    await disk.openEngine(createLife(world))
  }
  await backend.restart('all')
  await clear(stage, ids)
  return { seed, story: world.story, faults }
}

/** A mutation whose arguments were others in the release before: one that waits keeps its meaning (S7). */
const rename = namedMutation({
  name: 'rename',
  args: z.object({ id: uuid, title: z.string() }),
  upgrades: [
    (args) => {
      const { collection, name } = args as { collection: string; name: string }
      return { id: collection, title: name }
    },
  ],
  run: (tx, { id, title }, actor) => updateCollection.apply(tx, { id, changes: { title } }, actor),
})

interface Person {
  id: string
  email: string
  firstName: string
}

interface Scene {
  world: World
  backend: Backend
  network: Network
  devices: readonly Device[]
  people: readonly Person[]
  forgotten: Set<string>
  registers: Registers
  wasRestored: boolean
  /** Whose account was deleted. */
  deleted: Person | null
}

/** The devices whose person still has an account. */
function living({ devices, deleted }: Scene): Device[] {
  return devices.filter(({ personId }) => personId !== deleted?.id)
}

/** Mostly people do things; what goes wrong around them is rarer, and has its share of every run. */
async function somethingHappens(scene: Scene): Promise<void> {
  const { world } = scene
  const luck = world.random.next()
  if (luck < 0.2) return report(scene)
  if (luck < 0.45) return mishap(scene)
  const device = anyDevice(scene)
  if (device.tabs.length === 0) return device.openTab()
  return actAnyhow(scene, device)
}

async function actAnyhow({ world, registers }: Scene, device: Device): Promise<void> {
  const luck = world.random.next()
  if (luck < 0.2) return registers.count(device, form(world))
  if (luck < 0.25) return renameSomehow(world, device, registers.ids)
  return actSomehow(world, device, registers.ids)
}

function anyDevice(scene: Scene): Device {
  const [first, ...others] = living(scene)
  if (!first) throw new Error('No device is there')
  return scene.world.random.pick([first, ...others])
}

/** A guest, or somebody who is signed in, reports a transfer to any open collection. */
async function report(scene: Scene): Promise<void> {
  const { world, backend, people, deleted } = scene
  const { random } = world
  const target = await pickRow(scene, anyDevice(scene), 'collections')
  if (!target) return
  const chosen = people[random.whole(0, people.length * 2 - 1)]
  const by = chosen === deleted ? undefined : chosen
  const filed = {
    id: newId(),
    contributorName: by?.firstName ?? 'Julieta Romero',
    contributorEmail: by?.email ?? 'julieta@example.com',
    amount: random.whole(1, 500_000),
    paymentMethod: 'Transferencia' as const,
    message: '',
    hasReceipt: random.chance(0.3),
  }
  world.say(`${by?.firstName ?? 'a guest'} reports ${filed.id} to ${target}`)
  const user = by && { ...by, lastName: 'Fernández', defaultBankAccount: null, isAdmin: false }
  await backend.report(target, filed, user ?? null)
}

async function mishap(scene: Scene): Promise<void> {
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

async function ofTheBrowser({ world, registers }: Scene, device: Device): Promise<void> {
  const { random } = world
  const { tabs, disk } = device
  const tab = tabs[random.whole(0, Math.max(tabs.length - 1, 0))]
  if (!tab) return device.openTab()
  switch (random.whole(1, 12)) {
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
      if (random.chance(0.4)) {
        const commits = random.whole(1, 6)
        world.say(`${device.name}: what owns the replica ends after ${commits} commits`)
        return worker?.life.endAfterCommits(commits)
      }
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
      world.say(`${device.name}: the browser wipes its storage`)
      if (device.worker() === null) device.ledger.loseAll()
      return disk.wipe()
    case 10:
      device.clockError = random.pick([-DAY, -HOUR, 0, 0, HOUR, DAY])
      return world.say(`${device.name}: its clock is ${device.clockError / HOUR} h ahead`)
    case 11:
      device.canHoldCopy = !device.canHoldCopy
      return world.say(`${device.name}: has ${device.canHoldCopy ? '' : 'no '}memory for a replica`)
    default:
      if (random.chance(0.1)) return addMany(world, device, registers.ids)
      return random.chance(0.5) ? device.rebuild() : device.forget()
  }
}

async function ofTheServer(scene: Scene): Promise<void> {
  const { world, backend, deleted } = scene
  const { random } = world
  switch (random.whole(1, 5)) {
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
      return deleted ? undefined : restoreDuringFill(scene)
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

async function signIn({ world, backend }: Scene, device: Device): Promise<void> {
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
  const contribution = await pickRow(scene, device, 'contributions')
  if (!contribution) return
  if (random.chance(0.3)) {
    world.say(`${contribution} gets its receipt`)
    return backend.attachReceipt(contribution)
  }
  const to = random.chance(0.7) ? person : null
  world.say(`${contribution} becomes ${to?.firstName ?? 'nobody'}'s`)
  return backend.link(contribution, to)
}

/** The id of a row that the device shows, and that is no register. */
async function pickRow(
  { world, registers }: Scene,
  { engine }: Device,
  table: 'collections' | 'contributions',
): Promise<string | undefined> {
  const { rows } = await world.busy(() =>
    engine.query<{ id: string }>(`select id from ${table} order by id`),
  )
  const ids = rows.map(({ id }) => id).filter((id) => !registers.ids.has(id))
  return ids[world.random.whole(0, Math.max(ids.length - 1, 0))]
}

/** A device fills its replica from a server that is restored after it has answered the device's changes. */
async function restoreDuringFill(scene: Scene): Promise<void> {
  const { world, network } = scene
  const device = anyDevice(scene)
  if (device.tabs.length === 0) return
  world.say(`${device.name}: the next snapshot comes from a restored server`)
  network.beforeSnapshot = async () => {
    // By a copied folder the epoch stays, and nothing tells that the answers are of another history.
    if (!scene.deleted) await restoreServer(scene, 'command')
  }
  await actAnyhow(scene, device)
  device.rebuild()
}

/** What a device has let go of may be gone with it; what still waits in an outbox must be done again. */
async function restoreServer(scene: Scene, by: 'command' | 'folder'): Promise<void> {
  const { world, backend, network, devices, forgotten } = scene
  scene.wasRestored = true
  network.loseAnswers()
  const gone = await backend.restore(by)
  world.say(`the server is restored by ${by}; forgotten: ${gone.join(' ')}`)
  await scene.registers.forgetSeen(devices)
  const waiting = new Set(devices.flatMap(({ ledger }) => ledger.entries().map(({ id }) => id)))
  for (const id of gone) if (!waiting.has(id)) forgotten.add(id)
}

/** Most things follow at once; now and then there is time for all that waits. */
function pause({ random }: World): number {
  return random.pick([0, 1, 5, 20, 100, 100, SECOND, SECOND, 5 * SECOND, 45 * SECOND])
}

async function heal(scene: Scene): Promise<void> {
  const { world, network } = scene
  world.say('calm')
  network.weather = CALM
  network.beforeSnapshot = null
  for (const device of living(scene)) {
    device.isOnline = true
    device.canHoldCopy = true
    device.disk.isFull = false
    device.engineFaults.failAfter(Number.POSITIVE_INFINITY, 'once')
    // One of its workers may have had no memory, or be told to end in a while.
    device.kill()
    device.openTab()
    device.openTab()
    await signIn(scene, device)
  }
  await world.pass(5 * MINUTE)
}

/** On lines that stay open everything must settle by itself: a reconnect would settle it otherwise. */
async function doOneMoreThing(scene: Scene): Promise<void> {
  for (const device of living(scene)) await actAnyhow(scene, device)
  await scene.world.pass(2 * MINUTE)
}

async function addPeople(database: Database): Promise<Person[]> {
  const people = ['Lucía', 'Bruno'].map((firstName) => {
    const id = newId()
    return { id, firstName, email: `${id}@example.com` }
  })
  for (const { id, email, firstName } of people) {
    await database.query(
      `insert into users (id, email, first_name, last_name, email_confirmed_at)
       values ($1, $2, $3, 'Fernández', now())`,
      [id, email, firstName],
    )
  }
  return people
}

async function clear({ database }: Stage, people: readonly string[]): Promise<void> {
  await database.query('delete from users where id = any($1::uuid[])', [people])
  await database.query('select renew_epoch()')
  await forgetEffects(database)
}

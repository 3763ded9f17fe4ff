/*
 * One run: people, their devices and a server live through some bad weather, and then everything must
 * have found its place (DESIGN 4). The same seed is the same run.
 */
import type { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../server/data/database.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { type Backend, createBackend } from './backend.ts'
import { findFaults } from './checks.ts'
import { createDevice, type Device } from './device.ts'
import { forgetEffects } from './effects.ts'
import { CALM, createNetwork, type Network } from './network.ts'
import { actSomehow } from './person-actions.ts'
import { createWorld, type World } from './world.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

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
  const devices = stage.engines
    .slice(0, world.random.whole(2, stage.engines.length))
    .map((engine, index) => {
      const person = people[index % people.length]
      if (!person) throw new Error('Nobody is there')
      const name = `${person.firstName}'s ${index < people.length ? 'phone' : 'laptop'}`
      return createDevice({ world, network, name, personId: person.id, engine })
    })
  const scene = { world, backend, network, devices, people, forgotten, wasRestored: false }

  const faults: string[] = []
  try {
    await backend.backUp()
    for (const device of devices) {
      await signIn(scene, device)
      await device.open()
    }
    for (let step = 1; step <= steps; step += 1) {
      await somethingHappens(scene)
      await world.pass(pause(world))
    }
    await heal(scene)
    await doOneMoreThing(scene)
    faults.push(...(await findFaults(stage.database, devices, forgotten, scene.wasRestored)))
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && !(error instanceof AppError))
      world.say(error.stack?.slice(0, 600) ?? '')
  }
  for (const fault of faults) world.say(`FAULT ${fault}`)
  for (const device of devices) device.close(0, 'nothing')
  await backend.restart('all')
  await clear(stage, ids)
  return { seed, story: world.story, faults }
}

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
  wasRestored: boolean
}

/** Mostly people do things; what goes wrong around them is rarer, and has its share of every run. */
async function somethingHappens(scene: Scene): Promise<void> {
  const { world, devices } = scene
  const luck = world.random.next()
  if (luck < 0.2) return report(scene)
  if (luck < 0.4) return mishap(scene)
  const device = devices[world.random.whole(0, devices.length - 1)]
  if (!device) return
  if (device.isOn) await actSomehow(world, device)
  else await device.open()
}

/** A guest, or somebody who is signed in, reports a transfer to any open collection. */
async function report({ world, backend, people, devices }: Scene): Promise<void> {
  const { random } = world
  const device = devices[random.whole(0, devices.length - 1)]
  if (!device) return
  const { rows } = await world.busy(() =>
    device.engine.query<{ id: string }>('select id from collections order by id'),
  )
  const target = rows[random.whole(0, Math.max(rows.length - 1, 0))]
  if (!target) return
  const by = people[random.whole(0, people.length * 2 - 1)]
  const filed = {
    id: newId(),
    contributorName: by?.firstName ?? 'Julieta Romero',
    contributorEmail: by?.email ?? 'julieta@example.com',
    amount: random.whole(1, 500_000),
    paymentMethod: 'Transferencia' as const,
    message: '',
    hasReceipt: false,
  }
  world.say(`${by?.firstName ?? 'a guest'} reports ${filed.id} to ${target.id}`)
  const user = by && { ...by, lastName: 'Fernández', defaultBankAccount: null, isAdmin: false }
  await backend.report(target.id, filed, user ?? null)
}

async function mishap(scene: Scene): Promise<void> {
  const { world, backend, network, devices } = scene
  const { random } = world
  const device = devices[random.whole(0, devices.length - 1)]
  if (!device) return
  switch (random.whole(1, 18)) {
    case 1:
    case 2:
      network.weather = { storm: random.next(), longestDelayMs: random.pick([20, 500, 5 * SECOND]) }
      return world.say(`the weather turns: ${JSON.stringify(network.weather)}`)
    case 3:
      return network.cut(device.name)
    case 4:
      device.isOnline = !device.isOnline
      world.say(`${device.name}: is ${device.isOnline ? 'online' : 'offline'}`)
      if (device.isOnline) return device.client()?.tryNetwork()
      return network.cut(device.name)
    case 5:
    case 6:
    case 7:
      return device.close(
        random.pick([0, random.whole(1, 12), random.whole(1, 60)]),
        random.pick(['as it was', 'an older one', 'nothing', 'another version']),
        random.chance(0.5),
      )
    case 8:
      world.say(`${device.name}: writes its copy to the disk`)
      return device.flush()
    case 9: {
      const which = random.pick(['one', 'all'] as const)
      world.say(`${which} of the servers starts again`)
      return backend.restart(which)
    }
    case 10:
      if (random.chance(0.4)) {
        world.say('the server is backed up')
        return backend.backUp()
      }
      return restoreServer(scene)
    case 11:
      world.say('the feed is trimmed')
      return backend.trimFeed()
    case 12:
    case 13:
    case 14:
    case 15:
      return changeSight(scene)
    case 16:
      device.clockError = random.pick([-DAY, -HOUR, 0, 0, HOUR, DAY])
      return world.say(`${device.name}: its clock is ${device.clockError / HOUR} h ahead`)
    default:
      return changeSession(scene, device)
  }
}

/** Somebody signs out, in again, or as another person in the same browser. */
async function changeSession(scene: Scene, device: Device): Promise<void> {
  const { world, backend, people } = scene
  if (device.token === null) return signIn(scene, device)
  await backend.sessions.end(device.token)
  const other = people.find(({ id }) => id !== device.personId)
  const isOther = other !== undefined && world.random.chance(0.4)
  device.token = isOther ? await backend.sessions.create(other.id) : null
  world.say(`${device.name}: is signed ${isOther ? `in as ${other.firstName}` : 'out'}`)
  device.client()?.tryNetwork()
}

async function signIn({ world, backend }: Scene, device: Device): Promise<void> {
  if (device.token !== null) await backend.sessions.end(device.token)
  device.token = await backend.sessions.create(device.personId)
  world.say(`${device.name}: is signed in`)
  device.client()?.tryNetwork()
}

/** S12: who sees a row is decided anew, by something that no mutation does. */
async function changeSight({ world, backend, people, devices }: Scene): Promise<void> {
  const { random } = world
  const device = devices[random.whole(0, devices.length - 1)]
  const person = people[random.whole(0, people.length - 1)]
  if (!device || !person) return
  const pick = async (table: string) => {
    const { rows } = await world.busy(() =>
      device.engine.query<{ id: string }>(`select id from ${table} order by id`),
    )
    return rows[random.whole(0, Math.max(rows.length - 1, 0))]?.id
  }
  if (random.chance(0.3)) {
    const collection = await pick('collections')
    if (!collection) return
    world.say(`${collection} is handed over to ${person.firstName}`)
    return backend.handOver(collection, person)
  }
  const contribution = await pick('contributions')
  if (!contribution) return
  const to = random.chance(0.7) ? person : null
  world.say(`${contribution} becomes ${to?.firstName ?? 'nobody'}'s`)
  return backend.link(contribution, to)
}

/** What a device has let go of may be gone with it; what still waits in an outbox must be done again. */
async function restoreServer(scene: Scene): Promise<void> {
  const { world, backend, network, devices, forgotten } = scene
  scene.wasRestored = true
  network.loseAnswers()
  const gone = await backend.restore()
  world.say(`the server is restored; forgotten: ${gone.join(' ')}`)
  const waiting = new Set(devices.flatMap(({ ledger }) => ledger.entries().map(({ id }) => id)))
  for (const id of gone) if (!waiting.has(id)) forgotten.add(id)
}

/** Most things follow at once; now and then there is time for all that waits. */
function pause({ random }: World): number {
  return random.pick([0, 1, 5, 20, 100, 100, SECOND, SECOND, 5 * SECOND, 45 * SECOND])
}

async function heal(scene: Scene): Promise<void> {
  const { world, network, devices } = scene
  world.say('calm')
  network.weather = CALM
  // What was told to end in a while does not any more.
  for (const device of devices) {
    device.isOnline = true
    if (device.isOn) device.close(Number.POSITIVE_INFINITY, 'as it was')
    else await device.open()
    await signIn(scene, device)
  }
  await world.pass(5 * MINUTE)
}

/** On lines that stay open everything must settle by itself: a reconnect would settle it otherwise. */
async function doOneMoreThing({ world, devices }: Scene): Promise<void> {
  for (const device of devices) await actSomehow(world, device)
  await world.pass(2 * MINUTE)
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

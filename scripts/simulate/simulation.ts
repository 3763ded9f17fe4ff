/*
 * One run: people, their devices and a server live through some bad weather, and then everything must
 * have found its place. The same seed is the same run.
 */
import type { PGlite } from '@electric-sql/pglite'
import * as z from 'zod/mini'
import type { Database } from '../../server/data/database.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import { updateCollection } from '../../shared/mutations/update-collection.ts'
import { namedMutation } from '../../shared/named-mutation.ts'
import { MINUTE, SECOND } from '../../shared/time.ts'
import { id as uuid } from '../../shared/validation.ts'
import { createBackend } from './backend.ts'
import { findFaults } from './checks.ts'
import { createDevice } from './device.ts'
import { forgetEffects } from './effects.ts'
import { createLife } from './life.ts'
import { mishap, signIn } from './mishaps.ts'
import { CALM, createNetwork } from './network.ts'
import { actAnyhow, report } from './person-actions.ts'
import { createRegisters } from './registers.ts'
import { anyDevice, living, type Person, type Scene } from './scene.ts'
import { createWorld, Stuck, type World } from './world.ts'

/** The databases of the runs, one run after another. Each run leaves them as it found them. */
export interface Stage {
  database: Database
  /** With the tables of migrations/browser: one for each device. */
  engines: readonly PGlite[]
}

export interface Run {
  seed: number
  /** The events, one a line. */
  story: readonly string[]
  /** The violated rules; empty when the run was correct. */
  faults: string[]
  /** It did not end. Its databases are in use, and no run can follow on this stage. */
  isStuck: boolean
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
  let isStuck = false
  mutations.set(rename.name, rename)
  try {
    await world.play(() => live(scene, steps))
    const { database } = stage
    const checked = living(scene)
    faults.push(
      ...(await findFaults(database, checked, forgotten, scene.wasRestored)),
      ...(await registers.compare(database, checked)),
    )
  } catch (error) {
    isStuck = error instanceof Stuck
    faults.push(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && !(error instanceof AppError))
      world.say(error.stack?.slice(0, 600) ?? '')
  } finally {
    mutations.delete(rename.name)
  }
  for (const fault of faults) world.say(`FAULT ${fault}`)
  const run = { seed, story: world.story, faults, isStuck }
  if (isStuck) return run
  for (const device of devices) device.kill()
  for (const { disk } of devices) {
    disk.left = 'nothing'
    await disk.openEngine(createLife(world))
  }
  await backend.restart('all')
  await clear(stage, ids)
  return run
}

async function live(scene: Scene, steps: number): Promise<void> {
  const { world, backend, devices } = scene
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

/** Mostly people do things; what goes wrong around them is rarer, and has its share of every run. */
async function somethingHappens(scene: Scene): Promise<void> {
  const { world } = scene
  const luck = world.random.next()
  if (luck < 0.2) return report(scene, anyDevice(scene))
  if (luck < 0.45) return mishap(scene)
  const device = anyDevice(scene)
  if (device.tabs.length === 0) return device.openTab()
  return actAnyhow(world, device, scene.registers)
}

/** Most things follow at once; now and then there is time for all that waits. */
function pause({ random }: World): number {
  return random.pick([0, 1, 5, 20, 100, 100, SECOND, SECOND, 5 * SECOND, 45 * SECOND])
}

async function heal(scene: Scene): Promise<void> {
  const { world, network } = scene
  world.say('calm')
  network.weather = CALM
  network.before = null
  network.holdUpPushOf = null
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
  const { world, registers } = scene
  for (const device of living(scene)) await actAnyhow(world, device, registers)
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

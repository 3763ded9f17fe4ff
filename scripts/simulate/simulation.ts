/*
 * Deterministic simulation testing of the sync code (shared/sync.ts): one run for each seed. A workload runs under
 * fault injection. Then everything is repaired, and all rules must hold. The same seed is always the same run.
 */
import * as z from 'zod/mini'
import type { Database } from '../../server/data/database.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import { updateCollection } from '../../shared/mutations/update-collection.ts'
import { namedMutation } from '../../shared/named-mutation.ts'
import { MINUTE, SECOND } from '../../shared/time.ts'
import { id as uuid } from '../../shared/validation.ts'
import { clearEffects } from './audit-triggers.ts'
import { createBackend } from './backend.ts'
import { findFaults } from './checks.ts'
import { createDevice } from './device.ts'
import { FILLED_TABLES } from './disk.ts'
import { mishap, signIn } from './mishaps.ts'
import { createNetwork, GOOD_CONDITIONS } from './network.ts'
import { addMany, correct, performAnyAction, report } from './person-actions.ts'
import { createRegisters } from './registers.ts'
import type { RunDatabases } from './run-databases.ts'
import { createScheduler, type Scheduler, Stuck } from './scheduler.ts'
import {
  anyDevice,
  devicesWithAccount,
  type Person,
  type SimulatedSystem,
} from './simulated-system.ts'
import { settleWithoutReplica } from './staged-mishaps.ts'

export interface Run {
  seed: number
  /** The log, one event a line. */
  lines: readonly string[]
  /** The violated rules; empty when the run was correct. */
  faults: string[]
  /** True when the run hung. Its databases stay in use, so no other run can follow. */
  isStuck: boolean
}

export async function simulate(databases: RunDatabases, seed: number, steps: number): Promise<Run> {
  const scheduler = createScheduler(seed)
  const people = await addPeople(databases.database)
  const ids = people.map(({ id }) => id)
  const backend = await createBackend(scheduler, databases.database, ids)
  const network = createNetwork(scheduler, backend)
  const forgotten = new Set<string>()
  const registers = createRegisters(scheduler, forgotten)
  const devices = databases.engines
    .slice(0, scheduler.random.whole(2, databases.engines.length))
    .map((engine, index) => {
      const person = people[index % people.length]
      if (!person) throw new Error('Nobody is there')
      const name = `${person.firstName}'s ${index < people.length ? 'phone' : 'laptop'}`
      const { observe } = registers
      return createDevice({ scheduler, network, name, personId: person.id, engine, observe })
    })
  const system: SimulatedSystem = {
    scheduler,
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
    await scheduler.run(() => live(system, seed, steps))
    const { database } = databases
    const checked = devicesWithAccount(system)
    faults.push(
      ...(await findFaults(database, checked, forgotten, system.wasRestored)),
      ...(await registers.compare(database, checked)),
    )
  } catch (error) {
    isStuck = error instanceof Stuck
    faults.push(error instanceof Error ? error.message : String(error))
    if (error instanceof Error && !(error instanceof AppError))
      scheduler.log(error.stack?.slice(0, 600) ?? '')
  } finally {
    mutations.delete(rename.name)
  }
  for (const fault of faults) scheduler.log(`FAULT ${fault}`)
  const run = { seed, lines: scheduler.lines, faults, isStuck }
  if (isStuck) return run
  for (const device of devices) device.kill()
  await backend.restart('all')
  await clear(databases, ids)
  return run
}

async function live(system: SimulatedSystem, seed: number, steps: number): Promise<void> {
  const { scheduler, backend, devices } = system
  await backend.backUp()
  for (const device of devices) {
    await signIn(system, device)
    device.openTab()
  }
  for (let step = 1; step <= steps; step += 1) {
    await performStep(system)
    await scheduler.sleep(pause(scheduler))
  }
  await heal(system)
  await makeLastChange(system, seed)
}

/** A mutation that had other arguments in the last release: a waiting one keeps its meaning (S7). */
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

async function performStep(system: SimulatedSystem): Promise<void> {
  const { scheduler } = system
  const luck = scheduler.random.next()
  if (luck < 0.2) return report(system, anyDevice(system))
  if (luck < 0.27) return correct(system, anyDevice(system))
  if (luck < 0.5) return mishap(system)
  const device = anyDevice(system)
  if (device.tabs.length === 0) return device.openTab()
  return performAnyAction(scheduler, device, system.registers)
}

/** Returns a pause in ms: mostly short; a long one lets everything under way finish. */
function pause({ random }: Scheduler): number {
  return random.pick([0, 1, 5, 20, 100, 100, SECOND, SECOND, 5 * SECOND, 45 * SECOND])
}

async function heal(system: SimulatedSystem): Promise<void> {
  const { scheduler, network } = system
  scheduler.log('calm')
  network.conditions = GOOD_CONDITIONS
  network.before = null
  network.holdUpPushOf = null
  for (const device of devicesWithAccount(system)) {
    device.isOnline = true
    device.canHoldReplica = true
    device.disk.isFull = false
    device.disk.failAfter(Number.POSITIVE_INFINITY, 'once')
    // A worker of it may have no memory, or be about to end.
    device.kill()
    device.openTab()
    device.openTab()
    await signIn(system, device)
  }
  await scheduler.sleep(5 * MINUTE)
}

/** A last change must settle on the open streams, because a reconnect would hide a fault. */
async function makeLastChange(system: SimulatedSystem, seed: number): Promise<void> {
  const { scheduler, registers } = system
  // More than three pushes take. Only a few runs do this, because it takes as long as the rest of a run.
  if (seed % 19 === 0) await addMany(scheduler, anyDevice(system), registers.ids, 310)
  // This is rare among the mishaps, and it needs a network and space on the disk.
  if (seed % 10 === 7) {
    for (const device of devicesWithAccount(system)) await settleWithoutReplica(system, device)
    await heal(system)
  }
  for (const device of devicesWithAccount(system))
    await performAnyAction(scheduler, device, registers)
  await scheduler.sleep(2 * MINUTE)
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

async function clear(
  { database, engines }: RunDatabases,
  people: readonly string[],
): Promise<void> {
  // Replicas with new files, because deleted rows would slow down the runs that follow.
  for (const engine of engines) {
    await engine.exec(
      `truncate ${FILLED_TABLES.join(', ')}; update replica_state set cursor = null`,
    )
  }
  await database.query('delete from users where id = any($1::uuid[])', [people])
  await database.query('select renew_epoch()')
  await clearEffects(database)
}

/* The simulated system of one run: scheduler, servers, network, devices and people; and random choices among them. */
import type { Backend } from './backend.ts'
import type { Device } from './device.ts'
import type { Network } from './network.ts'
import type { Registers } from './registers.ts'
import type { Scheduler } from './scheduler.ts'

export interface Person {
  id: string
  email: string
  firstName: string
}

export interface SimulatedSystem {
  scheduler: Scheduler
  backend: Backend
  network: Network
  devices: readonly Device[]
  people: readonly Person[]
  /** Ids of the mutations that a restored backup does not have. */
  forgotten: Set<string>
  registers: Registers
  wasRestored: boolean
  /** The person whose account was deleted; null before. */
  deleted: Person | null
}

/** Returns the devices whose person still has an account. */
export function devicesWithAccount({ devices, deleted }: SimulatedSystem): Device[] {
  return devices.filter(({ personId }) => personId !== deleted?.id)
}

export function anyDevice(system: SimulatedSystem): Device {
  const [first, ...others] = devicesWithAccount(system)
  if (!first) throw new Error('No device is there')
  return system.scheduler.random.pick([first, ...others])
}

/** Returns the id of a random row of the device's replica that is no register and meets `condition`. */
export async function pickRow(
  { scheduler, registers }: SimulatedSystem,
  { engine }: Device,
  table: 'collections' | 'contributions',
  condition = 'true',
): Promise<string | undefined> {
  const { rows } = await scheduler.busy(() =>
    engine.query<{ id: string }>(`select id from ${table} where ${condition} order by id`),
  )
  const ids = rows.map(({ id }) => id).filter((id) => !registers.ids.has(id))
  return ids[scheduler.random.whole(0, Math.max(ids.length - 1, 0))]
}

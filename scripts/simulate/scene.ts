/* The parts of one simulated run, and random choices among them. */
import type { Backend } from './backend.ts'
import type { Device } from './device.ts'
import type { Network } from './network.ts'
import type { Registers } from './registers.ts'
import type { World } from './world.ts'

export interface Person {
  id: string
  email: string
  firstName: string
}

export interface Scene {
  world: World
  backend: Backend
  network: Network
  devices: readonly Device[]
  people: readonly Person[]
  /** Ids of the mutations that a restored backup does not have. */
  forgotten: Set<string>
  registers: Registers
  wasRestored: boolean
  /** The person whose account was deleted. */
  deleted: Person | null
}

/** Returns the devices whose person still has an account. */
export function living({ devices, deleted }: Scene): Device[] {
  return devices.filter(({ personId }) => personId !== deleted?.id)
}

export function anyDevice(scene: Scene): Device {
  const [first, ...others] = living(scene)
  if (!first) throw new Error('No device is there')
  return scene.world.random.pick([first, ...others])
}

/** Returns the id of a row that the device shows, that is no register and meets `condition`. */
export async function pickRow(
  { world, registers }: Scene,
  { engine }: Device,
  table: 'collections' | 'contributions',
  condition = 'true',
): Promise<string | undefined> {
  const { rows } = await world.busy(() =>
    engine.query<{ id: string }>(`select id from ${table} where ${condition} order by id`),
  )
  const ids = rows.map(({ id }) => id).filter((id) => !registers.ids.has(id))
  return ids[world.random.whole(0, Math.max(ids.length - 1, 0))]
}

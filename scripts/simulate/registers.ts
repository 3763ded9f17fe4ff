/*
 * A collection for each device that this device alone changes: its title counts upwards. So each
 * transaction of a replica can tell whether it went back, and whether the device reads its own writes (S7, S8).
 */
import type { Database } from '../../server/data/database.ts'
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import type { EngineTransaction } from '../../web/replica/copy-engine.ts'
import type { ReplicaState } from '../../web/replica/replica-state.ts'
import type { Device } from './device.ts'
import type { Ledger } from './ledger.ts'
import type { World } from './world.ts'

export interface Registers {
  /** The collections that nobody else may touch. */
  readonly ids: ReadonlySet<string>
  idOf(device: Device): string | undefined
  /** Lets a device count on; the first time it creates its collection. */
  count(device: Device, form: object): void
  /** Looks at a device's replica within a transaction: what it shows and should not is a fault. */
  observe(device: Device, tx: EngineTransaction, state: ReplicaState | null): Promise<void>
  /** Sentences about counts that the server should have, and has not. */
  compare(database: Database, devices: readonly Device[]): Promise<string[]>
  /** After a restore nothing that was seen holds; a replica is looked at again once it has followed. */
  forgetSeen(devices: readonly Device[]): Promise<void>
}

interface Register {
  id: string
  device: Device
  /** The id of the change that wrote each number; 0 created the collection. */
  writes: string[]
}

interface Sight {
  cursor: string | null
  counts: Map<string, number>
}

export function createRegisters(world: World, forgotten: ReadonlySet<string>): Registers {
  const registers = new Map<Device, Register>()
  /** device -> register's id -> the numbers that it has shown. */
  const seen = new Map<Device, Map<string, Set<number>>>()
  /** The cursors of replicas that have not followed a restore yet. */
  const stale = new Map<Device, string | null>()

  async function look(engine: Pick<EngineTransaction, 'query'>): Promise<Sight> {
    const { rows } = await engine.query<{
      id: string | null
      title: string
      cursor: string | null
    }>(
      `select c.id, c.title, s.cursor
       from replica_state s left join collections c on c.id = any($1::uuid[])`,
      [[...registers.values()].map(({ id }) => id)],
    )
    const counts = new Map(rows.flatMap(({ id, title }) => (id ? [[id, numberIn(title)]] : [])))
    return { cursor: rows[0]?.cursor ?? null, counts }
  }

  /** The highest number of these that still stands: neither refused, nor forgotten by a restore. */
  function highest({ device, writes }: Register, numbers: Iterable<number>): number {
    const standing = [...numbers].filter((number) => stands(device.ledger, writes[number] ?? ''))
    return Math.max(-1, ...standing)
  }

  /** One that gave way to a later change stands with that one. */
  function stands(ledger: Ledger, id: string): boolean {
    const change = ledger.changes.get(id)
    if (!change) return false
    if (change.supersededBy) return stands(ledger, change.supersededBy)
    return change.refusals === 0 && !change.dismissed && !change.lost && !forgotten.has(id)
  }

  function acknowledged(register: Register): number {
    const { ledger } = register.device
    return highest(
      register,
      register.writes.flatMap((id, number) =>
        ledger.changes.get(id)?.acknowledged ? [number] : [],
      ),
    )
  }

  function* faultsOf(device: Device, { counts }: Sight): Generator<string> {
    const seenHere = seen.get(device) ?? new Map<string, Set<number>>()
    seen.set(device, seenHere)
    for (const register of registers.values()) {
      const { id } = register
      const count = counts.get(id)
      const before = seenHere.get(id) ?? new Set()
      seenHere.set(id, before)
      if (count !== undefined && count < highest(register, before)) {
        yield `${device.name}: ${id} went back from ${highest(register, before)} to ${count}`
      }
      if (count !== undefined) before.add(count)
      const wasCreated = stands(device.ledger, register.writes[0] ?? '')
      if (register.device !== device || (count === undefined && !wasCreated)) continue
      const own = acknowledged(register)
      if (own > (count ?? -1)) yield `${device.name}: does not show its own ${id} at ${own}`
    }
  }

  return {
    get ids() {
      return new Set([...registers.values()].map(({ id }) => id))
    },
    idOf: (device) => registers.get(device)?.id,

    count(device, form) {
      const known = registers.get(device)
      if (known) {
        const changes = { title: titleOf(known.writes.length) }
        known.writes.push(device.mutate('update-collection', { id: known.id, changes }))
        return
      }
      const id = newId()
      // Nothing that a rule refuses or the server fails on.
      const deadline = addDays(today(world.now()), 30)
      const args = { ...form, id, title: titleOf(0), description: '', deadline }
      registers.set(device, { id, device, writes: [device.mutate('create-collection', args)] })
    },

    async observe(device, tx, state) {
      // One that was just opened may show its last visit (S11).
      if (state?.copy !== 'ready' || state.lastSync === null) return
      const sight = await look(tx)
      if (stale.has(device) && stale.get(device) === sight.cursor) return
      stale.delete(device)
      for (const fault of faultsOf(device, sight)) world.fault(new Error(fault))
    },

    async compare(database, devices) {
      const faults: string[] = []
      for (const device of devices) {
        const register = registers.get(device)
        if (!register) continue
        const [row] = await database.query<{ title: string }>(
          'select title from collections where id = $1',
          [register.id],
        )
        const least = acknowledged(register)
        if (least < 0 || (row && numberIn(row.title) >= least)) continue
        faults.push(`${register.id} should be at ${least} on the server, not ${row?.title}`)
      }
      return faults
    },

    async forgetSeen(devices) {
      seen.clear()
      for (const device of devices) {
        const { cursor } = await world.busy(() => look(device.engine))
        stale.set(device, cursor)
      }
    },
  }
}

function titleOf(number: number): string {
  return `Cuenta ${number}`
}

function numberIn(title: string): number {
  return Number(title.replace('Cuenta ', ''))
}

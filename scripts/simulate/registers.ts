/*
 * Registers, as in consistency tests: one collection for each device, which only this device changes. Its title counts
 * up. Every transaction of a replica checks monotonic reads, and that the device reads its own writes (S7, S8).
 */
import type { Database } from '../../server/data/database.ts'
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import type { EngineTransaction } from '../../web/replica/replica-engine.ts'
import type { ReplicaState } from '../../web/replica/replica-state.ts'
import type { Device } from './device.ts'
import type { Ledger } from './ledger.ts'
import type { Scheduler } from './scheduler.ts'

export type Registers = ReturnType<typeof createRegisters>

interface Register {
  id: string
  device: Device
  /** Ids of the changes, by the number that they wrote; 0 created the collection. */
  writes: string[]
}

interface Seen {
  cursor: string | null
  counts: Map<string, number>
}

export function createRegisters(scheduler: Scheduler, forgotten: ReadonlySet<string>) {
  const registers = new Map<Device, Register>()
  /** The numbers of each register that each device has shown. */
  const seen = new Map<Device, Map<string, Set<number>>>()
  /** Cursors at the last restore. */
  const stale = new Map<Device, string | null>()

  async function look(engine: Pick<EngineTransaction, 'query'>): Promise<Seen> {
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

  /** Returns the highest of these numbers whose change still stands, or -1. */
  function highest({ device, writes }: Register, numbers: Iterable<number>): number {
    const standing = [...numbers].filter((number) => stands(device.ledger, writes[number] ?? ''))
    return Math.max(-1, ...standing)
  }

  /** A superseded change stands as long as the later one. */
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

  function* faultsOf(device: Device, { counts }: Seen): Generator<string> {
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
    /** Other actions must not change these collections. */
    get ids(): ReadonlySet<string> {
      return new Set([...registers.values()].map(({ id }) => id))
    },
    idOf: (device: Device) => registers.get(device)?.id,

    /** Counts up; the first time, creates the collection. */
    count(device: Device, form: object): void {
      const known = registers.get(device)
      if (known) {
        const changes = { title: titleOf(known.writes.length) }
        const args = { id: known.id, changes }
        known.writes.push(device.mutate('update-collection', args, { inOrder: true }))
        return
      }
      const id = newId()
      // Neither refused nor POISON.
      const deadline = addDays(today(scheduler.now()), 30)
      const args = { ...form, id, title: titleOf(0), description: '', deadline }
      const created = device.mutate('create-collection', args, { inOrder: true })
      registers.set(device, { id, device, writes: [created] })
    },

    /** Checks a device's replica within a transaction. */
    async observe(device: Device, tx: EngineTransaction, state: ReplicaState | null) {
      // A replica that was just opened may be out of date (S11).
      if (state?.replica !== 'ready' || state.lastSync === null) return
      const now = await look(tx)
      if (stale.has(device) && stale.get(device) === now.cursor) return
      stale.delete(device)
      for (const fault of faultsOf(device, now)) scheduler.fault(new Error(fault))
    },

    /** Returns a sentence for each acknowledged count that the server does not have. */
    async compare(database: Database, devices: readonly Device[]): Promise<string[]> {
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

    /** After a restore, earlier counts no longer hold. A replica is checked again once its cursor has moved. */
    async forgetSeen(devices: readonly Device[]): Promise<void> {
      seen.clear()
      for (const device of devices) {
        const { cursor } = await scheduler.busy(() => look(device.engine))
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

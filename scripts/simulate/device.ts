import type { PGlite } from '@electric-sql/pglite'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { EngineTransaction } from '../../web/replica/copy-engine.ts'
import { createOutbox, type Outbox } from '../../web/replica/outbox.ts'
import type { ReplicaState, SyncStatus } from '../../web/replica/replica-state.ts'
import { createDisk, type Disk } from './disk.ts'
import { createEngineFaults, type EngineFaults } from './engine-faults.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import { createTabMeetingPoint } from './shared-by-tabs.ts'
import { CHANGE_LIMIT_MS, openTab, type RunningWorker, type Tab } from './tab.ts'
import type { World } from './world.ts'

/** A browser of one person: its disk lasts, its tabs come and go. */
export interface Device {
  readonly name: string
  readonly personId: string
  /** The replica's rows. */
  readonly engine: PGlite
  readonly disk: Disk
  readonly ledger: Ledger
  readonly engineFaults: EngineFaults
  /** In the order in which they were opened. */
  readonly tabs: readonly Tab[]
  /** The status that each tab has announced. */
  states(): readonly SyncStatus[]
  /** Opens the outbox that is on the disk. */
  outbox(): Outbox
  /** The worker that owns the replica, if one runs. */
  worker(): RunningWorker | null
  /** How far the device's clock is ahead of the world's, in ms. */
  clockError: number
  isOnline: boolean
  /** Whether it has the memory for a replica; what runs already goes on. */
  canHoldCopy: boolean
  /** Of the session this browser holds, whoever's it is; null when it holds none. */
  token: string | null
  openTab(): void
  /** All tabs end at once, as in a crash. */
  kill(): void
  /** Tells every tab that the network came or went, as the browser does. */
  tryNetwork(): void
  mutate(name: string, args: unknown, version?: number): string
  retry(id: string, args?: unknown): void
  discard(id: string): void
  /** Drops the replica and makes it anew. */
  rebuild(): void
  /** Deletes everything of this person, as at sign-out; all tabs leave. */
  forget(): void
}

interface Parts {
  world: World
  network: Network
  name: string
  personId: string
  engine: PGlite
  /** Looks at a device's replica in each of its transactions. */
  observe(device: Device, tx: EngineTransaction, state: ReplicaState | null): Promise<void>
}

export function createDevice(parts: Parts): Device {
  const { world, network, name, personId, engine, observe } = parts
  const ledger = createLedger()
  const disk = createDisk(world, engine)
  const meetingPoint = createTabMeetingPoint()
  const engineFaults = createEngineFaults()
  const tabs: Tab[] = []
  const now = () => new Date(world.now().getTime() + device.clockError)

  /** Acts in one of the tabs. The person may never hear the result. */
  function act(work: (tab: Tab) => Promise<unknown>): void {
    const [tab] = tabs
    if (!tab) return
    work(world.random.pick([tab, ...tabs])).catch((error) => {
      if (!(error instanceof AppError)) return world.fault(error)
      world.say(`${name}: «${error.message}»`)
      if (error.message.startsWith('La copia de este navegador no responde') && isServed()) {
        world.fault(new Error(`${name}: a tab waits for nobody`))
      }
    })
  }

  /**
   * Whether an owner could have answered for the greater part of a call's time, without a tab that sleeps. Without a
   * replica an owner waits for the network.
   */
  function isServed(): boolean {
    const worker = device.worker()
    return (
      worker?.state?.copy === 'ready' &&
      worker.life.awakeFor() > CHANGE_LIMIT_MS / 2 &&
      tabs.every(({ life, worker }) => worker === null || life.awakeFor() > CHANGE_LIMIT_MS)
    )
  }

  const device: Device = {
    name,
    personId,
    engine,
    disk,
    ledger,
    engineFaults,
    tabs,
    states: () => tabs.map(({ state }) => statusIn(state)),
    outbox: () => createOutbox(personId, disk.databases),
    worker: () => tabs.map(({ worker }) => worker).find((worker) => worker !== null) ?? null,
    clockError: 0,
    isOnline: true,
    canHoldCopy: true,
    token: null,

    openTab() {
      world.say(`${name}: a tab opens`)
      tabs.push(
        openTab({
          world,
          personId,
          disk,
          ledger,
          meetingPoint,
          engineFaults,
          now,
          fetchOf: (life) =>
            network.fetchOf({
              name,
              ended: () => life.ended,
              isOnline: () => device.isOnline,
              token: () => device.token,
            }),
          canHoldCopy: () => device.canHoldCopy,
          observe: (tx, state) => observe(device, tx, state),
          onEnd(tab) {
            world.say(`${name}: a tab ends; of the replica is left ${disk.left}`)
            tabs.splice(tabs.indexOf(tab), 1)
          },
        }),
      )
    },

    kill() {
      for (const tab of [...tabs]) tab.life.end()
    },

    tryNetwork() {
      for (const tab of tabs) void tab.call('tryNetwork', []).catch(() => undefined)
    },

    mutate(change, args, version = 1) {
      const id = idAt(now())
      world.say(`${name}: ${id} ${change} ${JSON.stringify(args)}`)
      act(async (tab) => {
        await tab.call('mutate', [change, args, id, version])
        ledger.acknowledge(id)
      })
      return id
    },

    retry(id, args) {
      const changeId = idAt(now())
      world.say(`${name}: retries ${id} as ${changeId}`)
      act(async (tab) => {
        await tab.call('retry', [id, args, 1, changeId])
        // Otherwise the person had retried or discarded it before.
        if (!ledger.changes.has(changeId)) return
        ledger.acknowledge(changeId)
        ledger.decide(id)
      })
    },

    discard(id) {
      world.say(`${name}: discards ${id}`)
      ledger.dismiss(id)
      act(async (tab) => {
        await tab.call('discard', [id])
        ledger.decide(id)
      })
    },

    rebuild() {
      world.say(`${name}: makes its replica anew`)
      act((tab) => tab.call('rebuild', []))
    },

    forget() {
      world.say(`${name}: its person signs out`)
      act(async (tab) => {
        await tab.call('forget', [])
        const left = await device.outbox().all()
        if (left.length > 0) world.fault(new Error(`Signing out leaves ${left.length} changes`))
        for (const tab of [...tabs]) tab.leave()
      })
    },
  }
  return device
}

function statusIn({ copy, connection, changes, lastSync }: ReplicaState): SyncStatus {
  const refused = changes.filter(({ refusal }) => refusal !== null).length
  return {
    copy: copy === 'none' ? 'empty' : copy,
    connection,
    pending: changes.length - refused,
    refused,
    lastSync,
  }
}

/** An id that was made at that time by the device's clock: the first 48 bits of a UUIDv7 are its time in ms. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
}

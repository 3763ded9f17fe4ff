import type { PGlite } from '@electric-sql/pglite'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { createOutbox, type Outbox } from '../../web/replica/outbox.ts'
import type { EngineTransaction } from '../../web/replica/replica-engine.ts'
import type { ReplicaState, SyncStatus } from '../../web/replica/replica-state.ts'
import { createDisk, type Disk } from './disk.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createLocksAndChannels } from './locks-and-channels.ts'
import type { Network } from './network.ts'
import type { Scheduler } from './scheduler.ts'
import { CHANGE_LIMIT_MS, openTab, type RunningWorker, type Tab } from './tab.ts'

/** A simulated browser of one person: disk, tabs, and what the person does in them. */
export interface Device {
  readonly name: string
  readonly personId: string
  /** Holds the replica. */
  readonly engine: PGlite
  readonly disk: Disk
  readonly ledger: Ledger
  /** In the order in which they were opened. */
  readonly tabs: readonly Tab[]
  /** Returns the last announced status of each tab. */
  statuses(): readonly SyncStatus[]
  /** Opens the outbox that is on the disk. */
  outbox(): Outbox
  /** Returns the worker that owns the replica, if one runs. */
  worker(): RunningWorker | null
  /** Lead of the device's clock over the scheduler's, in ms; negative when it is behind. */
  clockSkew: number
  isOnline: boolean
  /** True when a worker that starts has memory for a replica. */
  canHoldReplica: boolean
  /** Session token in this browser, perhaps another person's; null when nobody is signed in. */
  token: string | null
  openTab(): void
  /** Ends all tabs, as in a crash. */
  kill(): void
  /** Notifies every tab that the network changed. */
  tryNetwork(): void
  /**
   * Makes a change in any tab; returns its id. `inOrder`: uses the tab in which an earlier change with `inOrder` is under
   * way, if there is one, because a new owner may get the calls of two tabs in another order.
   */
  mutate(name: string, args: unknown, options?: { version?: number; inOrder?: boolean }): string
  retry(id: string, args?: unknown): void
  discard(id: string): void
  /** Drops the replica and fills a new one (S10). */
  rebuild(): void
  /** Signs out: deletes everything of this person (S10), and closes all tabs. */
  forget(): void
}

interface Parts {
  scheduler: Scheduler
  network: Network
  name: string
  personId: string
  engine: PGlite
  /** Checks a device's replica in each of its transactions. */
  observe(device: Device, tx: EngineTransaction, state: ReplicaState | null): Promise<void>
}

export function createDevice(parts: Parts): Device {
  const { scheduler, network, name, personId, engine, observe } = parts
  const ledger = createLedger()
  const disk = createDisk(scheduler, engine)
  const locksAndChannels = createLocksAndChannels()
  const tabs: Tab[] = []
  /** The tabs of changes that must stay in order, by the change's id. */
  const underWay = new Map<string, Tab>()
  const now = () => new Date(scheduler.now().getTime() + device.clockSkew)

  /** Calls a tab, `given` or any. The call never resolves when the tab ends first. */
  function act(work: (tab: Tab) => Promise<unknown>, given?: Tab): void {
    const [tab] = tabs
    if (!tab) return
    work(given ?? scheduler.random.pick([tab, ...tabs])).catch((error) => {
      if (!(error instanceof AppError)) return scheduler.fault(error)
      scheduler.log(`${name}: «${error.message}»`)
      if (error.message.startsWith('La copia de este navegador no responde') && isServed()) {
        scheduler.fault(new Error(`${name}: no owner answers a tab`))
      }
    })
  }

  /**
   * Returns whether the owner and a tab were awake long enough for a response. A timeout is then a defect, because no
   * call waits for the network.
   */
  function isServed(): boolean {
    const worker = device.worker()
    return (
      worker !== null &&
      worker.process.awakeFor() > CHANGE_LIMIT_MS / 2 &&
      tabs.every(({ process, worker }) => worker === null || process.awakeFor() > CHANGE_LIMIT_MS)
    )
  }

  const device: Device = {
    name,
    personId,
    engine,
    disk,
    ledger,
    tabs,
    statuses: () => tabs.map(({ state }) => statusOf(state)),
    outbox: () => createOutbox(personId, disk.databases),
    worker: () => tabs.map(({ worker }) => worker).find((worker) => worker !== null) ?? null,
    clockSkew: 0,
    isOnline: true,
    canHoldReplica: true,
    token: null,

    openTab() {
      scheduler.log(`${name}: a tab opens`)
      tabs.push(
        openTab({
          scheduler,
          personId,
          disk,
          ledger,
          locksAndChannels,
          now,
          fetchOf: (process) =>
            network.fetchOf({
              name,
              ended: () => process.ended,
              isOnline: () => device.isOnline,
              token: () => device.token,
            }),
          canHoldReplica: () => device.canHoldReplica,
          observe: (tx, state) => observe(device, tx, state),
          onEnd(tab) {
            scheduler.log(`${name}: a tab ends; its replica stays ${disk.left}`)
            tabs.splice(tabs.indexOf(tab), 1)
          },
        }),
      )
    },

    kill() {
      for (const tab of [...tabs]) tab.process.kill()
    },

    tryNetwork() {
      for (const tab of tabs) void tab.call('tryNetwork', []).catch(() => undefined)
    },

    mutate(change, args, { version = 1, inOrder = false } = {}) {
      const id = idAt(now())
      scheduler.log(`${name}: ${id} ${change} ${JSON.stringify(args)}`)
      const call = async (tab: Tab) => {
        if (inOrder) underWay.set(id, tab)
        await tab.call('mutate', [change, args, id, version]).finally(() => underWay.delete(id))
        ledger.acknowledge(id)
      }
      const busy = new Set(underWay.values())
      act(call, inOrder ? tabs.find((tab) => busy.has(tab)) : undefined)
      return id
    },

    retry(id, args) {
      const changeId = idAt(now())
      scheduler.log(`${name}: retries ${id} as ${changeId}`)
      act(async (tab) => {
        await tab.call('retry', [id, args, 1, changeId])
        // Absent if the person had retried or discarded it before.
        if (!ledger.changes.has(changeId)) return
        ledger.acknowledge(changeId)
        ledger.confirmDismissal(id)
      })
    },

    discard(id) {
      scheduler.log(`${name}: discards ${id}`)
      ledger.dismiss(id)
      act(async (tab) => {
        await tab.call('discard', [id])
        ledger.confirmDismissal(id)
      })
    },

    rebuild() {
      scheduler.log(`${name}: rebuilds its replica`)
      act((tab) => tab.call('rebuild', []))
    },

    forget() {
      scheduler.log(`${name}: its person signs out`)
      act(async (tab) => {
        await tab.call('forget', [])
        const left = await device.outbox().all()
        if (left.length > 0) scheduler.fault(new Error(`Signing out leaves ${left.length} changes`))
        for (const tab of [...tabs]) tab.leave()
      })
    },
  }
  return device
}

/** Returns the status that checks.ts expects, where a device without a replica has an empty one. */
function statusOf({ replica, connection, changes, lastSync }: ReplicaState): SyncStatus {
  const refused = changes.filter(({ refusal }) => refusal !== null).length
  return {
    replica: replica === 'none' ? 'empty' : replica,
    connection,
    pending: changes.length - refused,
    refused,
    lastSync,
  }
}

/** Returns an id of that time. The first 48 bits of a UUIDv7 are its time in ms. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
}

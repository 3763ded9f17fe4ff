/* A tab of a simulated browser. It runs the real tabs.ts, worker host and worker, connected by simulated messages. */
import type { Args, CallName } from '../../web/replica/calls.ts'
import { createOutbox, deleteOutbox } from '../../web/replica/outbox.ts'
import { ownOutbox } from '../../web/replica/own-outbox.ts'
import { type OwnedReplica, ownReplica } from '../../web/replica/owned-replica.ts'
import type { EngineTransaction } from '../../web/replica/replica-engine.ts'
import { OPENING, type ReplicaEvent, type ReplicaState } from '../../web/replica/replica-state.ts'
import { serveWorker } from '../../web/replica/serve-worker.ts'
import { joinTabs, lockOf } from '../../web/replica/tabs.ts'
import { createHttpTransport } from '../../web/replica/transport.ts'
import {
  type FromWorker,
  startWorkerHost,
  type ToWorker,
  type WorkerKind,
  type WorkerPort,
} from '../../web/replica/worker-host.ts'
import { type Disk, EngineFault } from './disk.ts'
import type { Ledger } from './ledger.ts'
import type { LocksAndChannels } from './locks-and-channels.ts'
import type { Fetch } from './network.ts'
import { createSimulatedProcess, type SimulatedProcess } from './process.ts'
import type { Scheduler } from './scheduler.ts'

/** The limit of web/replica/replica.ts. */
export const CHANGE_LIMIT_MS = 20_000

export interface Tab {
  readonly process: SimulatedProcess
  /** The owner's last announced state. */
  readonly state: ReplicaState
  /** The worker of this page, while it owns the replica. */
  readonly worker: RunningWorker | null
  call<Name extends CallName>(method: Name, args: Args<Name>): Promise<unknown>
  /** Closes as at sign-out. */
  leave(): void
}

export interface RunningWorker {
  readonly process: SimulatedProcess
  /** This worker's last announced state. */
  readonly state: ReplicaState | null
}

interface Parts {
  scheduler: Scheduler
  personId: string
  disk: Disk
  ledger: Ledger
  locksAndChannels: LocksAndChannels
  /** Time of the device's clock. */
  now(): Date
  fetchOf(process: SimulatedProcess): Fetch
  canHoldReplica(): boolean
  /** Checks the replica in each of its transactions. */
  observe(tx: EngineTransaction, state: ReplicaState | null): Promise<void>
  onEnd(tab: Tab): void
}

export function openTab(parts: Parts): Tab {
  const { scheduler, personId, locksAndChannels } = parts
  let state = OPENING
  let worker: RunningWorker | null = null
  const page = createSimulatedProcess(scheduler, {
    onEnd() {
      worker?.process.kill()
      locksAndChannels.leave(page)
      parts.onEnd(tab)
    },
  })
  const clock = { now: parts.now, sleep: page.sleep }
  const unanswered = new Set<string>()

  function onEvent(event: ReplicaEvent): void {
    if (event.type === 'state') state = event.state
  }

  const tabs = joinTabs({
    name: lockOf(personId),
    start: (announce) =>
      startWorkerHost(
        personId,
        announce,
        (_personId, kind) => {
          const { port, running } = startWorker(parts, page, kind, unanswered)
          worker = running
          return port
        },
        clock,
      ),
    withoutLock: { handle: () => Promise.reject(new Error('No lock')), close() {} },
    onEvent,
    shared: locksAndChannels.of(page),
    clock,
  })

  const tab: Tab = {
    process: page,
    get state() {
      return state
    },
    get worker() {
      return worker?.process.ended ? null : worker
    },
    call: (method, args) => tabs.call(method, args, CHANGE_LIMIT_MS),
    leave() {
      tabs.leave()
      page.kill()
    },
  }
  tabs.call('state', [], null).then(
    (state) => onEvent({ type: 'state', state }),
    () => undefined, // the host has announced it
  )
  return tab
}

/** `unanswered`: ids of the page's calls. The page must send them to the next worker again (S11). */
function startWorker(
  parts: Parts,
  page: SimulatedProcess,
  kind: WorkerKind,
  unanswered: Set<string>,
) {
  const { scheduler, personId, disk, ledger } = parts
  let state: ReplicaState | null = null
  const toSendAgain = new Set(unanswered)
  const inside: Parameters<typeof serveWorker>[0]['port'] = { onmessage: null, postMessage: post }
  const port: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage(message: ToWorker) {
      const data = structuredClone(message)
      if (data.type === 'call') {
        unanswered.add(data.id)
        toSendAgain.delete(data.id)
      }
      process.after(0, () => inside.onmessage?.({ data } as MessageEvent))
    },
    terminate: () => process.kill(),
  }
  const process = createSimulatedProcess(scheduler, {
    beforeStatement: disk.beforeStatement,
    beforeCommit: (tx) => parts.observe(tx, state),
    onEnd() {
      if (!outbox.isOnDisk()) {
        if (disk.isWritableAgain())
          scheduler.fault(new Error('Wiped changes are not written again'))
        ledger.loseAll()
      }
      page.after(0, () => port.onerror?.call(port as Worker, {} as ErrorEvent))
    },
  })
  const clock = { now: parts.now, sleep: process.sleep }
  const outbox = ledger.watch(createOutbox(personId, disk.databases, clock))
  const log = (error: unknown) => {
    if (!(error instanceof EngineFault)) scheduler.fault(error)
  }
  const connected = () => ({
    outbox: process.outbox(outbox),
    transport: createHttpTransport({ personId, fetch: parts.fetchOf(process), clock }),
    clock,
  })

  function post(message: FromWorker): void {
    if (process.ended) return
    const data = structuredClone(message)
    if (data.type === 'event' && data.event.type === 'state') state = data.event.state
    page.after(0, () => {
      if (process.ended) return
      if (data.type === 'answer' || data.type === 'refusal') unanswered.delete(data.id)
      port.onmessage?.call(port as Worker, { data } as MessageEvent)
    })
  }

  /** An owner that has stopped announces nothing: tabs would take its state for that of the next one (S11). */
  function watchTerm(announce: (event: ReplicaEvent) => void) {
    let hasStopped = false
    return {
      announce(event: ReplicaEvent): void {
        if (hasStopped)
          scheduler.fault(new Error(`A stopped owner announces ${JSON.stringify(event)}`))
        announce(event)
      },
      of: (owned: OwnedReplica): OwnedReplica => ({
        ...owned,
        async drop() {
          await owned.drop()
          hasStopped = true
        },
      }),
    }
  }

  serveWorker({
    kind,
    async openReplica(announce, onBroken) {
      if (!parts.canHoldReplica()) throw new EngineFault('No memory for a replica')
      const engine = await disk.openEngine(process)
      const term = watchTerm(announce)
      const replica = await ownReplica({
        ...connected(),
        personId,
        engine,
        announce: term.announce,
        onBroken,
        inspection: NO_INSPECTION,
        log,
      })
      return term.of(replica)
    },
    openOutbox(announce) {
      const term = watchTerm(announce)
      return term.of(ownOutbox({ ...connected(), announce: term.announce }))
    },
    isOutboxOnDisk: () => outbox.isOnDisk(),
    async deleteAll() {
      outbox.close()
      await deleteOutbox(personId, disk.databases)
      ledger.loseAll()
    },
    port: inside,
    log,
  })
  page.after(0, () => {
    for (const id of toSendAgain) scheduler.fault(new Error(`A new worker does not get call ${id}`))
  })
  const running: RunningWorker = {
    process,
    get state() {
      return state
    },
  }
  return { port, running }
}

// The diagnosis page is not simulated.
const NO_INSPECTION = { diagnose: nothing, querySql: nothing }

async function nothing(): Promise<never> {
  throw new Error('Not simulated')
}

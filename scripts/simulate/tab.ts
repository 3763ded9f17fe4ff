/* A page of a simulated browser: the real tabs, worker host and worker, joined by messages. */
import type { Clock } from '../../shared/async.ts'
import type { Args, CallName } from '../../web/replica/calls.ts'
import type { EngineTransaction } from '../../web/replica/copy-engine.ts'
import { createOutbox, deleteOutbox } from '../../web/replica/outbox.ts'
import { ownOutbox } from '../../web/replica/own-outbox.ts'
import { ownCopy } from '../../web/replica/owned-copy.ts'
import type { ReplicaEvent, ReplicaState } from '../../web/replica/replica-state.ts'
import { serveWorker } from '../../web/replica/serve-worker.ts'
import { joinTabs } from '../../web/replica/tabs.ts'
import { createHttpTransport } from '../../web/replica/transport.ts'
import {
  type FromWorker,
  NOTHING_RUNS,
  startWorkerHost,
  type ToWorker,
  type WorkerKind,
  type WorkerPort,
} from '../../web/replica/worker-host.ts'
import type { Disk } from './disk.ts'
import { EngineFault, type EngineFaults } from './engine-faults.ts'
import type { Ledger } from './ledger.ts'
import { createLife, type Life } from './life.ts'
import type { Fetch } from './network.ts'
import type { TabMeetingPoint } from './shared-by-tabs.ts'
import type { World } from './world.ts'

/** As web/replica/replica.ts waits for a change. */
export const CHANGE_LIMIT_MS = 20_000

export interface Tab {
  readonly life: Life
  /** The owner's last announced state. */
  readonly state: ReplicaState
  /** The worker of this page, while it owns the replica. */
  readonly worker: RunningWorker | null
  call<Name extends CallName>(method: Name, args: Args<Name>): Promise<unknown>
  /** Leaves as a page does whose person has signed out. */
  leave(): void
}

export interface RunningWorker {
  readonly life: Life
  /** This worker's last announced state. */
  readonly state: ReplicaState | null
}

interface Parts {
  world: World
  personId: string
  disk: Disk
  ledger: Ledger
  meetingPoint: TabMeetingPoint
  engineFaults: EngineFaults
  /** The time by the device's clock. */
  now(): Date
  fetchOf(life: Life): Fetch
  canHoldCopy(): boolean
  /** Looks at the replica in each of its transactions. */
  observe(tx: EngineTransaction, state: ReplicaState | null): Promise<void>
  onEnd(tab: Tab): void
}

export function openTab(parts: Parts): Tab {
  const { world, personId, meetingPoint } = parts
  let state: ReplicaState = { ...NOTHING_RUNS, copy: 'empty' }
  let worker: RunningWorker | null = null
  const life = createLife(world, {
    onEnd() {
      worker?.life.end()
      meetingPoint.leave(life)
      parts.onEnd(tab)
    },
  })
  const clock = clockOf(life, parts.now)
  const asked = new Set<string>()

  function onEvent(event: ReplicaEvent): void {
    if (event.type === 'state') state = event.state
  }

  const tabs = joinTabs({
    name: `entre-todos-copy-${personId}`,
    start: (announce) =>
      startWorkerHost(
        personId,
        announce,
        (_personId, kind) => {
          const { port, running } = startWorker(parts, life, kind, asked)
          worker = running
          return port
        },
        clock,
      ),
    withoutLock: { handle: () => Promise.reject(new Error('No lock')), close() {} },
    onEvent,
    shared: meetingPoint.of(life),
    clock,
  })

  const tab: Tab = {
    life,
    get state() {
      return state
    },
    get worker() {
      return worker?.life.ended ? null : worker
    },
    call: (method, args) => tabs.call(method, args, CHANGE_LIMIT_MS),
    leave() {
      tabs.leave()
      life.end()
    },
  }
  tabs.call('state', [], null).then(
    (state) => onEvent({ type: 'state', state }),
    () => undefined, // where nothing runs the host has said so
  )
  return tab
}

/** `asked`: the ids of the page's calls that no worker has answered. The next worker must be asked them again (S11). */
function startWorker(parts: Parts, page: Life, kind: WorkerKind, asked: Set<string>) {
  const { world, personId, disk, ledger, engineFaults } = parts
  let state: ReplicaState | null = null
  const left = new Set(asked)
  const inside: Parameters<typeof serveWorker>[0]['port'] = { onmessage: null, postMessage: post }
  const port: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage(message: ToWorker) {
      const data = structuredClone(message)
      if (data.type === 'call') {
        asked.add(data.id)
        left.delete(data.id)
      }
      life.after(0, () => inside.onmessage?.({ data } as MessageEvent))
    },
    terminate: () => life.end(),
  }
  const life = createLife(world, {
    beforeStatement: engineFaults.beforeStatement,
    beforeCommit: (tx) => parts.observe(tx, state),
    onEnd() {
      if (!outbox.isOnDisk()) {
        if (disk.isWritableAgain()) world.fault(new Error('What was wiped is not written again'))
        ledger.loseAll()
      }
      page.after(0, () => port.onerror?.call(port as Worker, {} as ErrorEvent))
    },
  })
  const clock = clockOf(life, parts.now)
  const outbox = ledger.watch(createOutbox(personId, disk.databases, clock))
  const log = (error: unknown) => {
    if (!(error instanceof EngineFault)) world.fault(error)
  }
  const connected = () => ({
    outbox: life.outbox(outbox),
    transport: createHttpTransport({ personId, fetch: parts.fetchOf(life), clock }),
    clock,
  })

  function post(message: FromWorker): void {
    if (life.ended) return
    const data = structuredClone(message)
    if (data.type === 'event' && data.event.type === 'state') state = data.event.state
    page.after(0, () => {
      if (life.ended) return
      if (data.type === 'answer' || data.type === 'refusal') asked.delete(data.id)
      port.onmessage?.call(port as Worker, { data } as MessageEvent)
    })
  }

  serveWorker({
    kind,
    async openCopy(announce, onBroken) {
      if (!parts.canHoldCopy()) throw new EngineFault('No memory for a replica')
      const engine = await disk.openEngine(life)
      return ownCopy({
        ...connected(),
        personId,
        engine,
        announce,
        onBroken,
        inspection: NO_INSPECTION,
        log,
      })
    },
    openOutbox: (announce) => ownOutbox({ ...connected(), announce }),
    async deleteAll() {
      await deleteOutbox(personId, disk.databases)
      ledger.loseAll()
    },
    port: inside,
    log,
  })
  page.after(0, () => {
    for (const id of left) world.fault(new Error(`A new worker is not asked ${id}`))
  })
  const running: RunningWorker = {
    life,
    get state() {
      return state
    },
  }
  return { port, running }
}

/** Nobody opens the diagnosis page here. */
const NO_INSPECTION = { diagnose: nothing, querySql: nothing }

async function nothing(): Promise<never> {
  throw new Error('Not simulated')
}

function clockOf(life: Life, now: () => Date): Clock {
  return { now, sleep: life.sleep }
}

import { type Clock, systemClock } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import type { Refusal } from '../../shared/named-mutation.ts'
import { MINUTE } from '../../shared/time.ts'
import { keepFault } from '../api/faults.ts'
import type { CallName } from './calls.ts'
import { errorOf } from './error-of.ts'
import type { ReplicaEvent, ReplicaState } from './replica-state.ts'
import type { Host } from './tabs.ts'

/** A message to the worker. It responds to a `ping` while calls run. */
export interface ToWorker {
  id: number
  call: CallName | 'ping'
  args: readonly unknown[]
}

/** A message from the worker: a response to a call, an event, or that its replica was damaged and deleted. */
export type FromWorker =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; error: Refusal }
  | { event: unknown }
  | { broken: true; why?: string | undefined }

/** A worker, or what stands for one in tests. */
export type WorkerPort = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

/** The worker to start after a crash: `copy` with the replica again, `outbox` only to send the waiting changes. */
export type WorkerKind = 'copy' | 'outbox'

/** How often a worker is asked whether it lives, while a call waits for it. */
const PING_MS = 5_000
/** So many pings without a word: longer than the longest statement on a slow phone. */
const SILENT_PINGS = 6
/** After so many deaths this device cannot hold a copy; after one more, nothing of ours runs. */
const DEATHS_OF_COPIES = 2
/** A death this long ago no longer counts. */
const DEATHS_EXPIRE = 10 * MINUTE

const PING = -1

/**
 * Runs the copy in a dedicated worker: one message for a call, one for its answer. One that dies, with
 * an error or in silence, is replaced and asked again what nobody answered: reads may be repeated, and
 * changes carry ids (S7, S11).
 */
export function startWorkerHost(
  personId: string,
  announce: (event: ReplicaEvent) => void,
  startWorker: (personId: string, kind: WorkerKind) => WorkerPort = startCopyWorker,
  clock: Clock = systemClock,
): Host {
  const waiting = new Map<number, Waiting>()
  let calls = 0
  /** When workers died, in ms since the epoch. */
  let deaths: number[] = []
  let pings = 0
  let worker: WorkerPort | null = start('copy')
  const ending = new AbortController()
  void keepPinging()

  function start(kind: WorkerKind): WorkerPort {
    const started = startWorker(personId, kind)
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      pings = 0
      hear(data)
    }
    started.onerror = ({ message }) => replace(`Worker: ${message}`)
    return started
  }

  function hear(data: FromWorker): void {
    if ('event' in data) {
      announce(data.event as ReplicaEvent)
      return
    }
    if ('broken' in data) {
      replace(`Worker: damaged files. ${data.why ?? ''}`)
      return
    }
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) asker?.resolve(data.value)
    else asker?.reject(errorOf(data.error))
  }

  async function keepPinging(): Promise<void> {
    await clock.sleep(PING_MS, ending.signal)
    if (ending.signal.aborted) return
    ping()
    void keepPinging()
  }

  /** Counted, not timed: a machine that slept has not waited. */
  function ping(): void {
    if (waiting.size === 0) pings = 0
    else if (pings++ === SILENT_PINGS) replace('Worker: no answer')
    else worker?.postMessage({ id: PING, call: 'ping', args: [] } satisfies ToWorker)
  }

  function replace(why: string): void {
    keepFault(why)
    worker?.terminate()
    pings = 0
    const now = clock.now().getTime()
    deaths = deaths.filter((at) => now - at < DEATHS_EXPIRE)
    if (!stopQueries()) deaths.push(now)
    if (deaths.length > DEATHS_OF_COPIES + 1) {
      giveUp()
      return
    }
    worker = start(deaths.length <= DEATHS_OF_COPIES ? 'copy' : 'outbox')
    for (const [id, { call, args }] of waiting) worker.postMessage({ id, call, args })
  }

  /**
   * Ends the person's own queries, which may be what killed the worker. Returns whether there were any: they
   * say nothing about what the device can hold.
   */
  function stopQueries(): boolean {
    const queries = [...waiting].filter(([, { call }]) => call === 'query-sql')
    for (const [id, { reject }] of queries) {
      waiting.delete(id)
      reject(stopped())
    }
    return queries.length > 0
  }

  function giveUp(): void {
    worker = null
    ending.abort()
    for (const { reject } of waiting.values()) reject(failed())
    waiting.clear()
    announce({ type: 'state', state: NOTHING_RUNS })
  }

  return {
    handle: (call, args) =>
      new Promise((resolve, reject) => {
        if (!worker) return reject(failed())
        const id = calls++
        waiting.set(id, { call, args, resolve, reject })
        worker.postMessage({ id, call, args } satisfies ToWorker)
      }),
    close() {
      ending.abort()
      worker?.terminate()
    },
  }
}

interface Waiting {
  call: CallName
  args: readonly unknown[]
  resolve(value: unknown): void
  reject(error: Error): void
}

function startCopyWorker(personId: string, kind: WorkerKind): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: `${personId} ${kind}`,
  })
}

/** How it stands where no copy and no outbox runs, and so nobody knows of the network. */
export const NOTHING_RUNS: ReplicaState = {
  copy: 'none',
  connection: 'starting',
  changes: [],
  lastSync: null,
  kept: true,
  changesKept: true,
  rows: null,
  bytes: null,
}

export function failed(): AppError {
  return new AppError(
    'internal',
    'La copia de este navegador no responde. Tus cambios están a salvo.',
  )
}

function stopped(): AppError {
  return new AppError('too-large', 'La consulta tardó demasiado y la detuvimos.')
}

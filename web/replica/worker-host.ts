import { type Clock, systemClock } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { MINUTE } from '../../shared/time.ts'
import { keepFault } from '../api/faults.ts'
import {
  type Call,
  type CallResponse,
  createWaitingCalls,
  type EventMessage,
  type Host,
} from './calls.ts'
import { NO_REPLICA, type ReplicaEvent } from './replica-state.ts'

/** It responds to a `ping` while calls run. */
export type ToWorker = Call | { type: 'ping' }

/** `broken`: its replica was damaged, and is deleted. */
export type FromWorker =
  | CallResponse
  | EventMessage
  | { type: 'pong' }
  | { type: 'broken'; why?: string | undefined }

/** A worker, or a stand-in in tests. */
export type WorkerPort = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>

/** A worker runs the replica, or after too many crashes only the outbox, which sends the waiting changes. */
export type WorkerKind = 'replica' | 'outbox'

/** Interval of the pings to a worker while a call waits for it. */
const PING_MS = 5_000
/** After this many pings without a message a worker is dead: longer than the longest statement on a slow phone. */
const SILENT_PINGS = 6
/** After more crashes this device cannot hold a replica; after one more, nothing runs. */
const MAX_REPLICA_CRASHES = 2
/** A crash older than this no longer counts. */
const CRASHES_EXPIRE = 10 * MINUTE

/**
 * Runs the replica in a dedicated worker: one message for a call, one for its response. A worker that dies, with
 * an error or in silence, is replaced, and the new one gets the open calls again: reads may be repeated, and
 * changes carry ids (S7, S11).
 */
export function startWorkerHost(
  personId: string,
  announce: (event: ReplicaEvent) => void,
  startWorker: (personId: string, kind: WorkerKind) => WorkerPort = startReplicaWorker,
  clock: Clock = systemClock,
): Host {
  const waiting = createWaitingCalls()
  /** When workers died, in ms since the epoch. */
  let crashes: number[] = []
  let pings = 0
  let worker: WorkerPort | null = start('replica')
  const ending = new AbortController()
  void keepPinging()

  function start(kind: WorkerKind): WorkerPort {
    const started = startWorker(personId, kind)
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      pings = 0
      receive(data)
    }
    started.onerror = ({ message }) => replace(`Worker: ${message}`)
    return started
  }

  function receive(message: FromWorker): void {
    switch (message.type) {
      case 'event':
        announce(message.event)
        break
      case 'broken':
        replace(`Worker: damaged files. ${message.why ?? ''}`)
        break
      case 'pong':
        break
      default:
        waiting.settle(message)
    }
  }

  async function keepPinging(): Promise<void> {
    await clock.sleep(PING_MS, ending.signal)
    if (ending.signal.aborted) return
    ping()
    void keepPinging()
  }

  /** Counts pings instead of time, because a suspended machine has not waited. */
  function ping(): void {
    if (waiting.all().length === 0) pings = 0
    else if (pings++ === SILENT_PINGS) replace('Worker: no answer')
    else worker?.postMessage({ type: 'ping' } satisfies ToWorker)
  }

  function replace(why: string): void {
    keepFault(why)
    worker?.terminate()
    pings = 0
    const now = clock.now().getTime()
    crashes = crashes.filter((at) => now - at < CRASHES_EXPIRE)
    if (!stopQueries()) crashes.push(now)
    if (crashes.length > MAX_REPLICA_CRASHES + 1) {
      giveUp()
      return
    }
    worker = start(crashes.length <= MAX_REPLICA_CRASHES ? 'replica' : 'outbox')
    for (const call of waiting.all()) worker.postMessage(call)
  }

  /**
   * Ends the person's own SQL queries, which may have killed the worker. Returns whether there were any: such a crash
   * does not show that the device cannot hold a replica.
   */
  function stopQueries(): boolean {
    const queries = waiting.all().filter(({ method }) => method === 'querySql')
    for (const query of queries) waiting.reject(query, stopped())
    return queries.length > 0
  }

  function giveUp(): void {
    worker = null
    ending.abort()
    for (const call of waiting.all()) waiting.reject(call, failed())
    announce({ type: 'state', state: NO_REPLICA })
  }

  return {
    async handle(call) {
      if (!worker) {
        if (call.method === 'state') return NO_REPLICA
        throw failed()
      }
      const response = waiting.add(call)
      worker.postMessage(call)
      return response
    },
    close() {
      ending.abort()
      worker?.terminate()
    },
  }
}

function startReplicaWorker(personId: string, kind: WorkerKind): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: `${personId} ${kind}`,
  })
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

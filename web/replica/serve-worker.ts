import { AppError } from '../../shared/errors.ts'
import { recentFaults } from '../api/faults.ts'
import { type Call, perform, responseTo } from './calls.ts'
import { logFault, type OwnedReplica } from './owned-replica.ts'
import type { ReplicaEvent } from './replica-state.ts'
import type { FromWorker, ToWorker, WorkerKind } from './worker-host.ts'

interface Parts {
  kind: WorkerKind
  /** Starts the replica; rejects when this device cannot hold one. */
  openReplica(announce: (event: ReplicaEvent) => void, onBroken: () => void): Promise<OwnedReplica>
  /** Starts the outbox alone. */
  openOutbox(announce: (event: ReplicaEvent) => void): OwnedReplica
  /** Returns false while only the memory of this worker has some change, after the browser wiped its storage. */
  isOutboxOnDisk(): boolean
  /** Deletes everything of this person from the disk. */
  deleteAll(): Promise<void>
  /** The worker's end of its messages. */
  port: {
    onmessage: ((event: MessageEvent<ToWorker>) => void) | null
    postMessage(message: FromWorker): void
  }
  /** Called with each error that is no AppError. */
  log?: (error: unknown) => void
}

/** Runs in the worker (worker.ts): starts the replica, or the outbox alone, and responds to the calls of its page. */
export function serveWorker(parts: Parts): void {
  const { kind, openReplica, openOutbox, isOutboxOnDisk, deleteAll, port, log = logFault } = parts
  const post = (message: FromWorker) => port.postMessage(message)
  const announce = (event: ReplicaEvent) => post({ type: 'event', event })
  let owned = own()

  /** Opens the replica, or the outbox alone: the server then answers all queries (S10). */
  async function own(): Promise<OwnedReplica> {
    if (kind === 'replica') {
      try {
        const replica = await openReplica(announce, () => void startAnew())
        // Tabs may still have the state of an earlier replica, which was filled. Later states are announced anyway.
        await replica.state().then(
          (state) => announce({ type: 'state', state }),
          () => undefined,
        )
        return replica
      } catch (error) {
        log(error)
      }
    }
    return openOutbox(announce)
  }

  /**
   * Deletes the damaged files. The page then starts another worker with a new engine, and frees this one's memory. Not
   * while only this memory has a change: then this worker sends it.
   */
  async function startAnew(): Promise<void> {
    const dropped = drop().catch(log)
    if (isOutboxOnDisk()) {
      await dropped
      post({ type: 'broken', why: recentFaults().at(-1)?.message })
    } else {
      owned = dropped.then(() => openOutbox(announce))
    }
  }

  async function drop(): Promise<void> {
    await (await owned).drop()
  }

  async function handle(call: Call): Promise<unknown> {
    switch (call.method) {
      case 'state':
        return (await owned).state()
      case 'rebuild': {
        const dropped = drop()
        owned = dropped.catch(() => undefined).then(own) // calls from now on wait for the new one
        await dropped
        return (await owned).state()
      }
      case 'forget':
        await drop()
        return deleteAll()
      default:
        return perform((await owned).calls, call)
    }
  }

  async function handleLogging(call: Call): Promise<unknown> {
    try {
      return await handle(call)
    } catch (error) {
      if (error instanceof AppError) throw error
      log(error)
      throw new AppError('internal', 'La copia de este navegador no pudo responder.')
    }
  }

  port.onmessage = ({ data }) => {
    if (data.type === 'ping') post({ type: 'pong' })
    else void responseTo(data, handleLogging).then(post)
  }
}

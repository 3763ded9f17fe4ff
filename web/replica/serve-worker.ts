import { AppError } from '../../shared/errors.ts'
import type { Refusal } from '../../shared/named-mutation.ts'
import { recentFaults } from '../api/faults.ts'
import { logFault, type OwnedCopy } from './owned-copy.ts'
import type { ReplicaEvent } from './replica-state.ts'
import type { FromWorker, ToWorker, WorkerKind } from './worker-host.ts'

interface Parts {
  kind: WorkerKind
  /** Starts the replica; rejects when this device cannot hold one. */
  openCopy(announce: (event: ReplicaEvent) => void, onBroken: () => void): Promise<OwnedCopy>
  /** Starts the outbox alone. */
  openOutbox(announce: (event: ReplicaEvent) => void): OwnedCopy
  /** Deletes everything of this person from the disk. */
  deleteAll(): Promise<void>
  post(message: FromWorker): void
  /** Called with each error that is no AppError. */
  log?: (error: unknown) => void
}

/** Starts what a worker of this kind runs. Returns what handles its messages: one result for each call. */
export function serveWorker(parts: Parts): (message: ToWorker) => Promise<void> {
  const { kind, openCopy, openOutbox, deleteAll, post, log = logFault } = parts
  const announce = (event: ReplicaEvent) => post({ event })
  let owned = own()

  /** Without a replica the server goes on answering (S10). */
  async function own(): Promise<OwnedCopy> {
    if (kind === 'copy') {
      try {
        const copy = await openCopy(announce, () => void startAnew())
        // Tabs may still take it for the one before, which was filled. It tells its next states by itself.
        await copy.state().then(
          (state) => announce({ type: 'state', state }),
          () => undefined,
        )
        return copy
      } catch (error) {
        log(error)
      }
    }
    return openOutbox(announce)
  }

  /** Without the damaged files another worker starts with a new engine, and this one's memory is free. */
  async function startAnew(): Promise<void> {
    await drop().catch(log)
    post({ broken: true, why: recentFaults().at(-1)?.message })
  }

  async function drop(): Promise<void> {
    await (await owned).stop('drop')
  }

  async function handle(call: ToWorker['call'], args: readonly unknown[]): Promise<unknown> {
    switch (call) {
      case 'ping':
        return null
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
      default: {
        const { calls } = await owned
        const known = calls[call]
        // Of another release, or of a replica that has just ended: the server handles it.
        if (!known) throw new AppError('internal', 'La copia no conoce esa llamada.')
        return known(...args)
      }
    }
  }

  return async ({ id, call, args }) => {
    try {
      post({ id, ok: true, value: await handle(call, args) })
    } catch (error) {
      if (!(error instanceof AppError)) log(error)
      post({ id, ok: false, error: refusalOf(error) })
    }
  }
}

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof AppError)) {
    return { code: 'internal', message: 'La copia de este navegador no pudo responder.' }
  }
  const { code, message, field } = error
  return { code, message, ...(field === undefined ? {} : { field }) }
}

/*
 * Synchronises one person's replica with the server: stores, shows and sends the person's changes, and applies
 * the stream. This file has the public calls and runs the phases of sync-state.ts;
 * connection.ts has the three phases of a connection.
 */
import { type Clock, createEvent, createMutex, createSleeper } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import { type ConnectionTools, connect } from './connection.ts'
import { closing, createMutationQueue, pushUnsent } from './mutation-queue.ts'
import {
  again,
  entryOf,
  nothingToRetry,
  type Outbox,
  type OutboxEntry,
  type Pending,
} from './outbox.ts'
import type { ReplicaDatabase } from './replica-database.ts'
import type { SyncStatus } from './replica-state.ts'
import { AGAIN, createSyncStore, type Phase } from './sync-state.ts'
import type { Transport } from './transport.ts'

export interface SyncClient {
  start(): void
  /** Ends all work; stored changes stay stored. A client starts once. */
  stop(): Promise<void>
  /** The network came or went, or the person signed in again: connects now instead of after the pause. */
  tryNetwork(): void
  /** Ends the pause before the next connection or push. */
  wake(): void

  /**
   * Stores a change durably, then shows it, then sends it (S7). Throws the rule's AppError when the replica's
   * rows refuse it, and stores nothing then; without a filled replica only the server can judge. The same `id`
   * twice is one change. `version` is that of `args`, by default this release's.
   */
  mutate(name: string, args: unknown, id?: string, version?: number): Promise<void>
  /**
   * Makes a refused change again, as a new one with the id `changeId`. Throws like `mutate`, and the change
   * stays refused then (S9). The same `changeId` twice is one change. If neither waits any more, a retry
   * without `args` has nothing left to do; one with `args` throws 'not-found', because only the server knows
   * whether it has them.
   */
  retry(id: string, args?: unknown, version?: number, changeId?: string): Promise<void>
  /** Forgets a change and undoes its local effect (S9). */
  discard(id: string): Promise<void>
  /** Resolves once the server has responded to all pending changes. Throws the transport's AppError. */
  send(): Promise<void>
  /** Returns the pending and the refused changes in the order in which they were made. */
  entries(): Promise<OutboxEntry[]>

  status(): SyncStatus
  /** Calls back when the status changes. Returns a function that stops it. */
  onStatus(listener: () => void): () => void
}

interface Parts {
  replica: ReplicaDatabase
  outbox: Outbox
  transport: Transport
  clock: Clock
  /** Called when the engine fails. The replica is then filled again. */
  onFault?: (error: unknown) => void
  /** Called with the reason when a connection ends that waits before the next, or changes could not be sent. */
  onLost?: (why: unknown) => void
}

export function createSyncClient(parts: Parts): SyncClient {
  const { replica, outbox, transport, clock, onFault = () => {}, onLost = () => {} } = parts
  const store = createSyncStore()
  const { dispatch, status, onStatus } = store
  const queue = createMutationQueue(outbox, (counts) => dispatch({ type: 'counted', ...counts }))
  const sleeper = createSleeper(clock)
  const unsentAdded = createEvent()
  const mutex = createMutex()
  const tools: ConnectionTools = {
    replica,
    queue,
    transport,
    store,
    clock,
    sleeper,
    unsentAdded,
    exclusively,
    onLost,
  }
  const stopping = new AbortController()
  let connection = new AbortController()
  let running: Promise<void> = Promise.resolve()

  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return mutex.run(async () => {
      if (stopping.signal.aborted) throw closing()
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof AppError)) fault(error)
        throw error
      }
    })
  }

  function fault(error: unknown): void {
    dispatch({ type: 'replica-outdated' })
    onFault(error)
    connection.abort(error)
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) await perform(store.state().phase)
  }

  /** Runs a phase until its end, which changes the state. */
  function perform(phase: Phase): Promise<void> {
    switch (phase.name) {
      case 'opening':
        return exclusively(open).catch(() => dispatch({ type: 'opened', hasReplica: false }))
      case 'sending':
      case 'filling':
      case 'following':
        return runConnection()
      case 'waiting':
        return sleeper.sleep(phase.ms, stopping.signal).then(pauseEnded)
      case 'signed-out':
        return sleeper.untilWoken(stopping.signal).then(pauseEnded)
    }
  }

  /** After a crash, local effects of settled changes may remain, and effects of pending ones may be missing (S9). */
  async function open(): Promise<void> {
    const pending = await queue.pending()
    const hasReplica = (await replica.cursor()) !== null
    if (hasReplica) await replica.rebase(pending)
    dispatch({ type: 'opened', hasReplica })
  }

  async function runConnection(): Promise<void> {
    connection = new AbortController()
    const why = await connect(tools, connection).catch((error) => error)
    connection.abort(why)
    if (stopping.signal.aborted) return
    if (why !== AGAIN) onLost(why)
    dispatch({ type: 'connection-ended', why })
  }

  function pauseEnded(): void {
    dispatch({ type: 'woken' })
  }

  function announceChange(): void {
    unsentAdded.set()
    const { phase } = store.state()
    if (phase.name === 'waiting' && phase.endsOnChange) sleeper.wake()
  }

  async function make(mutation: Pending): Promise<void> {
    await queue.add(mutation)
    if (status().replica === 'ready') {
      try {
        await replica.run(mutation)
      } catch (error) {
        if (error instanceof AppError) {
          await queue.remove([mutation.id])
          throw error
        }
        // The change is stored and will be sent: the engine failed, not the rule, and may succeed now.
        onFault(error)
        await replica.rebase(await queue.pending()).catch(fault)
        return
      }
    }
    await queue.removeSuperseded(mutation)
  }

  async function find(id: string): Promise<OutboxEntry | undefined> {
    return entryOf(await outbox.all(), id)
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      stopping.abort(closing())
      connection.abort(closing())
      await running
      await mutex.run(async () => undefined)
    },
    tryNetwork() {
      dispatch({ type: 'network-changed' })
      // The open stream may be dead on the new network.
      if (store.hasReceived()) connection.abort(AGAIN)
      sleeper.wake()
    },
    wake: sleeper.wake,

    async mutate(name, args, id = newId(), version = mutations.get(name)?.version) {
      const at = clock.now().toISOString()
      await exclusively(async () => {
        if (!queue.isSettled(id) && !(await find(id))) await make({ id, name, args, version, at })
      })
      announceChange()
    },

    async retry(id, args, version = 1, changeId = newId()) {
      const at = clock.now().toISOString()
      await exclusively(async () => {
        const refused = await find(id)
        if (!(await find(changeId))) {
          if (!refused?.refusal) return nothingToRetry(args)
          await make({ ...again(refused, args, version, changeId), at })
        }
        if (refused?.refusal) await queue.remove([refused.id])
      })
      announceChange()
    },

    discard: (id) =>
      exclusively(async () => {
        await queue.remove([id])
        if (status().replica === 'ready') await replica.rebase(await queue.pending())
      }),

    send: () => pushUnsent(tools, stopping.signal),
    entries: outbox.all,
    status,
    onStatus,
  }
}

/*
 * Keeps one person's copy in step with the server: what the person does is kept, shown and
 * sent; what the stream brings is applied. This file is what others call, and the life around the
 * connections; what happens within one is told in connection.ts.
 */
import { backOff, type Clock, createEvent, createMutex, createSleeper } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import { AGAIN, connect, isSignedOut } from './connection.ts'
import type { Copy } from './copy.ts'
import { entryOf, type Outbox, type OutboxEntry } from './outbox.ts'
import { again, nothingToRetry, type Pending } from './pending.ts'
import { pushUnsent } from './push-unsent.ts'
import type { SyncContext } from './sync-context.ts'
import { createConnectivity, createStatusBoard, type SyncStatus } from './sync-status.ts'
import type { Transport } from './transport.ts'
import { createUnsettled } from './unsettled.ts'

export type { Clock, SyncStatus, Transport }

export interface SyncClient {
  start(): void
  /** Ends everything under way; what was kept stays kept. A client starts once. */
  stop(): Promise<void>
  /** The network came or went, or the person signed in again: connects now instead of in a while. */
  tryNetwork(): void
  /** Fills the copy anew; what waits to be sent stays (S10). */
  refill(): void

  /**
   * Keeps a change durably, then shows it, then sends it (S7). Throws the rule's AppError when the
   * copy's rows refuse it, and keeps nothing then; without a filled copy only the server can judge.
   * The same `id` twice is one change. `version`: of `args`, this release's when absent.
   */
  mutate(name: string, args: unknown, id?: string, version?: number): Promise<void>
  /**
   * Makes a refused change again, as a new one with the id `changeId`; throws like `mutate`, and it stays
   * refused then (S9). The same `changeId` twice is one change. If neither waits any more, a retry without
   * `args` has nothing left to do; one with `args` throws 'not-found', because only the server knows
   * whether it has them.
   */
  retry(id: string, args?: unknown, version?: number, changeId?: string): Promise<void>
  /** Forgets one, and undoes what it did here (S9). */
  discard(id: string): Promise<void>
  /** Resolves once the server has answered all that waits. Throws the AppError of the way to it. */
  send(): Promise<void>
  /** What is pending and what was refused, in the order in which it was done. */
  entries(): Promise<OutboxEntry[]>

  status(): SyncStatus
  /** Calls back when the status is another. Answers how to stop. */
  onStatus(listener: () => void): () => void
}

interface Parts {
  copy: Copy
  outbox: Outbox
  transport: Transport
  clock: Clock
  /** Told of what should not happen: the copy's engine failed. The copy is filled again then. */
  onFault?: (error: unknown) => void
  /** Told why a connection ended that is not followed by the next at once, or why changes could not be sent. */
  onLost?: (why: unknown) => void
}

export function createSyncClient(parts: Parts): SyncClient {
  const { copy, outbox, transport, clock, onFault = () => {}, onLost = () => {} } = parts
  const { status, report, onStatus } = createStatusBoard()
  const mutex = createMutex()
  const stopping = new AbortController()
  let line = new AbortController()
  /** Since this connection began: what it was refused may be allowed by now. */
  let wasCalledBack = false
  let running: Promise<void> = Promise.resolve()
  let isResting = false

  const context: SyncContext = {
    copy,
    unsettled: createUnsettled(outbox, report),
    transport,
    clock,
    sleeper: createSleeper(clock),
    connectivity: createConnectivity(report),
    unsentAdded: createEvent(),
    exclusively,
    status,
    report,
    onLost,
    mustFill: true,
    failures: 0,
    pushFailures: 0,
    failedAlone: new Map(),
  }
  const { unsettled, unsentAdded, sleeper } = context

  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return mutex.run(async () => {
      if (stopping.signal.aborted) throw stopped()
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof AppError)) fault(error)
        throw error
      }
    })
  }

  function fault(error: unknown): void {
    context.mustFill = true
    onFault(error)
    line.abort(error)
  }

  async function run(): Promise<void> {
    await exclusively(open).catch(() => undefined) // then it is filled
    while (!stopping.signal.aborted) {
      line = new AbortController()
      wasCalledBack = false
      const why = await connect(context, line).catch((error) => error)
      line.abort(why)
      await pauseAfter(why)
    }
  }

  /** After a crash local effects may stand whose changes are settled, or the other way round (S9). */
  async function open(): Promise<void> {
    const pending = await unsettled.pending()
    if ((await copy.cursor()) === null) return
    await copy.rebase(pending)
    context.mustFill = false
    report({ copy: 'ready' })
  }

  async function pauseAfter(why: unknown): Promise<void> {
    const failures = context.failures++
    if (stopping.signal.aborted || (why === AGAIN && failures === 0)) return
    if (why !== AGAIN) onLost(why)
    if (isSignedOut(why) && wasCalledBack) return
    report({ connection: isSignedOut(why) ? 'signed-out' : 'offline' })
    if (isSignedOut(why)) await sleeper.untilWoken(stopping.signal)
    else if (isTooMany(why) && status().pending === 0) await restFor(why.retryAfter)
    else await sleeper.sleep(backOff(failures), stopping.signal)
  }

  /** Lets other copies listen for so many seconds, or until the person makes a change: that is sent at once. */
  async function restFor(seconds: number): Promise<void> {
    isResting = true
    await sleeper.sleep(seconds * 1000, stopping.signal)
    isResting = false
  }

  function announceChange(): void {
    unsentAdded.set()
    if (isResting) sleeper.wake()
  }

  async function perform(mutation: Pending): Promise<void> {
    await unsettled.add(mutation)
    if (status().copy === 'ready') {
      try {
        await copy.run(mutation)
      } catch (error) {
        if (error instanceof AppError) {
          await unsettled.remove([mutation.id])
          throw error
        }
        // Kept and sent all the same: it was the engine that failed, not the rule, and it may do it now.
        onFault(error)
        await copy.rebase(await unsettled.pending()).catch(fault)
        return
      }
    }
    // It is kept and shown: that the queue stays longer is no fault of this change.
    await unsettled.collapse(mutation).catch(ignoreFullDisk)
  }

  async function find(id: string): Promise<OutboxEntry | undefined> {
    return entryOf(await outbox.all(), id)
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      stopping.abort(stopped())
      line.abort(stopped())
      await running
      await mutex.run(async () => undefined)
    },
    tryNetwork() {
      wasCalledBack = true
      // On the network that is there now, the open line may be dead.
      if (context.connectivity.hasReceived()) line.abort(AGAIN)
      sleeper.wake()
    },
    refill() {
      context.mustFill = true
      line.abort(AGAIN)
      sleeper.wake()
    },

    async mutate(name, args, id = newId(), version = mutations.get(name)?.version) {
      const at = clock.now().toISOString()
      await exclusively(async () => {
        if (!(await find(id))) await perform({ id, name, args, version, at })
      })
      announceChange()
    },

    async retry(id, args, version = 1, changeId = newId()) {
      const at = clock.now().toISOString()
      await exclusively(async () => {
        const refused = await find(id)
        if (!(await find(changeId))) {
          if (!refused?.refusal) return nothingToRetry(args)
          await perform({ ...again(refused, args, version, changeId), at })
        }
        if (refused?.refusal) await unsettled.remove([refused.id])
      })
      announceChange()
    },

    discard: (id) =>
      exclusively(async () => {
        await unsettled.remove([id])
        if (status().copy === 'ready') await copy.rebase(await unsettled.pending())
      }),

    send: () => pushUnsent(context, stopping.signal),
    entries: outbox.all,
    status,
    onStatus,
  }
}

function isTooMany(why: unknown): why is AppError & { retryAfter: number } {
  return why instanceof AppError && why.code === 'too-many-requests' && Boolean(why.retryAfter)
}

function ignoreFullDisk(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'unavailable')) throw error
}

function stopped(): AppError {
  return new AppError('unavailable', 'Esta ventana se está cerrando. Intenta nuevamente.')
}

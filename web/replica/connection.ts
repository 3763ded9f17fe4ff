/*
 * One connection of a replica with the server, from sending the unsent changes to the end of the stream. Its
 * steps are phases of sync-state.ts:
 *
 * 1. Sending: send every change that is not settled. Answered ones go again too, because the server may
 *    have been restored (S7).
 * 2. Filling: fill the replica if it is empty, or if the server asked for a new fill (S5, S10). A fill settles
 *    nothing: the rows of a server that was restored after its answer lack those changes.
 * 3. Following: apply the stream from the replica's cursor, and send new changes, until the stream ends.
 *
 * Sending comes first because the stream does not bring every outcome: a fill may have come after the server
 * had applied a change, or the last client may have ended in between. The first event of the stream settles the
 * changes that were answered before it opened: the request named the cursor of the last answer, and a server that
 * accepts it has their rows. Every other change is settled by its outcome (S8). If that does not come, the server was
 * restored after its answer, or a fill has brought the rows; the next connection sends the change again.
 */
import {
  type AsyncEvent,
  backOff,
  type Clock,
  type Sleeper,
  untilAborted,
} from '../../shared/async.ts'
import { AppError, RestoredMeanwhile } from '../../shared/errors.ts'
import {
  type Batch,
  joinCursors,
  type ReceivedRestart,
  SYNCED_TABLE_NAMES,
} from '../../shared/sync.ts'
import { type PushTools, pushUnsent } from './mutation-queue.ts'
import { AGAIN, isSignedOut } from './sync-state.ts'
import type { Transport } from './transport.ts'

export interface ConnectionTools extends PushTools {
  clock: Clock
  sleeper: Sleeper
  /** Set when there is a new change to send. */
  unsentAdded: AsyncEvent
  /** Called with the reason when changes could not be sent. */
  onLost(why: unknown): void
}

/** Runs until the connection aborts, and throws why: AGAIN, an AppError, or another failure. */
export async function connect(tools: ConnectionTools, connection: AbortController): Promise<never> {
  const { replica, queue, store } = tools
  queue.forgetAnswers()
  const hasSentAll = await sendAll(tools, connection.signal)
  if (store.state().phase.name === 'filling') await fill(tools, connection.signal)
  const cursor = await tools.exclusively(() => replica.cursor())
  if (cursor === null) throw new Error('A filled replica has no cursor')

  const closeStream = follow(tools, connection, cursor)
  void keepPushing(tools, connection, hasSentAll)
  try {
    return await untilAborted(new Promise<never>(() => {}), connection.signal)
  } finally {
    closeStream()
  }
}

/** Sends all unsent changes. Returns whether it succeeded: a client that cannot send may still receive. */
async function sendAll(tools: ConnectionTools, signal: AbortSignal): Promise<boolean> {
  try {
    await pushUnsent(tools, signal)
  } catch (error) {
    if (signal.aborted || isSignedOut(error)) throw error
    tools.onLost(error)
    tools.store.dispatch({ type: 'push-failed' })
    return false
  }
  tools.store.dispatch({ type: 'push-succeeded' })
  return true
}

/** Downloads the tables before it locks the replica, so that no change waits for them. */
async function fill(tools: ConnectionTools, signal: AbortSignal): Promise<void> {
  const { replica, queue, store, clock } = tools
  await tools.exclusively(queue.pending) // throws without the outbox, which the end of the fill needs
  const downloads = new AbortController()
  const { cursor, tables } = await untilAborted(
    download(tools.transport, downloads.signal),
    signal,
  ).finally(() => downloads.abort()) // after a failure the next fill needs the network for all tables
  await tools.exclusively(async () => {
    await replica.fill(tables, cursor, await queue.pending())
    store.dispatch({ type: 'filled', at: clock.now().toISOString() })
  })
  signal.throwIfAborted()
}

/**
 * The first table's cursor is the oldest: later changes come again, which is harmless (S4). The rows of the other tables
 * are newer, so the server must know their cursors, too (S10).
 */
async function download(transport: Transport, signal: AbortSignal) {
  const [first, ...others] = SYNCED_TABLE_NAMES
  if (!first) throw new Error('No table is synced')
  const take = async (table: typeof first) => ({
    table,
    ...(await transport.snapshot(table, signal)),
  })
  const oldest = await take(first)
  const tables = [oldest, ...(await Promise.all(others.map(take)))]
  const { epoch } = oldest
  if (tables.some((table) => table.epoch !== epoch)) throw new RestoredMeanwhile()
  return { cursor: joinCursors(tables.map(({ cursor }) => cursor)), tables }
}

/** Opens the stream and applies what it sends. Returns a function that closes it. */
function follow(tools: ConnectionTools, connection: AbortController, cursor: string): () => void {
  const { replica, queue, store, transport } = tools
  const { signal } = connection
  const end = (why: unknown) => connection.abort(why)
  const answeredBefore = queue.answered()
  let answeredAtLastBeat = new Set<string>()

  /** Runs in order of arrival. After one failure nothing more runs: the next connection brings it again. */
  function apply(work: () => Promise<void>): void {
    const turn = tools.exclusively(async () => {
      if (signal.aborted) return
      await work()
      store.dispatch({ type: 'caught-up', at: tools.clock.now().toISOString() })
    })
    turn.catch(end)
  }

  const applyBatch = (batch: Batch) =>
    queue.settle(batch.outcomes, answeredBefore.splice(0), (pending) =>
      replica.apply(batch, pending),
    )

  /** A beat follows a silence, in which the outcomes of earlier answers would have come. */
  async function applyBeat(): Promise<void> {
    if (answeredBefore.length > 0) await queue.settle([], answeredBefore.splice(0), replica.rebase)
    const answered = queue.answered()
    if (answered.some((id) => answeredAtLastBeat.has(id))) end(AGAIN)
    answeredAtLastBeat = new Set(answered)
  }

  function startAgain({ restart }: ReceivedRestart): void {
    store.dispatch({ type: 'replica-outdated' })
    if (restart === 'other-epoch') void tools.exclusively(queue.forgetInRows).catch(end)
    // The client must never send to another person's account, or fetch its rows.
    end(restart === 'other-person' ? otherPerson() : AGAIN)
  }

  return transport.follow(cursor, queue.answeredAt(), {
    open: () => {
      if (!signal.aborted) store.dispatch({ type: 'stream-opened' })
    },
    batch: (batch) => apply(() => applyBatch(batch)),
    beat: () => apply(applyBeat),
    restart: startAgain,
    lost: end,
  })
}

/** Sends new changes while the connection lasts; after a failure with growing pauses. */
async function keepPushing(
  tools: ConnectionTools,
  connection: AbortController,
  hasSentAll: boolean,
): Promise<void> {
  const { store, sleeper } = tools
  const { signal } = connection
  if (!hasSentAll) await sleeper.sleep(pauseOf(tools), signal)
  while (!signal.aborted) {
    try {
      await pushUnsent(tools, signal)
      store.dispatch({ type: 'push-succeeded' })
      // This stream does not bring outcomes from before its cursor. The next one settles those changes.
      if (!hasSentAll) return connection.abort(AGAIN)
      await tools.unsentAdded.wait(signal)
    } catch (error) {
      if (signal.aborted) return
      if (isSignedOut(error)) return connection.abort(error)
      tools.onLost(error)
      store.dispatch({ type: 'push-failed' })
      await sleeper.sleep(pauseOf(tools), signal)
    }
  }
}

/** Returns how long to wait after a failed push, in ms. */
function pauseOf({ store }: ConnectionTools): number {
  const { phase } = store.state()
  return backOff(phase.name === 'following' ? Math.max(phase.pushFailures - 1, 0) : 0)
}

function otherPerson(): AppError {
  return new AppError('not-signed-in', 'Hay otra cuenta abierta en este navegador.')
}

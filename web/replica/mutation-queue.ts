/*
 * The outbox, the state of each change in it, and how changes are sent. A change is first unsent, then answered (the
 * server has done it and its rows are on their way), then settled: the replica gets its rows, and it leaves the outbox
 * (S8). A refused change stays in the outbox with its reason, and is no longer sent (S9).
 */
import { untilAborted } from '../../shared/async.ts'
import { AppError, hasCode } from '../../shared/errors.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
import type { MutationOutcome } from '../../shared/named-mutation.ts'
import { FAILURES_FOR_GOOD, type PushAnswer } from '../../shared/sync.ts'
import { invalidResponse } from '../api/error-response.ts'
import { type Outbox, type OutboxEntry, type Pending, requestOf } from './outbox.ts'
import type { ReplicaDatabase } from './replica-database.ts'
import type { SyncStore } from './sync-state.ts'
import { MOST_AT_ONCE, type Transport } from './transport.ts'

export interface MutationQueue {
  /** Returns the changes that run on top of the server's rows, in order. */
  pending(): Promise<Pending[]>
  /** Returns the first changes without a known answer of the server, to be sent: `most`, or as many as a push takes. */
  takeUnsent(most: number): Promise<Pending[]>
  /** Returns the ids of the pending changes that the server has answered. */
  answered(): string[]
  /** Returns the cursor of the server's last answer; null when there was none. */
  answeredAt(): string | null
  /** Resolves when the change is on the disk (S7). */
  add(mutation: Pending): Promise<void>
  /** Removes earlier changes that were never sent and that this one overwrites (S7); a full disk keeps them. */
  removeSuperseded(mutation: Pending): Promise<void>
  /** Removes changes in any state. */
  remove(ids: readonly string[]): Promise<void>
  /** Applies the answer to a push. Returns whether the server refused something. */
  applyAnswer(answer: PushAnswer): Promise<boolean>
  /**
   * Settles the changes that the stream brings outcomes of, and those of `answeredBefore`. `apply` writes their rows;
   * it gets the changes that still run on top of them. If it fails, the settled changes stay in the outbox, because
   * only their local effects show them.
   */
  settle(
    outcomes: readonly MutationOutcome[],
    answeredBefore: readonly string[],
    apply: (pending: readonly Pending[]) => Promise<void>,
  ): Promise<void>
  /** Returns whether this client has settled the change, or a later one that had superseded it. */
  isSettled(id: string): boolean
  /** Returns how often the server has failed on this change, this time included. */
  countFailure(id: string): number
  /** Forgets the answers, because this server may not have given them. */
  forgetAnswers(): void
  /** Forgets which changes are in the server's rows: this server has another history. */
  forgetInRows(): Promise<void>
}

interface Counts {
  pending: number
  refused: number
}

/** Calls `onCount` whenever the number of pending or refused changes may have changed. */
export function createMutationQueue(
  outbox: Outbox,
  onCount: (counts: Counts) => void,
): MutationQueue {
  const answered = new Set<string>()
  let answeredAt: string | null = null
  /** Added by this client and not sent. The server may know of all others. */
  const neverSent = new Set<string>()
  const failures = new Map<string, number>()
  /** A tab's call for one of them may still be repeated (S11). */
  const settledIds = new Set<string>()

  async function waiting(): Promise<OutboxEntry[]> {
    const all = await outbox.all()
    const open = all.filter(({ refusal }) => refusal === null)
    onCount({ pending: open.length, refused: all.length - open.length })
    return open
  }

  async function pending(): Promise<OutboxEntry[]> {
    return (await waiting()).filter(({ isInRows }) => !isInRows)
  }

  /**
   * Returns the changes before a settled one that have no outcome yet. The server handles changes in order, so it has
   * done or refused them. If a fill brought their rows, the stream does not bring their outcomes. Run again on these
   * rows, they would hide the later change.
   */
  async function entriesInRows(settled: ReadonlySet<string>): Promise<OutboxEntry[]> {
    const all = await waiting()
    const last = all.findLastIndex(({ id }) => settled.has(id))
    return all
      .slice(0, Math.max(last, 0))
      .filter(({ id, isInRows }) => !isInRows && !settled.has(id))
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      answered.delete(id)
      neverSent.delete(id)
      failures.delete(id)
    }
    if (ids.length > 0) await outbox.delete(ids)
    await waiting()
  }

  async function supersede(mutation: Pending): Promise<void> {
    const rule = mutations.get(mutation.name)
    const superseded: OutboxEntry[] = []
    for (const entry of (await waiting()).toReversed()) {
      if (entry.id === mutation.id) continue
      // The order matters only to changes of other kinds.
      if (entry.name !== mutation.name || !neverSent.has(entry.id)) break
      if (entry.version !== mutation.version) break
      // A repeated call is not a later change (S11). Ids begin with their time.
      if (entry.id > mutation.id) break
      if (rule?.supersedes?.(mutation.args as never, entry.args as never)) superseded.push(entry)
    }
    if (superseded.length === 0) return
    const ids = superseded.flatMap(({ id, supersededIds = [] }) => [id, ...supersededIds])
    await outbox.put({ ...mutation, refusal: null, supersededIds: ids })
    await remove(superseded.map(({ id }) => id))
  }

  /** Skips changes of other devices and those refused before: the person sees a refusal once (S9). */
  async function refuse(outcomes: readonly MutationOutcome[]): Promise<boolean> {
    const refusals = new Map(
      outcomes.flatMap((outcome) => (outcome.ok ? [] : [[outcome.id, outcome.error] as const])),
    )
    const refused = (await waiting()).filter(({ id }) => refusals.has(id))
    for (const entry of refused) {
      await outbox.put({ ...entry, refusal: refusals.get(entry.id) ?? null })
    }
    await waiting()
    return refused.length > 0
  }

  return {
    pending,
    async takeUnsent(most) {
      const unsent = firstThatFit(
        (await waiting()).filter(({ id }) => !answered.has(id)).slice(0, most),
      )
      for (const { id } of unsent) neverSent.delete(id)
      return unsent
    },
    answered: () => [...answered],
    answeredAt: () => answeredAt,
    async add(mutation) {
      await outbox.put({ ...mutation, refusal: null })
      neverSent.add(mutation.id)
      await waiting()
    },
    removeSuperseded: (mutation) => supersede(mutation).catch(ignoreFullDisk),
    remove,
    async applyAnswer({ cursor, outcomes }) {
      answeredAt = cursor ?? answeredAt
      const known = new Set((await waiting()).map(({ id }) => id))
      for (const { id, ok } of outcomes) if (ok && known.has(id)) answered.add(id)
      return refuse(outcomes)
    },
    async settle(outcomes, answeredBefore, apply) {
      const inRows = await entriesInRows(new Set(outcomes.map(({ id }) => id)))
      const leaving = new Set([...answeredBefore, ...[...outcomes, ...inRows].map(({ id }) => id)])
      await apply((await pending()).filter(({ id }) => !leaving.has(id)))
      // In this order: without `isInRows` an earlier change would hide a later one that is settled.
      for (const entry of inRows) {
        await outbox.put({ ...entry, isInRows: true }).catch(ignoreFullDisk)
      }
      const done = new Set([...answeredBefore, ...outcomes.flatMap(({ id, ok }) => (ok ? id : []))])
      const own = (await outbox.all()).filter(({ id }) => done.has(id))
      for (const { id, supersededIds = [] } of own) {
        for (const known of [id, ...supersededIds]) settledIds.add(known)
      }
      if (own.length > 0) await remove(own.map(({ id }) => id))
      await refuse(outcomes)
    },
    isSettled: (id) => settledIds.has(id),
    countFailure(id) {
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      return count
    },
    forgetAnswers() {
      answered.clear()
      answeredAt = null
    },
    async forgetInRows() {
      for (const entry of await waiting()) {
        if (entry.isInRows) await outbox.put({ ...entry, isInRows: false })
      }
    },
  }
}

/**
 * Characters of one push. A mobile network of 3 kB/s sends them before the timeout; a push that never arrives in time
 * would be sent again for ever.
 */
const MOST_CHARACTERS = 60_000

/** Returns the first changes that fit into a push, and at least one. */
function firstThatFit(changes: readonly OutboxEntry[]): OutboxEntry[] {
  let characters = 0
  const fitting: OutboxEntry[] = []
  for (const change of changes) {
    characters += JSON.stringify(requestOf(change)).length
    if (characters > MOST_CHARACTERS && fitting.length > 0) break
    fitting.push(change)
  }
  return fitting
}

/**
 * A full disk is harmless here: without `isInRows` an older value may show for a while, and a superseded change is
 * sent too.
 */
function ignoreFullDisk(error: unknown): void {
  if (!hasCode(error, 'unavailable')) throw error
}

export interface PushTools {
  replica: ReplicaDatabase
  queue: MutationQueue
  transport: Transport
  store: SyncStore
  /** Runs work on replica and outbox, one piece at a time. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Sends the changes that the server has not answered, in order, until none is left (S7). The replica undoes
 * a refused one, and the rest goes on (S9); the others stay on top until the stream confirms them (S8).
 * Throws the transport's AppError.
 */
export async function pushUnsent(tools: PushTools, signal: AbortSignal): Promise<void> {
  const { replica, queue, store } = tools
  for (;;) {
    const unsent = await tools.exclusively(() => queue.takeUnsent(MOST_AT_ONCE))
    if (unsent.length === 0) return
    const answer = await untilAborted(send(tools, unsent), signal)
    if (answer.restart) {
      // Answered changes come before these: the restored server needs them first (S7).
      await tools.exclusively(async () => queue.forgetAnswers())
      continue
    }
    if (!answer.outcomes.some(({ id }) => id === unsent[0]?.id)) throw invalidResponse()
    store.dispatch({ type: 'push-advanced' })
    await tools.exclusively(async () => {
      if (await queue.applyAnswer(answer)) await replica.rebase(await queue.pending())
    })
  }
}

/** Sends the changes, or fewer: halving finds the one that the server cannot take. */
async function send(tools: PushTools, mutations: readonly Pending[]): Promise<PushAnswer> {
  const { transport, queue } = tools
  const answeredAt = queue.answered().length > 0 ? queue.answeredAt() : null
  try {
    return await transport.push(mutations.map(requestOf), answeredAt)
  } catch (error) {
    if (!(error instanceof AppError && mayBeOneChange(error))) throw error
    if (mutations.length > 1) return send(tools, mutations.slice(0, mutations.length / 2))
    return { outcomes: mutations.map((mutation) => refuseHere(tools, mutation, error)) }
  }
}

/** Returns true if the server may have rejected the request because of one change among many. */
function mayBeOneChange({ code }: AppError): boolean {
  return code === 'invalid-input' || code === 'too-large' || code === 'internal'
}

/** Refuses the change in this browser (S9). Throws `error` while the server may still accept it. */
function refuseHere(
  { queue, store }: PushTools,
  { id }: Pending,
  error: AppError,
): MutationOutcome {
  const { code, message } = error
  if (code !== 'internal') return { id, ok: false, error: { code, message } }
  const failures = queue.countFailure(id)
  // Without a stream the server itself is failing, and this change is not to blame.
  if (failures < FAILURES_FOR_GOOD || !store.hasReceived()) throw error
  return { id, ok: false, error: { code, message: FAILED_FOR_GOOD } }
}

const FAILED_FOR_GOOD = 'El servidor no pudo procesar este cambio. Intenta nuevamente o descártalo.'

/** Returns the error of calls that the window or its replica did not finish before it ended. */
export function closing(): AppError {
  return new AppError('unavailable', 'Esta ventana se está cerrando. Intenta nuevamente.')
}

/*
 * What the outbox holds, and what is known of it. A change is unsent, then answered (the server has
 * done it, its rows are on their way), then settled: the copy gets its rows, and it leaves the outbox
 * (S8). A refused one leaves this road at once and stays in the outbox with its reason (S9).
 */
import type { MutationOutcome } from '../../shared/named-mutation.ts'
import type { PushAnswer } from '../../shared/sync.ts'
import type { Outbox, OutboxEntry } from './outbox.ts'
import type { Pending } from './pending.ts'

export interface Unsettled {
  /** What runs on top of the server's rows, in order. */
  pending(): Promise<Pending[]>
  /** Of those, what the server has not answered, as far as is known. */
  unsent(): Promise<Pending[]>
  /** Of those, the ids of what it has, in any epoch or in this one. */
  answered(epoch?: string): string[]
  /** Resolves when it is kept (S7). */
  add(mutation: Pending): Promise<void>
  /** Takes them out, whatever became of them. */
  remove(ids: readonly string[]): Promise<void>
  /** Takes a push's answer; answers whether that refused something. */
  answer(answer: PushAnswer): Promise<boolean>
  /** Takes what the stream says has become of them. */
  settle(outcomes: readonly MutationOutcome[]): Promise<void>
  /** Forgets the answers: this server may not know of them. */
  doubt(): void
}

interface Counts {
  pending: number
  refused: number
}

/** `onCount` hears how many wait and how many were refused, whenever that may have changed. */
export function createUnsettled(outbox: Outbox, onCount: (counts: Counts) => void): Unsettled {
  /** id -> the epoch that the server spoke of. */
  const answered = new Map<string, string>()

  async function pending(): Promise<OutboxEntry[]> {
    const all = await outbox.all()
    const waiting = all.filter(({ refusal }) => refusal === null)
    onCount({ pending: waiting.length, refused: all.length - waiting.length })
    return waiting
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) answered.delete(id)
    if (ids.length > 0) await outbox.delete(ids)
    await pending()
  }

  /** What is refused already, or another device's, stays as it is: a refusal is told once (S9). */
  async function refuse(outcomes: readonly MutationOutcome[]): Promise<boolean> {
    const refusals = new Map(
      outcomes.flatMap((outcome) => (outcome.ok ? [] : [[outcome.id, outcome.error] as const])),
    )
    const refused = (await pending()).filter(({ id }) => refusals.has(id))
    for (const entry of refused) {
      await outbox.put({ ...entry, refusal: refusals.get(entry.id) ?? null })
    }
    await pending()
    return refused.length > 0
  }

  return {
    pending,
    async unsent() {
      return (await pending()).filter(({ id }) => !answered.has(id))
    },
    answered: (epoch) =>
      [...answered].flatMap(([id, of]) => (epoch === undefined || of === epoch ? [id] : [])),
    async add(mutation) {
      await outbox.put({ ...mutation, refusal: null })
      await pending()
    },
    remove,
    async answer({ epoch, outcomes }) {
      const waiting = new Set((await pending()).map(({ id }) => id))
      for (const { id, ok } of outcomes) if (ok && waiting.has(id)) answered.set(id, epoch)
      return refuse(outcomes)
    },
    async settle(outcomes) {
      const done = new Set(outcomes.filter(({ ok }) => ok).map(({ id }) => id))
      const own = (await outbox.all()).filter(({ id }) => done.has(id))
      if (own.length > 0) await remove(own.map(({ id }) => id))
      await refuse(outcomes)
    },
    doubt() {
      answered.clear()
    },
  }
}

import type { Outbox, OutboxEntry } from '../../web/replica/outbox.ts'

/** What a device said of one change, and what became of it there. */
export interface Change {
  id: string
  /** The person was told that it is kept (S7). */
  acknowledged: boolean
  /** How often the server's refusal was reported (S9). */
  refusals: number
  /** The person discarded it or made another of it, after it was refused. */
  dismissed: boolean
  /** The later change that superseded it before it was sent, or null. */
  supersededBy: string | null
}

/** The disk's part of an outbox: it outlives its tab, and everything written is noted. */
export interface Ledger extends Outbox {
  changes: ReadonlyMap<string, Change>
  entries(): readonly OutboxEntry[]
  acknowledge(id: string): void
  dismiss(id: string): void
  /** The ids that were put in since `work` began. */
  newDuring(work: () => Promise<void>): Promise<string[]>
}

export function createLedger(): Ledger {
  const kept = new Map<string, OutboxEntry>()
  const changes = new Map<string, Change>()
  const entries = () => [...kept.values()]

  function change(id: string): Change {
    const known = changes.get(id)
    if (known) return known
    const fresh: Change = {
      id,
      acknowledged: false,
      refusals: 0,
      dismissed: false,
      supersededBy: null,
    }
    changes.set(id, fresh)
    return fresh
  }

  function isReplaced(id: string): boolean {
    const entry = kept.get(id)
    if (!entry?.refusal) return false
    return entries().some((other) => other.name === entry.name && other.id > id && !other.refusal)
  }

  return {
    changes,
    entries,
    acknowledge(id) {
      change(id).acknowledged = true
    },
    dismiss(id) {
      change(id).dismissed = true
    },
    async newDuring(work) {
      const before = new Set(changes.keys())
      await work()
      return [...changes.keys()].filter((id) => !before.has(id))
    },
    all: async () => structuredClone(entries()),
    async put(entry) {
      if (entry.refusal) change(entry.id).refusals += 1
      else change(entry.id)
      for (const id of entry.supersededIds ?? []) change(id).supersededBy = entry.id
      kept.set(entry.id, structuredClone(entry))
    },
    async delete(ids) {
      for (const id of ids) {
        // The tab may end before it tells that a retry went well: its new entry says so, too.
        if (isReplaced(id)) change(id).dismissed = true
        kept.delete(id)
      }
    },
    isOnDisk: () => true,
  }
}

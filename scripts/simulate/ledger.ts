import type { Refusal } from '../../shared/errors.ts'
import type { Outbox, OutboxEntry } from '../../web/replica/outbox.ts'

/** A change as its device reported it, with its outcome. */
export interface Change {
  id: string
  /** The person was told that it is kept (S7). */
  acknowledged: boolean
  /** It left the outbox and came back: a call was asked again of the next owner (S11). */
  cameBack: boolean
  /** Its entry was lost with the disk: whether the server does it is open. */
  lost: boolean
  /** How often the server's refusal was reported (S9). */
  refusals: number
  refusal: Refusal | null
  /** The person discarded it or made another of it, after it was refused. */
  dismissed: boolean
  /** The person was told that it no longer waits for a decision. */
  decided: boolean
  /** The later change that superseded it before it was sent, or null. */
  supersededBy: string | null
}

/** Everything that a device's outbox ever held, in the order in which it was first written. */
export interface Ledger {
  changes: ReadonlyMap<string, Change>
  /** The expected contents of the outbox, in order. */
  entries(): readonly OutboxEntry[]
  /** Notes everything that is written to this outbox. */
  watch(outbox: Outbox): Outbox
  acknowledge(id: string): void
  dismiss(id: string): void
  /** `dismiss`, and the replica has confirmed it. */
  decide(id: string): void
  /** Called once, when the next refusal has been stored. */
  onRefusal: (() => void) | null
  decide(id: string): void
  /** Everything that waits is gone from the disk, and nobody expects it any more. */
  loseAll(): void
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
      cameBack: false,
      lost: false,
      refusals: 0,
      refusal: null,
      dismissed: false,
      decided: false,
      supersededBy: null,
    }
    changes.set(id, fresh)
    return fresh
  }

  function isReplaced(id: string): boolean {
    const entry = kept.get(id)
    if (!entry?.refusal) return false
    const later = entries().slice(entries().indexOf(entry) + 1)
    return later.some((other) => other.name === entry.name && !other.refusal)
  }

  const ledger: Ledger = {
    changes,
    entries,
    onRefusal: null,
    acknowledge(id) {
      change(id).acknowledged = true
    },
    dismiss(id) {
      change(id).dismissed = true
    },
    decide(id) {
      change(id).dismissed = true
      change(id).decided = true
    },
    loseAll() {
      for (const id of kept.keys()) change(id).lost = true
      kept.clear()
    },
    async newDuring(work) {
      const before = new Set(changes.keys())
      await work()
      return [...changes.keys()].filter((id) => !before.has(id))
    },
    watch: (outbox) => ({
      all: outbox.all,
      async put(entry) {
        await outbox.put(entry)
        notePut(entry)
      },
      async delete(ids) {
        await outbox.delete(ids)
        noteDeleted(ids)
      },
      isOnDisk: outbox.isOnDisk,
      onDiskChange: outbox.onDiskChange,
      close: outbox.close,
    }),
  }
  return ledger

  function notePut(entry: OutboxEntry): void {
    if (changes.has(entry.id) && !kept.has(entry.id)) change(entry.id).cameBack = true
    const noted = change(entry.id)
    if (entry.refusal) noted.refusals += 1
    noted.refusal = entry.refusal
    for (const id of entry.supersededIds ?? []) change(id).supersededBy = entry.id
    kept.set(entry.id, structuredClone(entry))
    if (!entry.refusal) return
    ledger.onRefusal?.()
    ledger.onRefusal = null
  }

  function noteDeleted(ids: readonly string[]): void {
    for (const id of ids) {
      // The tab may end before it tells that a retry went well: its new entry says so, too.
      if (isReplaced(id)) change(id).dismissed = true
      kept.delete(id)
    }
  }
}

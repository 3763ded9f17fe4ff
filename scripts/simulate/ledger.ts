import type { Refusal } from '../../shared/errors.ts'
import type { Outbox, OutboxEntry } from '../../web/replica/outbox.ts'

/** A change of a person, and what their device has confirmed to them. */
export interface Change {
  id: string
  /** The device confirmed that it is stored (S7). */
  acknowledged: boolean
  /** It was written again after it had left the outbox: the next owner got the call again (S11). */
  cameBack: boolean
  /** Its entry was lost with the disk, so it may never be sent. */
  lost: boolean
  /** Number of times that it was stored as refused (S9). */
  refusals: number
  refusal: Refusal | null
  /** The person discarded or retried it after it was refused. */
  dismissed: boolean
  /** The device confirmed that. */
  dismissalConfirmed: boolean
  /** Id of the later change that superseded it, or null. */
  supersededBy: string | null
  /** The entry that was stored last; null before the first. */
  stored: OutboxEntry | null
}

const NEW: Omit<Change, 'id'> = {
  acknowledged: false,
  cameBack: false,
  lost: false,
  refusals: 0,
  refusal: null,
  dismissed: false,
  dismissalConfirmed: false,
  supersededBy: null,
  stored: null,
}

export type Ledger = ReturnType<typeof createLedger>

/** Records every change that a device's outbox ever held, in order: checks.ts compares it with the server. */
export function createLedger() {
  const kept = new Map<string, OutboxEntry>()
  const changes = new Map<string, Change>()
  const entries = () => [...kept.values()]

  function change(id: string): Change {
    const known = changes.get(id)
    if (known) return known
    const fresh = { id, ...NEW }
    changes.set(id, fresh)
    return fresh
  }

  function isReplaced(id: string): boolean {
    const entry = kept.get(id)
    if (!entry?.refusal) return false
    const later = entries().slice(entries().indexOf(entry) + 1)
    return later.some((other) => other.name === entry.name && !other.refusal)
  }

  const ledger = {
    changes: changes as ReadonlyMap<string, Change>,
    /** Returns the expected contents of the outbox. */
    entries: (): readonly OutboxEntry[] => entries(),
    /** Returns those of them that are not refused. */
    pending: (): readonly OutboxEntry[] => entries().filter(({ refusal }) => refusal === null),
    /** Called once, when the next refusal is stored. */
    onRefusal: null as (() => void) | null,
    acknowledge(id: string): void {
      change(id).acknowledged = true
    },
    dismiss(id: string): void {
      change(id).dismissed = true
    },
    /** Notes a dismissal that the replica has confirmed. */
    confirmDismissal(id: string): void {
      change(id).dismissed = true
      change(id).dismissalConfirmed = true
    },
    /** Notes that the disk lost everything that waited. */
    loseAll(): void {
      for (const id of kept.keys()) change(id).lost = true
      kept.clear()
    },
    /** Returns the ids of the changes that `work` made. */
    async newDuring(work: () => Promise<void>): Promise<string[]> {
      const before = new Set(changes.keys())
      await work()
      return [...changes.keys()].filter((id) => !before.has(id))
    },
    /** Returns the outbox; everything written to it is noted here. */
    watch: (outbox: Outbox): Outbox => ({
      ...outbox,
      async put(entry) {
        await outbox.put(entry)
        notePut(entry)
      },
      async delete(ids) {
        await outbox.delete(ids)
        noteDeleted(ids)
      },
    }),
  }
  return ledger

  function notePut(entry: OutboxEntry): void {
    if (changes.has(entry.id) && !kept.has(entry.id)) change(entry.id).cameBack = true
    const noted = change(entry.id)
    if (entry.refusal) noted.refusals += 1
    noted.refusal = entry.refusal
    noted.stored = structuredClone(entry)
    for (const id of entry.supersededIds ?? []) change(id).supersededBy = entry.id
    kept.set(entry.id, noted.stored)
    if (!entry.refusal) return
    ledger.onRefusal?.()
    ledger.onRefusal = null
  }

  function noteDeleted(ids: readonly string[]): void {
    for (const id of ids) {
      // The tab may end before it confirms a retry, which has written a new entry.
      if (isReplaced(id)) change(id).dismissed = true
      kept.delete(id)
    }
  }
}

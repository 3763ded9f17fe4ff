/* Texts typed into forms. A guest's draft ends a day after its last change: the device may be shared. */
import { DAY } from '../../shared/time.ts'

export type Draft = Record<string, string>

interface KeptDraft {
  /** Time of the last change, ms since the epoch. No form has a field of this type. */
  keptAt?: number
}

const GUEST_DRAFTS = /^(contribute:|register$)/

export function readDraft(name: string): Draft {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key(name)) ?? '{}')
    if (typeof draft !== 'object' || draft === null) return {}
    return Object.fromEntries(
      Object.entries(draft).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    )
  } catch {
    return {}
  }
}

export function keepDraft(name: string, draft: Draft): void {
  // Showing a draft again does not extend it.
  if (JSON.stringify(readDraft(name)) === JSON.stringify(draft)) return
  try {
    const kept: Draft & KeptDraft = Object.assign({ ...draft }, { keptAt: Date.now() })
    localStorage.setItem(key(name), JSON.stringify(kept))
  } catch {
    // Storage is full or forbidden: the form still works, it only forgets on a reload.
  }
}

export function dropDraft(name: string): void {
  try {
    localStorage.removeItem(key(name))
  } catch {
    // As above.
  }
}

export function onDraftDropped(name: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key(name) && event.newValue === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Drops those older than a day: of guests, or with `all` everybody's. Without a time they count from now. */
export function dropOldDrafts(now: Date, all: boolean): void {
  try {
    for (const stored of Object.keys(localStorage)) {
      const name = stored.slice(PREFIX.length)
      if (!stored.startsWith(PREFIX) || !(all || GUEST_DRAFTS.test(name))) continue
      const draft: KeptDraft = JSON.parse(localStorage.getItem(stored) ?? '{}')
      const { keptAt = now.getTime() } = draft
      if (now.getTime() - keptAt >= DAY) localStorage.removeItem(stored)
      else localStorage.setItem(stored, JSON.stringify({ ...draft, keptAt }))
    }
  } catch {
    // As above.
  }
}

/** For signing out (S10). */
export function dropAllDrafts(): void {
  try {
    for (const stored of Object.keys(localStorage)) {
      if (stored.startsWith(PREFIX)) localStorage.removeItem(stored)
    }
  } catch {
    // As above.
  }
}

const PREFIX = 'draft:'
const key = (name: string) => PREFIX + name

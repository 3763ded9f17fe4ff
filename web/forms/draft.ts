/* Drafts in local storage. A guest's draft ends a day after its last change (shared devices). */
import { DAY } from '../../shared/time.ts'

export type Draft = Record<string, string>

interface KeptDraft {
  /** Time of the last change, ms since the epoch. No form has a field of this type. */
  keptAt?: number
}

const GUEST_DRAFTS = /^(contribute:|register)/

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
  const kept: Draft & KeptDraft = Object.assign({ ...draft }, { keptAt: Date.now() })
  inStorage((storage) => storage.setItem(key(name), JSON.stringify(kept)))
}

/** Returns false if the browser blocks storage or has no room. */
export function canKeepDrafts(): boolean {
  let isKept = false
  inStorage((storage) => {
    storage.setItem(PREFIX, '{}')
    storage.removeItem(PREFIX)
    isKept = true
  })
  return isKept
}

export function dropDraft(name: string): void {
  inStorage((storage) => storage.removeItem(key(name)))
}

export function onDraftDropped(name: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key(name) && event.newValue === null) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Deletes those of guests, or with `all` of everybody. A draft without a time counts from now. */
export function dropOldDrafts(now: Date, all: boolean): void {
  inStorage((storage) => {
    for (const stored of draftsIn(storage)) {
      if (!all && !GUEST_DRAFTS.test(stored.slice(PREFIX.length))) continue
      const draft: KeptDraft = JSON.parse(storage.getItem(stored) ?? '{}')
      const { keptAt = now.getTime() } = draft
      if (now.getTime() - keptAt >= DAY) storage.removeItem(stored)
      else storage.setItem(stored, JSON.stringify({ ...draft, keptAt }))
    }
  })
}

/** Call it at sign-out (S10). */
export function dropAllDrafts(): void {
  inStorage((storage) => {
    for (const stored of draftsIn(storage)) storage.removeItem(stored)
  })
}

/** Ignores full or forbidden storage: a form still works, but loses its texts on a reload. */
function inStorage(work: (storage: Storage) => void): void {
  try {
    work(localStorage)
  } catch {}
}

function draftsIn(storage: Storage): string[] {
  return Object.keys(storage).filter((stored) => stored.startsWith(PREFIX))
}

const PREFIX = 'draft:'
const key = (name: string) => PREFIX + name

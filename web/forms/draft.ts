/*
 * What a person typed survives a reload, a crash and a closed tab (nothing entered is ever lost).
 * Drafts are texts alone, under `draft:` in the browser's local storage; a browser that refuses
 * storage goes on without.
 */
export type Draft = Record<string, string>

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
  try {
    localStorage.setItem(key(name), JSON.stringify(draft))
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

/** Calls back when another tab has dropped this draft. Answers how to stop. */
export function onDraftDropped(name: string, listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === key(name) && event.newValue === null) listener()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

/** Signing out leaves nothing of this person behind (S10). */
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

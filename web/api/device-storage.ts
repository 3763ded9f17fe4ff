/* The browser's storage. When it is blocked, reads return null; when it is blocked or full, writes do nothing. */

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Also null for a text that is no JSON. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null')
  } catch {
    return null
  }
}

export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}

/** Works on the storage of this tab. Returns null when the browser blocks it or it is full. */
export function inTab<T>(work: (tab: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}

/** Stores a switch as "on" or "off", for `atomWithStorage`. */
export const switchStorage = {
  getItem(key: string, initial: boolean): boolean {
    const stored = readStored(key)
    return stored === null ? initial : stored === 'on'
  },
  setItem: (key: string, isOn: boolean) => store(key, isOn ? 'on' : 'off'),
  removeItem: (key: string) => store(key, null),
}

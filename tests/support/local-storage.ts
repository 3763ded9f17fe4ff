import { vi } from 'vitest'

/** Stubs local storage with these items. Returns the map that holds them. */
export function stubLocalStorage(initial: Record<string, string> = {}): Map<string, string> {
  const items = new Map(Object.entries(initial))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
    key: (index: number) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  })
  return items
}

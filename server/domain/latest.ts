/** Keeps the entries that were used last, `most` of them. */
export function latest<Key, Value>(most: number) {
  const entries = new Map<Key, Value>()

  return {
    get(key: Key): Value | undefined {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key: Key, value: Value): void {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    },
    delete: (key: Key) => entries.delete(key),
  }
}

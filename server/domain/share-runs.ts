/** Calls before the work begins share one run. Later ones may have changed its data, and start another. */
export function shareRuns<T>() {
  const waiting = new Map<string, Promise<T>>()

  return (
    key: string,
    inTurn: (run: () => Promise<T>) => Promise<T>,
    work: () => Promise<T>,
  ): Promise<T> => {
    const known = waiting.get(key)
    if (known) return known
    let hasBegun = false
    const result = inTurn(() => {
      hasBegun = true
      waiting.delete(key)
      return work()
    })
    if (!hasBegun) waiting.set(key, result)
    return result
  }
}

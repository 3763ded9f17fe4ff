/**
 * Returns a function that runs `work` once for all calls with the same key that arrive before it begins. Later calls
 * start another run, because the data may have changed.
 */
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

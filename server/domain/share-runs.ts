/** One run of `work` serves all calls with its key that arrive before it begins. Later ones need newer data. */
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

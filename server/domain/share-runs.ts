/**
 * Runs `work` once for all who ask under one key before it begins; `inTurn` decides when that is. Who asks later
 * gets a later run, so that nobody is given what was read before they asked.
 *
 * @example const once = shareRuns<Row>(); await once(id, (run) => inTurn(run), () => read(id))
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

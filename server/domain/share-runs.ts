/**
 * Coalesces calls by key: all calls before the work begins share one run; `inTurn` decides when it begins. Later calls
 * start another run, because this one may have read its data before them.
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

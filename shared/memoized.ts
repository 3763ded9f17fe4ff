/** Returns `work` with a cache that never forgets: one result for each argument. */
export function memoized<Argument, Result>(
  work: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const known = new Map<Argument, { result: Result }>()
  return (argument) => {
    let found = known.get(argument)
    if (!found) {
      found = { result: work(argument) }
      known.set(argument, found)
    }
    return found.result
  }
}

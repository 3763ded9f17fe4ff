/** Runs at most `limit` pieces of work at a time; the others wait their turn, first come first. */
export function limitConcurrency(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < limit) running++
    else await new Promise<void>((turn) => waiting.push(turn))
    try {
      return await work()
    } finally {
      // The place goes to who waits longest without being free in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

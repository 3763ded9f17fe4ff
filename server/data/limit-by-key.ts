/** Returns a function that runs at most `limit` pieces of work per key at a time, first come, first served (A5). */
export function limitByKey(limit: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < limit) queue.running++
    else await new Promise<void>((turn) => queue.waiting.push(turn))
    try {
      return await work()
    } finally {
      // Hands the slot over without freeing it, so that new work cannot overtake.
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}

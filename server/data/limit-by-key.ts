/**
 * Runs at most `limit` pieces of work of one key at a time, first come first. Keys do not wait for each other: who
 * asks for much waits for themselves.
 *
 * @example const inTurn = limitByKey(1); await inTurn(personId, () => work())
 */
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
      // The place goes to the one that waits longest without being free in between.
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}

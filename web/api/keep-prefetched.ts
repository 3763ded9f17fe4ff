import { onChange } from './query-cache.ts'

/** Many changes cause one prefetch, and the queries of the screen run before it. */
const DEBOUNCE_MS = 1_000

/**
 * Prefetches the queries after `pauseMs`, and again after changes (query-cache.ts), until the returned function is called.
 * One query runs at a time, so that the screen waits for one at most. A timer, because Chromium may call an idle callback
 * only after seconds.
 */
export function keepPrefetched<Args>(
  queries: readonly Args[],
  prefetch: (args: Args) => Promise<void>,
  pauseMs: number,
): () => void {
  let stop = start(pauseMs)
  const stopListening = onChange(() => {
    stop()
    stop = start(DEBOUNCE_MS)
  })

  function start(delayMs: number): () => void {
    let isStopped = false
    const timer = setTimeout(async () => {
      for (const args of queries) if (!isStopped) await prefetch(args)
    }, delayMs)
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }

  return () => {
    stopListening()
    stop()
  }
}

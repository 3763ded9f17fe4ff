import { onChange } from './query-cache.ts'

/** Many changes cause one prefetch, and the queries of the screen run before it. */
const DEBOUNCE_MS = 1_000

/** Runs one query at a time: the screen waits for one at most. No idle callback: Chromium may call none for seconds. */
export function keepPrefetched<Args>(
  all: readonly Args[],
  prefetch: (args: Args) => Promise<void>,
  pause: number,
): () => void {
  let stop = start(pause)
  const stopListening = onChange(() => {
    stop()
    stop = start(DEBOUNCE_MS)
  })

  function start(pause: number): () => void {
    let isStopped = false
    const timer = setTimeout(async () => {
      for (const args of all) if (!isStopped) await prefetch(args)
    }, pause)
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

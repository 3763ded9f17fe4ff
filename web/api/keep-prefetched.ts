import { onChange } from './query-cache.ts'

/** Debounce: many changes cause one prefetch, and the queries of the screen run before it. */
const DEBOUNCE_MS = 1_000

/**
 * Prefetches results that a screen may show next (`all`) after `pause`, in ms, and again after changes. Sends one query
 * at a time, so that a query of the screen waits for one of them at most. Returns a function that stops it. Uses no idle
 * callback, because Chromium calls none for seconds after a click.
 */
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

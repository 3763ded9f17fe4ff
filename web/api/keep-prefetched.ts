import { onChange } from './query-cache.ts'

/** Many changes are one, and the rows on the screen come first. */
const CALM_MS = 1_000

/**
 * Prefetches `all` after `pause`, in ms, and again after changes. One after another, so that what the person asks for
 * waits for one of them at most. Returns a function that ends it. It waits for no idle callback: Chromium calls none
 * for seconds after a click.
 */
export function keepPrefetched<Args>(
  all: readonly Args[],
  prefetch: (args: Args) => Promise<void>,
  pause: number,
): () => void {
  let stop = start(pause)
  const stopListening = onChange(() => {
    stop()
    stop = start(CALM_MS)
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

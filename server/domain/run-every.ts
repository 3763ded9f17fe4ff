/**
 * Runs `work` now and every `ms`, never twice at once. Keeps no process alive. The returned function aborts `signal`
 * and resolves when `work` has ended.
 */
export function runEvery(
  ms: number,
  work: (signal: AbortSignal) => Promise<void>,
  onFault: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work(stopping.signal)
      .catch(onFault)
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = setInterval(run, ms)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}

/** What `work` comes to; rejects with the signal's reason as soon as that says stop. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', stop)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    work.then(resolve, reject).finally(done)
  })
}

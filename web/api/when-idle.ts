interface Options {
  /** In ms: the wait in Safari, which has no idle callback. */
  pause: number
  /** In ms; without it a page that is never idle never calls. */
  timeout?: number
}

export function whenIdle(work: () => void, { pause, ...options }: Options): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, pause)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, options)
  return () => cancelIdleCallback(handle)
}

/** Lets something happen in `ms`; answers how to take it back. It keeps no process alive. */
export type After = (ms: number, happen: () => void) => () => void

export const after: After = (ms, happen) => {
  const timer = setTimeout(happen, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Calls `happen` after `ms`, unless the function that it returns is called before. It keeps no process alive. */
export type After = (ms: number, happen: () => void) => () => void

export const after: After = (ms, happen) => {
  const timer = setTimeout(happen, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

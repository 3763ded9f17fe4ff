/** Calls `happen` after `ms`, unless the function that it returns is called before. It keeps no process alive. */
export type SetTimer = (ms: number, happen: () => void) => () => void

export const setTimer: SetTimer = (ms, happen) => {
  const timer = setTimeout(happen, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

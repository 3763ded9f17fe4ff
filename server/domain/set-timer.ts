/** Like startTimer of shared/async.ts, but the timer does not keep the process alive. Returns its cancel function. */
export type SetTimer = (ms: number, happen: () => void) => () => void

export const setTimer: SetTimer = (ms, happen) => {
  const timer = setTimeout(happen, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

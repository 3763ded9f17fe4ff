import type { Clock } from './clock.ts'

/** Rings in `ms` unless it is taken back by what this answers. */
export function setAlarm(clock: Clock, ms: number, ring: () => void): () => void {
  const takenBack = new AbortController()
  const { signal } = takenBack
  void clock.sleep(ms, signal).then(() => {
    if (!signal.aborted) ring()
  })
  return () => takenBack.abort()
}

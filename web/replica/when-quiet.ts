import { setAlarm } from './alarm.ts'
import { type Clock, systemClock } from './clock.ts'

export interface Quiet {
  /** Something happened: waits anew, but not for ever. */
  stir(): void
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
}

interface Limits {
  /** Without a stir for so long, it is quiet. */
  quietMs: number
  /** After so long it is time anyway. */
  longestMs: number
}

/** Runs `work`, which never rejects, when it has become quiet after a stir; never twice at once. */
export function whenQuiet(
  work: () => Promise<void>,
  { quietMs, longestMs }: Limits,
  clock: Clock = systemClock,
): Quiet {
  let cancel = () => {}
  let stirredAt: number | null = null
  let working: Promise<void> = Promise.resolve()

  function run(): void {
    stirredAt = null
    working = working.then(work)
  }

  return {
    stir() {
      const now = clock.now().getTime()
      stirredAt ??= now
      cancel()
      cancel = setAlarm(clock, Math.min(quietMs, stirredAt + longestMs - now), run)
    },
    stop() {
      cancel()
      return working
    },
  }
}

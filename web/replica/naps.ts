import type { Clock } from './clock.ts'

/** Pauses that can all be ended at once. */
export interface Naps {
  /** Resolves after `ms`, when woken, or when the signal says so. */
  nap(ms: number, signal: AbortSignal): Promise<void>
  /** Resolves when woken, or when the signal says so. */
  sleep(signal: AbortSignal): Promise<void>
  wake(): void
}

export function createNaps(clock: Clock): Naps {
  const sleepers = new Set<AbortController>()

  async function rest(
    signal: AbortSignal,
    until: (woken: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const sleeper = new AbortController()
    const wake = () => sleeper.abort()
    if (signal.aborted) return
    signal.addEventListener('abort', wake)
    sleepers.add(sleeper)
    await until(sleeper.signal)
    sleepers.delete(sleeper)
    signal.removeEventListener('abort', wake)
  }

  return {
    nap: (ms, signal) => rest(signal, (woken) => clock.sleep(ms, woken).catch(() => undefined)),
    sleep: (signal) =>
      rest(
        signal,
        (woken) => new Promise((resolve) => woken.addEventListener('abort', () => resolve())),
      ),
    wake() {
      for (const sleeper of sleepers) sleeper.abort()
    },
  }
}

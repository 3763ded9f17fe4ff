/** Something to wait for. A ring while nobody waits is remembered, once. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring; the signal's end rings too. */
  heard(signal: AbortSignal): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async heard(signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          // One signal outlives many rings: nothing of this one may stay with it.
          const done = () => {
            signal.removeEventListener('abort', done)
            resolve()
          }
          wake = done
          signal.addEventListener('abort', done)
        })
      }
      rung = false
    },
  }
}

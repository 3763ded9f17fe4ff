import { setTimeout as sleep } from 'node:timers/promises'

/** After an attempt that the server refused: an attacker does not wait for as long as it is told. */
const AFTER_REFUSAL = 100 // ms

/** Calls `attempt` in `lanes` loops until the signal aborts. `attempt` returns the status of the answer. */
export async function repeat(
  lanes: number,
  signal: AbortSignal,
  attempt: () => Promise<number>,
): Promise<void> {
  const loop = async () => {
    while (!signal.aborted) {
      const status = await attempt().catch(() => 0)
      if (status !== 200) await sleep(AFTER_REFUSAL, undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: lanes }, loop))
}

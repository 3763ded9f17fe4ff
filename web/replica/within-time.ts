import { setAlarm } from './alarm.ts'
import { type Clock, systemClock } from './clock.ts'

/** Resolves like `work`; rejects when that takes longer than `limitMs`. The work itself goes on. */
export async function withinTime<T>(
  work: Promise<T>,
  limitMs: number,
  clock: Clock = systemClock,
): Promise<T> {
  let cancel = () => {}
  const late = new Promise<never>((_resolve, reject) => {
    cancel = setAlarm(clock, limitMs, () => reject(new Error(`nothing within ${limitMs} ms`)))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    cancel()
  }
}

import { percentile } from '../bench/measure.ts'

/**
 * The measured actions: a report, its receipt, an organiser's edit, an e-mail request, a checkout; and `live`, from a
 * contribution's first sending to its event on the organiser's stream.
 */
export const KINDS = ['report', 'receipt', 'edit', 'live', 'email', 'checkout'] as const
export type Kind = (typeof KINDS)[number]

export interface Times {
  perSecond: number
  /** In ms, from the first attempt to the response that accepts, including failed attempts and pauses. */
  p50: number
  p95: number
  p99: number
}

/** Counts and times the clients' actions. */
export interface Meter {
  record(kind: Kind, ms: number): void
  /** Records a failed attempt; `why`: the server's response, or the error of the connection. */
  recordFailure(why: string): void
  /** Returns the times since the previous reading, or since the start. */
  read(): Record<Kind, Times>
  /** Number of times that each failure was recorded, over all readings. */
  readonly failures: ReadonlyMap<string, number>
}

export function createMeter(): Meter {
  let since = performance.now()
  let times = empty()
  const failures = new Map<string, number>()
  return {
    record: (kind, ms) => void times[kind].push(ms),
    recordFailure: (why) => void failures.set(why, (failures.get(why) ?? 0) + 1),
    read() {
      const seconds = (performance.now() - since) / 1000
      const read = Object.fromEntries(KINDS.map((kind) => [kind, summary(times[kind], seconds)]))
      since = performance.now()
      times = empty()
      return read as Record<Kind, Times>
    },
    failures,
  }
}

function empty(): Record<Kind, number[]> {
  return { report: [], receipt: [], edit: [], live: [], email: [], checkout: [] }
}

function summary(times: readonly number[], seconds: number): Times {
  const at = (share: number) => percentile(times, share)
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

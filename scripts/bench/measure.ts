/* Durations and percentiles for `npm run bench` and `npm run load`. */

/** Returns the percentile `share`, from 0 to 1, of the values; NaN if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** Returns the duration of each run in ms, after one run to warm up. */
export async function timeEach(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  await work()
  const durations: number[] = []
  for (let run = 0; run < runs; run++) {
    durations.push(await timed(work))
  }
  return durations
}

/** Returns how long `work` takes, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

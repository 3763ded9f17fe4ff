import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from '../../shared/time.ts'
import { KINDS } from './meter.ts'
import type { SiteKind } from './open-site.ts'
import { type LoadOutcome, type Measured, runLoad } from './run-load.ts'

interface Options {
  kind: SiteKind
  clients: number
  minutes: number
  seed: number
}

/** Runs a steady load. Prints memory and p95 of each minute, and the ratio of the last quarter to the first. */
export async function soak({ minutes, ...load }: Options): Promise<LoadOutcome> {
  const { outcome, result } = await runLoad({
    ...load,
    async scenario(_site, read) {
      const measured: Measured[] = []
      for (let minute = 1; minute <= minutes; minute++) {
        await sleep(MINUTE)
        const now = await read()
        measured.push(now)
        console.log(lineOf(minute, now))
      }
      return measured
    },
  })
  console.log('Last quarter of the time, divided by the first:')
  for (const [name, ratio] of Object.entries(growthOf(result))) {
    console.log(`  ${name}: ${ratio.toFixed(2)}`)
  }
  return outcome
}

/** Returns the means of the last quarter of the minutes divided by those of the first: 1 if nothing grew. */
export function growthOf(measured: readonly Measured[]): Record<string, number> {
  const quarter = Math.ceil(measured.length / 4)
  const ratio = (of: (one: Measured) => number) =>
    mean(measured.slice(-quarter).map(of)) / mean(measured.slice(0, quarter).map(of))
  const done = KINDS.filter((kind) => measured.some(({ times }) => times[kind].perSecond > 0))
  return {
    memory: ratio(({ reading }) => reading.serverMb),
    ...Object.fromEntries(
      done.map((kind) => [`${kind} p95`, ratio(({ times }) => times[kind].p95)]),
    ),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0) / values.length
}

function lineOf(minute: number, { times, reading }: Measured): string {
  const done = KINDS.filter((kind) => times[kind].perSecond > 0)
  const p95 = done.map((kind) => `${kind} ${times[kind].p95.toFixed(0)}`).join(', ')
  return `minute ${minute}: ${reading.serverMb.toFixed(0)} MB; p95 ms: ${p95}`
}

/* Prints the results of a load, and names its figures for a file. */
import { printTable } from '../print-table.ts'
import { KINDS } from './meter.ts'
import type { LoadOutcome, Measured } from './run-load.ts'
import type { Reading } from './watch-servers.ts'

const READINGS: { of: keyof Reading; key: string; label: string }[] = [
  { of: 'serverMb', key: 'server_mb', label: 'memory of the servers, MB' },
  { of: 'serverLoopP50', key: 'server_loop_p50_ms', label: 'their event loop late, p50 ms' },
  { of: 'serverLoopP99', key: 'server_loop_p99_ms', label: '  p99' },
  { of: 'serverCores', key: 'server_cores', label: 'processors they kept busy' },
  { of: 'machineBusy', key: 'machine_busy', label: 'all processors busy, share' },
  { of: 'loadCores', key: 'load_cores', label: 'processors of this load' },
  { of: 'loadLoopP99', key: 'load_loop_p99_ms', label: 'its own event loop late, p99 ms' },
]

const TIMES = [
  { of: 'perSecond', key: 'per_s', label: ': a second' },
  { of: 'p50', key: 'p50_ms', label: '  p50 ms' },
  { of: 'p95', key: 'p95_ms', label: '  p95' },
  { of: 'p99', key: 'p99_ms', label: '  p99' },
] as const

/** Maximum number of printed sentences of each kind. */
const MOST_PRINTED = 10

/** Prints a column for each of `heads` and a line for each figure. */
export function printFigures(heads: readonly string[], columns: readonly Measured[]): void {
  const done = KINDS.filter((kind) => columns.some(({ times }) => times[kind].perSecond > 0))
  const times = done.flatMap((kind) =>
    TIMES.map(({ of, label }) => [
      of === 'perSecond' ? kind + label : label,
      ...columns.map(({ times }) => show(times[kind][of])),
    ]),
  )
  const readings = READINGS.map(({ of, label }) => [
    label,
    ...columns.map(({ reading }) => show(reading[of])),
  ])
  printTable([['', ...heads], ...times, ...readings])
}

function show(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
}

/** Returns every figure by its key: `load.embedded_100_report_p95_ms` for the step `embedded_100`. */
export function figuresOf(step: string, { times, reading }: Measured): Record<string, number> {
  const all = [
    ...KINDS.flatMap((kind) => TIMES.map(({ of, key }) => [`${kind}_${key}`, times[kind][of]])),
    ...READINGS.map(({ of, key }) => [key, reading[of]]),
  ] as [string, number][]
  return Object.fromEntries(
    all
      .filter(([, value]) => Number.isFinite(value))
      .map(([key, value]) => [`load.${step}_${key}`, Math.round(value * 100) / 100]),
  )
}

/** Prints how the ledger compares with the database. Returns whether nothing failed. */
export function printOutcome(outcome: LoadOutcome): boolean {
  const { acknowledged, unanswered, failures, verdict } = outcome
  const wrong = whatIsWrong(outcome)
  const { lost, doubled, altered, files, swept } = verdict
  console.log(
    `${acknowledged} writes acknowledged: ${lost.length} lost, ${doubled.length} doubled, ` +
      `${altered.length} altered, ${files.length} files or rows without the other. ` +
      `${unanswered} never acknowledged, ${swept} uploads left for the sweep.`,
  )
  for (const [why, times] of failures) console.log(`  refused, ${times} times: ${why}`)
  for (const [kind, sentences] of Object.entries(wrong)) {
    for (const one of sentences.slice(0, MOST_PRINTED)) console.log(`  ${kind}: ${one}`)
  }
  return Object.values(wrong).every((sentences) => sentences.length === 0)
}

/** Returns one sentence for each failure, by its kind; every list is empty after a load without failures. */
export function whatIsWrong({ faults, unanswered, unstreamed, verdict }: LoadOutcome) {
  const { lost, doubled, altered, files } = verdict
  return {
    lost,
    doubled,
    altered,
    files,
    faults,
    unanswered: unanswered > 0 ? [`${unanswered} were never acknowledged`] : [],
    unstreamed: unstreamed > 0 ? [`${unstreamed} never arrived on the organiser's stream`] : [],
  }
}

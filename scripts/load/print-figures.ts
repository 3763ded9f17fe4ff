import { printTable } from '../print-table.ts'
import { KINDS } from './meter.ts'
import type { Measured } from './run-load.ts'

const READINGS = {
  serverMb: 'memory of the servers, MB',
  serverLoopP50: 'their event loop late, p50 ms',
  serverLoopP99: '  p99',
  serverCores: 'processors they kept busy',
  machineBusy: 'all processors busy, share',
  loadCores: 'processors of this load',
  loadLoopP99: 'its own event loop late, p99 ms',
} as const

/** A column for each of `heads`, a line for each figure. */
export function printFigures(heads: readonly string[], columns: readonly Measured[]): void {
  const done = KINDS.filter((kind) => columns.some(({ times }) => times[kind].perSecond > 0))
  const lines = done.flatMap((kind) => {
    const line = (name: string, of: 'perSecond' | 'p50' | 'p95' | 'p99') => [
      name,
      ...columns.map(({ times }) => show(times[kind][of])),
    ]
    return [
      line(`${kind}: a second`, 'perSecond'),
      line('  p50 ms', 'p50'),
      line('  p95', 'p95'),
      line('  p99', 'p99'),
    ]
  })
  const readings = Object.entries(READINGS).map(([key, name]) => [
    name,
    ...columns.map(({ reading }) => show(reading[key as keyof typeof READINGS])),
  ])
  printTable([['', ...heads], ...lines, ...readings])
}

function show(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
}

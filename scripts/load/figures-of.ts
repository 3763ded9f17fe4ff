import { KINDS } from './meter.ts'
import type { Measured } from './run-load.ts'

/** Every figure by a key of its own: `load.embedded_100_report_p95_ms` of the step `embedded_100`. */
export function figuresOf(step: string, { times, reading }: Measured): Record<string, number> {
  const figures: Record<string, number> = {}
  const put = (name: string, value: number) => {
    if (Number.isFinite(value)) figures[`load.${step}_${name}`] = round(value)
  }
  for (const kind of KINDS) {
    const { perSecond, p50, p95, p99 } = times[kind]
    put(`${kind}_per_s`, perSecond)
    put(`${kind}_p50_ms`, p50)
    put(`${kind}_p95_ms`, p95)
    put(`${kind}_p99_ms`, p99)
  }
  put('server_mb', reading.serverMb)
  put('server_loop_p50_ms', reading.serverLoopP50)
  put('server_loop_p99_ms', reading.serverLoopP99)
  put('server_cores', reading.serverCores)
  put('machine_busy', reading.machineBusy)
  put('load_cores', reading.loadCores)
  put('load_loop_p99_ms', reading.loadLoopP99)
  return figures
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

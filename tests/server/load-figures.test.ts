import { describe, expect, it } from 'vitest'
import { createMeter, KINDS } from '../../scripts/load/meter.ts'
import { readOptions } from '../../scripts/load/read-options.ts'
import type { Measured } from '../../scripts/load/run-load.ts'
import { growthOf } from '../../scripts/load/soak.ts'

describe('npm run load', () => {
  it('explains an invalid option in a sentence', () => {
    expect(() => readOptions(['--server', 'mysql'])).toThrow(
      '--server debe ser uno de: embedded, postgres, three',
    )
    expect(() => readOptions(['--clients', '1'])).toThrow(
      '--clients debe ser un número entero desde 2',
    )
    expect(() => readOptions(['--seed', ' '])).toThrow('--seed debe ser un número entero desde 0')
    expect(() => readOptions(['--fault', 'flood'])).toThrow(/^--fault debe ser uno de: kill, /)
    expect(readOptions(['--server', 'three', '--seed', '7'])).toMatchObject({
      kind: 'three',
      seed: 7,
      seconds: 15,
      clients: undefined,
      fault: undefined,
    })
  })

  it('counts each request once, in the reading in which it was done', () => {
    const meter = createMeter()
    for (const ms of [1, 2, 3, 4]) meter.record('report', ms)
    expect(meter.read().report).toMatchObject({ p50: 3, p99: 4 })
    meter.record('report', 9)
    expect(meter.read().report).toMatchObject({ p50: 9, p95: 9 })
    expect(meter.read().report.perSecond).toBe(0)
  })

  it('shows the growth in the last quarter of an hour', () => {
    const minute = (serverMb: number, p95: number): Measured => {
      const times = { perSecond: 1, p50: p95, p95, p99: p95 }
      return {
        times: Object.fromEntries(KINDS.map((kind) => [kind, times])) as Measured['times'],
        reading: { serverMb } as Measured['reading'],
      }
    }
    const flat = Array.from({ length: 6 }, () => minute(500, 20))
    expect(growthOf(flat)).toMatchObject({ memory: 1, 'report p95': 1 })
    const growing = [minute(400, 10), minute(400, 10), ...flat, minute(800, 30), minute(800, 30)]
    expect(growthOf(growing)).toMatchObject({ memory: 700 / (1300 / 3) })
  })
})

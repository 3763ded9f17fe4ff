import { expect, it } from 'vitest'
import { runOnSockets } from '../../scripts/simulate/socket-run.ts'

const ROUNDS = 10
/** A silent stream is noticed after 40 s, and the machine may be busy. */
const TIME_LIMIT = 240_000 // ms

it(
  '[S1-S12] loses nothing over real sockets, and every replica ends equal and never goes back',
  async () => {
    const { figures, faults, lines } = await runOnSockets({ rounds: ROUNDS, seed: 2 })
    expect(faults, lines.join('\n')).toEqual([])
    expect(figures).toMatchObject({ rounds: ROUNDS, settlements: 1 })
    expect(figures.observations).toBeGreaterThan(0)
  },
  TIME_LIMIT,
)

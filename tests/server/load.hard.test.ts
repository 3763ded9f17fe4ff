import { describe, expect, it } from 'vitest'
import { kill } from '../../scripts/load/faults/kill.ts'
import { whatIsWrong } from '../../scripts/load/print-outcome.ts'
import { runLoad } from '../../scripts/load/run-load.ts'
import { configsOf, type EngineName } from '../support/database.ts'

/* `npm run load -- --fault kill`, with fewer people and for a moment. */

const CLIENTS = 30
const KILLS = 3
const NOTHING = {
  lost: [],
  doubled: [],
  altered: [],
  files: [],
  faults: [],
  unanswered: [],
  unheard: [],
}

describe.each<EngineName>(['embedded', 'postgres'])('killed under load, on %s', (engine) => {
  const configs = configsOf(engine)

  // Thirty people, three kills, and the time each of them takes to notice.
  it('a server loses and doubles nothing', { timeout: 180_000 }, async () => {
    const seed = Date.now() % 100_000
    const { outcome } = await runLoad({
      kind: engine,
      config: await configs(),
      clients: CLIENTS,
      seed,
      scenario: kill(KILLS, seed, console.log).strike,
    })
    expect(whatIsWrong(outcome), `seed ${seed}`).toEqual(NOTHING)
    expect(outcome.acknowledged).toBeGreaterThan(CLIENTS / 2)
  })
})

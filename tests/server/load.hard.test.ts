import { describe, expect, it } from 'vitest'
import { kill } from '../../scripts/load/faults/kill.ts'
import { whatIsWrong } from '../../scripts/load/report.ts'
import { runLoad } from '../../scripts/load/run-load.ts'
import { bothEngines, configsOf } from '../support/database.ts'

/* `npm run load -- --fault kill`, with fewer people and for some seconds. */

const CLIENTS = 30
const LEAST_ACKNOWLEDGED = 16
const KILLS = 3
const NOTHING = {
  lost: [],
  doubled: [],
  altered: [],
  files: [],
  faults: [],
  unanswered: [],
  unstreamed: [],
}

describe.each(bothEngines())('killed under load, on %s', (engine) => {
  const configs = configsOf(engine)

  // Many people, and the time each of them takes to notice a kill.
  it('a server loses and doubles no contribution, change or receipt', {
    timeout: 180_000,
  }, async () => {
    const seed = Date.now() % 100_000
    const { outcome } = await runLoad({
      kind: engine,
      config: await configs(),
      clients: CLIENTS,
      seed,
      scenario: kill(KILLS, seed, console.log).run,
    })
    expect(whatIsWrong(outcome), `seed ${seed}`).toEqual(NOTHING)
    expect(outcome.acknowledged).toBeGreaterThanOrEqual(LEAST_ACKNOWLEDGED)
  })
})

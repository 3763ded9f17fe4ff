/*
 * npm run simulate -- [--seeds 100] [--from 1] [--steps 60]: lives through that many seeds of bad luck
 * with the real sync code (DESIGN 4). The first that ends wrong prints its story and is the exit code.
 *
 * npm run simulate -- --network [--rounds 500] [--seed 1]: the same over real sockets, with two processes
 * of the server on one PostgreSQL (simulate/network-run.ts).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../server/data/open.ts'
import { openStage } from './simulate/open-stage.ts'
import { printNetworkRun } from './simulate/print-network-run.ts'
import { simulate } from './simulate/simulation.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string', default: '60' },
    story: { type: 'boolean', default: false },
    network: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.network) {
  const isWell = await printNetworkRun(Number(values.rounds), Number(values.seed))
  process.exit(isWell ? 0 : 1) // timers of clients that were killed still run
}

const [seeds = 0, from = 0, steps = 0] = [values.seeds, values.from, values.steps].map(Number)

const dataDir = await mkdtemp(join(tmpdir(), 'entre-todos-simulate-'))
const database = await openDatabase({ dataDir })
const stage = await openStage(database)
try {
  const started = performance.now()
  let done = 0
  let failed = 0
  for (let seed = from; seed < from + seeds && failed === 0; seed += 1) {
    const run = await simulate(stage, seed, steps)
    if (run.faults.length > 0) failed += 1
    if (run.faults.length > 0 || values.story) console.log(run.story.join('\n'))
    if (run.faults.length > 0) {
      console.log(
        `Seed ${seed} ends wrong. Again: npm run simulate -- --seeds 1 --from ${seed} --steps ${steps}`,
      )
    }
    done += 1
    if (done % 100 === 0) console.log(`${done} seeds`)
  }
  const seconds = (performance.now() - started) / 1000
  console.log(`${done} seeds in ${seconds.toFixed(1)} s, ${failed} wrong`)
  process.exitCode = failed
} finally {
  for (const engine of stage.engines) await engine.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}

/*
 * npm run simulate -- [--seeds 100] [--from 1] [--steps 60] [--engine embedded|postgres] [--story]: runs the
 * real sync code (shared/sync.ts) under random faults, one run for each seed. Even seeds use PostgreSQL, odd ones
 * the embedded engine. It stops at the first seed that fails, prints its log and exits with 1. `--story` prints the
 * log of every seed.
 *
 * npm run simulate -- --mutants [--seeds 100] [--only TEXT]: puts faults into a copy of the product, one by
 * one, and prints which of them the simulation detects (simulate/mutants.ts).
 *
 * npm run simulate -- --network [--rounds 500] [--seed 1]: the same over real sockets, with two processes
 * of the server on one PostgreSQL (simulate/socket-run.ts).
 */
import { parseArgs } from 'node:util'
import { memoryFolder } from './memory-folder.ts'
import { runMutants } from './simulate/run-mutants.ts'
import { simulate } from './simulate/simulation.ts'
import { printSocketRun } from './simulate/socket-run.ts'
import { openEngines, openOwnDatabase, openStage, type Stage } from './simulate/stage.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    steps: { type: 'string', default: '60' },
    engine: { type: 'string' },
    story: { type: 'boolean', default: false },
    mutants: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    network: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
  },
})
const [seeds, from, steps] = [whole('seeds'), whole('from'), whole('steps')]

process.env.TMPDIR = memoryFolder() // for the databases; a run waits for the disk otherwise

if (values.network) {
  const isWell = await printSocketRun(whole('rounds'), whole('seed'))
  process.exit(isWell ? 0 : 1) // timers of clients that were killed still run
}
if (values.mutants) process.exit((await runMutants(seeds, values.only)) ? 0 : 1)

const folder = makeTemporaryFolder()
const close: (() => Promise<void>)[] = []
const devices = await openEngines()
const stages = new Map<string, Stage>()
try {
  process.exitCode = await runSeeds()
} finally {
  for (const closeOne of close.toReversed()) await closeOne()
  for (const engine of devices) await engine.close()
  removeTemporaryFolder(folder)
}

/** Reads an option that is a whole number from 1; ends the process when it is none. */
function whole(name: 'seeds' | 'from' | 'steps' | 'rounds' | 'seed'): number {
  const value = Number(values[name])
  if (Number.isSafeInteger(value) && value >= 1) return value
  console.error(`--${name} debe ser un número entero desde 1`)
  process.exit(2)
}

/** Returns the number of failed runs: 0 or 1. */
async function runSeeds(): Promise<number> {
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
  for (let seed = from; seed < from + seeds; seed += 1) {
    const stage = await stageOn(values.engine ?? (seed % 2 === 0 ? 'postgres' : 'embedded'))
    const run = await simulate(stage, seed, steps)
    if (run.faults.length > 0 || values.story) console.log(run.story.join('\n'))
    const done = seed - from + 1
    if (run.faults.length > 0) {
      console.log(`Seed ${seed} ends wrong. Again: npm run simulate -- --seeds 1 --from ${seed}`)
      console.log(`${done} seeds in ${seconds()} s, 1 wrong`)
      if (run.isStuck) process.exit(1) // its databases do not close; PostgreSQL and the folder go with this process
      return 1
    }
    if (done % 100 === 0) console.log(`${done} seeds`)
  }
  console.log(`${seeds} seeds in ${seconds()} s, 0 wrong`)
  return 0
}

async function stageOn(engine: string): Promise<Stage> {
  const known = stages.get(engine)
  if (known) return known
  if (engine !== 'embedded' && engine !== 'postgres') throw new Error(`Unknown engine: ${engine}`)
  const own = await openOwnDatabase(engine, folder)
  close.push(own.close)
  const stage = await openStage(own.database, devices)
  stages.set(engine, stage)
  return stage
}

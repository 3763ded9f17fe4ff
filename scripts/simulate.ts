/*
 * npm run simulate -- [--seeds 100] [--from 1] [--steps 60] [--engine embedded|postgres] [--log]: runs the
 * real sync code (shared/sync.ts) under random faults, one run for each seed. Even seeds use PostgreSQL, odd ones
 * the embedded engine. It stops at the first seed that fails, prints its log and exits with 1. `--log` prints the
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
import { oneOf, readOrExit, wholeNumber } from './options.ts'
import {
  openEngines,
  openOwnDatabase,
  prepareDatabases,
  type RunDatabases,
} from './simulate/run-databases.ts'
import { runMutants } from './simulate/run-mutants.ts'
import { simulate } from './simulate/simulation.ts'
import { printSocketRun } from './simulate/socket-run.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.ts'

const ENGINES = ['embedded', 'postgres'] as const

const USAGE =
  'Uso: npm run simulate -- [--seeds N] [--from N] [--steps N] [--engine embedded|postgres] [--log] | --mutants [--seeds N] [--only TEXTO] | --network [--rounds N] [--seed N]'

const { seeds, from, steps, rounds, seed, engine, ...values } = readOrExit(USAGE, () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '100' },
      from: { type: 'string', default: '1' },
      steps: { type: 'string', default: '60' },
      engine: { type: 'string' },
      log: { type: 'boolean', default: false },
      mutants: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      network: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
    },
  })
  return {
    ...values,
    seeds: wholeNumber('--seeds', values.seeds, 1),
    from: wholeNumber('--from', values.from, 1),
    steps: wholeNumber('--steps', values.steps, 1),
    rounds: wholeNumber('--rounds', values.rounds, 1),
    seed: wholeNumber('--seed', values.seed, 1),
    engine: values.engine === undefined ? undefined : oneOf('--engine', ENGINES, values.engine),
  }
})

process.env.TMPDIR = memoryFolder() // for the databases; a run waits for the disk otherwise

if (values.network) {
  const isWell = await printSocketRun(rounds, seed)
  process.exit(isWell ? 0 : 1) // timers of clients that were killed still run
}
if (values.mutants) process.exit((await runMutants(seeds, values.only)) ? 0 : 1)

const folder = makeTemporaryFolder()
const close: (() => Promise<void>)[] = []
const devices = await openEngines()
const databases = new Map<string, RunDatabases>()
try {
  process.exitCode = await runSeeds()
} finally {
  for (const closeOne of close.toReversed()) await closeOne()
  for (const engine of devices) await engine.close()
  removeTemporaryFolder(folder)
}

/** Returns the number of failed runs: 0 or 1. */
async function runSeeds(): Promise<number> {
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
  for (let seed = from; seed < from + seeds; seed += 1) {
    const run = await simulate(
      await databasesOn(engine ?? (seed % 2 === 0 ? 'postgres' : 'embedded')),
      seed,
      steps,
    )
    if (run.faults.length > 0 || values.log) console.log(run.lines.join('\n'))
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

async function databasesOn(engine: (typeof ENGINES)[number]): Promise<RunDatabases> {
  const known = databases.get(engine)
  if (known) return known
  const own = await openOwnDatabase(engine, folder)
  close.push(own.close)
  const prepared = await prepareDatabases(own.database, devices)
  databases.set(engine, prepared)
  return prepared
}

/*
 * npm run load -- [--server embedded|postgres|three] [--clients N] [--seconds S] [--seed N] [--json FILE]:
 * loads real server processes (`three`: three of them on one PostgreSQL) with N clients, or with 10, 100, 1000 and 3000
 * one after another, and prints counts, latencies, and the acknowledged writes that were lost or doubled.
 *   --fault kill|postgres-away|full-disk|slow-storage|mail-away|provider-away [--times K]: causes that fault meanwhile
 *   --minutes M: runs for that long, and prints how memory and latencies change
 *   --attack: instead, one account or machine attacks in each of several ways; prints the effect on others
 * The exit code is 0 when every acknowledged write exists exactly once.
 */
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAttacks } from './load/attacks/run-attacks.ts'
import { openFault } from './load/faults/faults.ts'
import { type Options, readOptions } from './load/read-options.ts'
import { figuresOf, printFigures, printOutcome } from './load/report.ts'
import { type Measured, runLoad } from './load/run-load.ts'
import { soak } from './load/soak.ts'
import { exitOnSignals, readOrExit } from './options.ts'
import { ensureBuilt, giveUp } from './setup.mjs'

const USAGE =
  'Uso: npm run load -- [--server embedded|postgres|three] [--clients N] [--seconds S] [--seed N] [--json ARCHIVO] [--fault FALLA [--times N]] [--minutes N] [--attack]'

const STEPS = [10, 100, 1_000, 3_000]
/** Number of clients for `--fault` and `--minutes`, unless `--clients` says otherwise. */
const DEFAULT_CLIENTS = 100
/** The load continues for this time after a fault, so that all clients recover. */
const RECOVERY = 5_000 // ms

exitOnSignals()

try {
  const options = readOrExit(USAGE, () => readOptions(process.argv.slice(2)))
  await ensureBuilt().catch(giveUp)
  const { seed, fault, minutes, attack } = options
  if (attack) {
    await runAttacks(options)
    process.exit(0)
  }
  console.log(`Seed ${seed}. Servers and load share the processors of this machine.`)
  const run = fault ? loadWithFault : minutes ? loadForMinutes : loadInSteps
  process.exit((await run(options)) ? 0 : 1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}

/** Returns whether every acknowledged write exists exactly once; so do the other two kinds of run. */
async function loadInSteps({ kind, clients, seconds, seed, json }: Options): Promise<boolean> {
  const steps = clients === undefined ? STEPS : [clients]
  const columns: Measured[] = []
  let isComplete = true
  for (const clients of steps) {
    const { outcome, result } = await runLoad({
      kind,
      clients,
      seed,
      async scenario(_site, read) {
        await sleep(seconds * 1000)
        return read()
      },
    })
    columns.push(result)
    console.log(`\n${clients} clients, ${kind}:`)
    isComplete = printOutcome(outcome) && isComplete
  }
  console.log()
  printFigures(steps.map(String), columns)
  if (json) {
    const figures = columns.map((column, at) => figuresOf(`${kind}_${steps[at]}`, column))
    await writeFile(json, `${JSON.stringify(Object.assign({}, ...figures), null, 2)}\n`)
  }
  return isComplete
}

async function loadWithFault({
  kind,
  clients = DEFAULT_CLIENTS,
  fault = 'kill',
  times,
  seed,
}: Options) {
  const opened = await openFault(fault, { kind, times, seed, log: console.log })
  const { outcome, result } = await runLoad({
    kind,
    clients,
    seed,
    fault: opened,
    async scenario(site, read) {
      await opened.run(site)
      await sleep(RECOVERY)
      return read()
    },
  })
  printFigures([fault], [result])
  return printOutcome(outcome)
}

async function loadForMinutes({
  kind,
  clients = DEFAULT_CLIENTS,
  minutes = 1,
  seed,
}: Options): Promise<boolean> {
  return printOutcome(await soak({ kind, clients, minutes, seed }))
}

/*
 * npm run bench -- [--only PART] [--rows N] [--json FILE] [--chart FILE.svg] [--from FILE]: measures the product on this
 * machine and prints a table. PART is a key of PARTS, below. `--json` writes one flat object, key -> number; the chart
 * shows each figure beside its limit. A missed limit is printed and does not fail the run. `--rows` is the size of
 * `replica`, `accredit` and `peers`; other parts ignore it. `--from FILE` measures nothing and reads the figures of an
 * earlier --json.
 */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chartOf } from './bench/chart.ts'
import { measureConciliation } from './bench/conciliation.ts'
import { FIGURES, figureOf } from './bench/figures.ts'
import { measureAccrediting, measureQueue } from './bench/outbox.ts'
import { measurePages } from './bench/pages.ts'
import { measurePalette } from './bench/palette.ts'
import { comparePeers } from './bench/peers.ts'
import { measureReplica } from './bench/replica.ts'
import { measureRestore } from './bench/restore-drill.ts'
import { measureReview } from './bench/review.ts'
import { measureServerLists } from './bench/server-lists.ts'
import { measureServerReports } from './bench/server-reports.ts'
import { measureLiveSync } from './bench/sync-live.ts'
import { measureUpload } from './bench/upload.ts'
import { exitOnSignals, oneOf, readOrExit, wholeNumber } from './options.ts'
import { printTable } from './print-table.ts'
import { ensureBuilt, giveUp } from './setup.mjs'

const PARTS: Record<string, (rows?: number) => Promise<Record<string, number>>> = {
  server: measureServerLists,
  reports: measureServerReports,
  upload: measureUpload,
  sync: measureLiveSync,
  queue: measureQueue,
  accredit: measureAccrediting,
  review: measureReview,
  palette: measurePalette,
  conciliation: measureConciliation,
  page: measurePages,
  restore: measureRestore,
  replica: measureReplica,
  peers: comparePeers,
}
/** Parts that run only when `--only` names them: they install packages of their own. */
const ON_REQUEST = ['peers']

const USAGE =
  'Uso: npm run bench -- [--only PARTE] [--rows N] [--json ARCHIVO] [--chart ARCHIVO.svg] [--from ARCHIVO]'

const { rows, only, earlier, json, chart } = readOrExit(USAGE, () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rows: { type: 'string' },
      from: { type: 'string' },
      json: { type: 'string' },
      chart: { type: 'string' },
    },
  })
  const { only, rows, from, ...files } = values
  return {
    ...files,
    earlier: from === undefined ? undefined : readFigures(from),
    rows: rows === undefined ? undefined : wholeNumber('--rows', rows, 100),
    only: only === undefined ? undefined : oneOf('--only', Object.keys(PARTS), only),
  }
})
const chosen = Object.entries(PARTS).filter(([name]) =>
  only ? only === name : !ON_REQUEST.includes(name),
)

exitOnSignals()

const results = earlier ?? (await measure())
printResults(results)
if (json) await writeFile(json, `${JSON.stringify(results, null, 2)}\n`)
if (chart) await writeFile(chart, chartOf(results))

async function measure(): Promise<Record<string, number>> {
  await ensureBuilt().catch(giveUp)
  const [load = 0] = loadavg()
  if (load > availableParallelism() / 2) {
    console.log(`This machine is busy (load ${load.toFixed(1)}), which makes the figures worse.`)
  }
  const results: Record<string, number> = {}
  for (const [, part] of chosen) Object.assign(results, await part(rows))
  return results
}

function readFigures(file: string): Record<string, number> {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Prints each figure with its limit, and beside it the same by the server and by plain arrays (figures.ts). */
function printResults(results: Record<string, number>): void {
  /** Figures that have no line of their own, because they are printed beside another one. */
  const comparisons = new Set(
    Object.keys(results).flatMap((key) => {
      const { server, arrays } = figureOf(key) ?? {}
      return [server, arrays].filter((other) => other !== undefined)
    }),
  )
  const lines = Object.entries(results)
    .filter(([key]) => !comparisons.has(key) && !key.startsWith('peers.')) // peers.ts prints its own table
    .map(([key, value]) => {
      const { max, min, server, arrays } = figureOf(key) ?? {}
      const holds = value <= (max ?? Number.POSITIVE_INFINITY) && value >= (min ?? 0)
      const met = (max ?? min) === undefined ? '' : holds ? 'holds' : 'MISSED'
      return [
        key,
        show(value),
        show(max ?? min),
        met,
        showIn(results, server),
        showIn(results, arrays),
      ]
    })
  if (lines.length === 0) return
  printTable([['figure', 'measured', 'limit', '', 'server', 'arrays'], ...lines])

  const measured = Object.keys(results).map(figureOf)
  console.log('\nHow:')
  const printed = new Set<string>()
  for (const [key, { how }] of Object.entries(FIGURES)) {
    if (!printed.has(how) && measured.some((one) => one?.how === how))
      console.log(`  ${key}: ${how}`)
    printed.add(how)
  }
}

function showIn(results: Record<string, number>, key: string | undefined): string {
  return show(key === undefined ? undefined : results[key])
}

function show(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: 1 })
}

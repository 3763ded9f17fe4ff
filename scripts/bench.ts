/*
 * npm run bench -- [--only replica|sync|server|page] [--rows N] [--json FILE]: measures the product on this
 * machine and prints a table; FILE gets one flat object, key -> number (DESIGN 11). `--rows`: the
 * copy at that size alone.
 */
import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { pages } from './bench/pages.ts'
import { printResults } from './bench/print-results.ts'
import { replica } from './bench/replica.ts'
import { serverLists } from './bench/server-lists.ts'
import { syncLive } from './bench/sync-live.ts'
import { ensureBuilt, giveUp } from './setup.mjs'

const PARTS: Record<string, (rows?: number) => Promise<Record<string, number>>> = {
  server: () => serverLists(),
  sync: () => syncLive(),
  page: () => pages(),
  replica,
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, rows: { type: 'string' }, json: { type: 'string' } },
})
const rows = values.rows === undefined ? undefined : Number(values.rows)
if (rows !== undefined && !(Number.isInteger(rows) && rows >= 100)) {
  console.error('--rows debe ser un número entero desde 100')
  process.exit(2)
}
const chosen = Object.entries(PARTS).filter(([name]) => !values.only || values.only === name)
if (chosen.length === 0) {
  console.error(`--only debe ser uno de: ${Object.keys(PARTS).join(', ')}`)
  process.exit(2)
}

// Ending by exit() takes servers, browsers and folders along.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1))
}

await ensureBuilt().catch(giveUp)
const [load = 0] = loadavg()
if (load > availableParallelism() / 2) {
  console.log(`This machine is busy (load ${load.toFixed(1)}): the figures will be of that, too.`)
}
const results: Record<string, number> = {}
for (const [, part] of chosen) Object.assign(results, await part(rows))
printResults(results)
if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`)

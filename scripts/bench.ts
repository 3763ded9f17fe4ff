/*
 * npm run bench -- [--only NAME] [--json FILE]: measures the product on this machine and prints a
 * table; FILE gets one flat object, key -> number (DESIGN 11).
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { serverLists } from './bench/server-lists.ts'

const PARTS: Record<string, () => Promise<Record<string, number>>> = {
  server: serverLists,
}

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } })
const chosen = Object.entries(PARTS).filter(([name]) => !values.only || values.only === name)
if (chosen.length === 0) {
  console.error(`--only debe ser uno de: ${Object.keys(PARTS).join(', ')}`)
  process.exit(2)
}

const results: Record<string, number> = {}
for (const [, part] of chosen) Object.assign(results, await part())
console.table(
  Object.fromEntries(
    Object.entries(results).map(([key, value]) => [key, Math.round(value * 10) / 10]),
  ),
)
if (values.json) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`)

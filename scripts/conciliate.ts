/*
 * npm run conciliate -- --world FILE --statements FOLDER --json FILE: reads the statements of a folder, matches them
 * with the contributions of a test case (conciliation/world.ts) by the same modules as the browser, and writes the
 * lines of the statements and the proposed matches.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { conciliateWorld, readWorld } from './conciliation/world.ts'
import { readOrExit, runMain } from './options.ts'

const USAGE = 'Uso: npm run conciliate -- --world ARCHIVO --statements CARPETA --json ARCHIVO'

const { world, statements, json } = readOrExit(USAGE, () => {
  const { values } = parseArgs({
    options: {
      world: { type: 'string' },
      statements: { type: 'string' },
      json: { type: 'string' },
    },
  })
  const { world, statements, json } = values
  if (!world || !statements || !json) throw new Error(USAGE)
  return { world, statements, json }
})

await runMain(async () => {
  const names = (await readdir(statements)).toSorted()
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(statements, name)) })),
  )
  const { lines, proposals, problems } = await conciliateWorld(
    readWorld(await readFile(world, 'utf8')),
    files,
  )
  for (const problem of problems) console.error(problem)
  await writeFile(json, `${JSON.stringify({ lines, proposals }, null, 1)}\n`)
  const automatic = proposals.filter((proposal) => proposal.automatic).length
  console.log(`${lines.length} movimientos, ${automatic} aportes coinciden.`)
})

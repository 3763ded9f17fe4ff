// node scripts/run.mjs [--tools] FILE.ts [arguments]: runs a script of the project in this process, also on a
// fresh clone. --tools: the script needs development packages.
import { resolve } from 'node:path'
import { runScript } from './run-script.mjs'
import { ensureInstalled, giveUp } from './setup.mjs'

const given = process.argv.slice(2)
const tools = given[0] === '--tools' ? true : undefined
const [file, ...args] = tools ? given.slice(1) : given
if (!file) {
  console.error('Uso: node scripts/run.mjs ARCHIVO.ts [argumentos]')
  process.exit(2)
}

await ensureInstalled({ tools }).catch(giveUp)
await runScript(resolve(file), args)

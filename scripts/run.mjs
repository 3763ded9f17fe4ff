// node scripts/run.mjs FILE.ts [arguments]: runs a script of the project in this process, also on a fresh
// clone.
import { resolve } from 'node:path'
import { runScript } from './run-script.mjs'
import { ensureInstalled, giveUp } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('Uso: node scripts/run.mjs ARCHIVO.ts [argumentos]')
  process.exit(2)
}

await ensureInstalled().catch(giveUp)
await runScript(resolve(file), args)

// npm start: installs, builds and runs the server, in one process. --demo adds people, colectas and
// contributions.
import { join } from 'node:path'
import { root } from './child.mjs'
import { runScript } from './run-script.mjs'
import { ensureBuilt, ensureInstalled, giveUp } from './setup.mjs'

const args = process.argv.slice(2)
const demo = args.includes('--demo')

await ensureInstalled().catch(giveUp)
await ensureBuilt().catch(giveUp)
await runScript(
  join(root, demo ? 'scripts/demo.ts' : 'server/main.ts'),
  args.filter((arg) => arg !== '--demo'),
)

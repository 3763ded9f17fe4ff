// npm run build: installs and builds without starting, for a server that must not write to its program's folder.
import { ensureBuilt, ensureInstalled, giveUp } from './setup.mjs'

await ensureInstalled().catch(giveUp)
await ensureBuilt().catch(giveUp)

// npm run build: installs and builds, and starts nothing: for a server whose program nobody may write to.
import { ensureBuilt, ensureInstalled, giveUp } from './setup.mjs'

await ensureInstalled().catch(giveUp)
await ensureBuilt().catch(giveUp)

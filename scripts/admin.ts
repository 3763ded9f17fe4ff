/*
 * npm run admin -- grant EMAIL | revoke EMAIL | list: changes or prints the administrators (A8).
 * npm run admin -- sign-out EMAIL: ends all sessions of a person (A1).
 * The embedded database belongs to one process at a time: stop the server first, or name the
 * address in ADMIN_EMAILS.
 */
import { readCommandConfig } from '../server/config.ts'
import { keepPrivate } from '../server/data/private-folder.ts'
import { administer, USAGE } from './administer.ts'
import { readOrExit, runMain } from './options.ts'
import { withDatabase } from './with-database.ts'

const work = readOrExit(USAGE, () => administer(process.argv.slice(2)))

await runMain(async () => {
  const config = readCommandConfig(process.env)
  keepPrivate(config.dataDir)
  console.log(await withDatabase(config, work))
})

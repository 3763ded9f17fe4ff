/*
 * npm run admin -- grant EMAIL | revoke EMAIL | list: who administrates this installation (A8).
 * The embedded database belongs to one process at a time: stop the server first, or name the
 * address in ADMIN_EMAILS.
 */

import { readConfig } from '../server/config.ts'
import type { Database } from '../server/data/database.ts'
import { openDatabase } from '../server/data/open.ts'
import { administrators, setAdministrator } from '../server/domain/administrators.ts'
import { emailAddress } from '../shared/user.ts'
import { parse } from '../shared/validation.ts'

const USAGE = 'Uso: npm run admin -- grant EMAIL | revoke EMAIL | list'

try {
  const work = read(process.argv.slice(2))
  const database = await openDatabase(readConfig(process.env))
  try {
    console.log(await work(database))
  } finally {
    await database.close()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function read([verb, address, ...rest]: string[]): (database: Database) => Promise<string> {
  if (verb === 'list' && address === undefined) {
    return async (database) => {
      const emails = await administrators(database)
      return emails.length > 0 ? emails.join('\n') : 'Nadie administra esta instalación.'
    }
  }
  if ((verb !== 'grant' && verb !== 'revoke') || rest.length > 0) throw new Error(USAGE)
  const email = parse(emailAddress(USAGE), address)
  return async (database) => {
    await setAdministrator(database, email, verb === 'grant')
    return verb === 'grant' ? `${email} ya administra.` : `${email} ya no administra.`
  }
}

import type { Database } from '../server/data/database.ts'
import {
  administrators,
  setAdministrator,
  signOutEverywhere,
} from '../server/domain/administrators.ts'
import { emailAddress } from '../shared/user.ts'
import { parse } from '../shared/validation.ts'

export const USAGE = 'Uso: npm run admin -- grant EMAIL | revoke EMAIL | list | sign-out EMAIL'

type Command = (database: Database, email: string) => Promise<string>

const COMMANDS = new Map<string | undefined, Command>([
  ['grant', (database, email) => appoint(database, email, true)],
  ['revoke', (database, email) => appoint(database, email, false)],
  [
    'sign-out',
    async (database, email) =>
      `Sesiones cerradas de ${email}: ${await signOutEverywhere(database, email)}.`,
  ],
])

/**
 * Parses the arguments of `npm run admin`. Returns a function that does the work and returns the text to
 * print.
 *
 * @throws when the arguments are invalid
 */
export function administer([name, address, ...rest]: string[]): (
  database: Database,
) => Promise<string> {
  if (name === 'list' && address === undefined) {
    return async (database) => {
      const emails = await administrators(database)
      return emails.length > 0 ? emails.join('\n') : 'Nadie administra esta instalación.'
    }
  }
  const command = COMMANDS.get(name)
  if (!command || rest.length > 0) throw new Error(USAGE)
  const email = parse(emailAddress(USAGE), address)
  return (database) => command(database, email)
}

async function appoint(database: Database, email: string, isAdmin: boolean): Promise<string> {
  await setAdministrator(database, email, isAdmin)
  return `${email} ${isAdmin ? 'ya' : 'ya no'} administra.`
}

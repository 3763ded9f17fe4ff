import { hasCode } from '../../shared/errors.ts'
import type { Credentials } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { type Checked, checkCredentials } from './credentials.ts'
import type { Limits } from './limits.ts'

interface Tools {
  database: Database
  limits: Limits
}

/**
 * Checks e-mail and password. Three limits slow down guessing (A5; OWASP ASVS 5.0, 6.3.1)
 * before the password is hashed: one e-mail from one address, tightly; one address, widely enough for a school; one
 * e-mail from all addresses where it has never signed in, so that strangers lock nobody out at home. Elsewhere the
 * recovery link helps (`trustAddress`). A try that one limit rejects does not count for the next one. It counts before
 * its outcome is known, because many may run at once; the right password uncounts it. E-mails without an account count,
 * too. Throws AppError: 'too-many-requests', and the errors of checkCredentials.
 */
export async function signIn(
  { database, limits }: Tools,
  credentials: Credentials,
  address: string,
): Promise<Checked> {
  const { email } = credentials
  await limits.count('sign-in of e-mail from address', email, address)
  await limits.count('sign-in from address', address)
  const isKnown = await limits.isCounted('e-mail known at address', email, address)
  if (!isKnown) await limits.count('sign-in of e-mail from strange addresses', email)

  const uncount = async () => {
    await limits.clear('sign-in of e-mail from address', email, address)
    await limits.giveBack('sign-in from address', address)
    if (!isKnown) await limits.giveBack('sign-in of e-mail from strange addresses', email)
  }
  try {
    const checked = await checkCredentials(database, credentials)
    await uncount()
    await limits.count('e-mail known at address', email, address)
    return checked
  } catch (error) {
    // Only after the right password, so that it is not a guess.
    if (hasCode(error, 'email-unconfirmed')) await uncount()
    throw error
  }
}

/** For a person who proved that they own the e-mail: earlier failures no longer block them at this address. */
export async function trustAddress(limits: Limits, email: string, address: string): Promise<void> {
  await limits.clear('sign-in of e-mail from address', email, address)
  await limits.count('e-mail known at address', email, address)
}

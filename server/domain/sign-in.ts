import { AppError } from '../../shared/errors.ts'
import type { Credentials } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { checkCredentials } from './credentials.ts'
import type { Limits } from './limits.ts'

interface Tools {
  database: Database
  limits: Limits
}

/**
 * Whose e-mail and password these are, asked from this address. Guessing is slowed three times (A5;
 * OWASP ASVS 5.0, 6.3.1), always before the password is looked at, so that a guess costs a row and no hash:
 * - one e-mail from one address, tightly: a person mistypes some times, a guesser every time;
 * - one address: a machine that tries many e-mails, not a school;
 * - one e-mail from all the addresses where it has never signed in: many machines that try one person. Where
 *   it has, this does not count, so that strangers lock nobody out at home. Whoever is elsewhere meanwhile
 *   has the recovery link: it makes their address a known one (`trustAddress`).
 * Who is refused by one is not counted by the next: hammering one's own e-mail locks no school out. A try
 * is counted before its outcome is known, for fifty at once are fifty; the right password takes it back.
 * An e-mail without an account is counted like any other, so that the limits do not tell it apart.
 *
 * Throws AppError: 'too-many-requests', and what checkCredentials throws.
 */
export async function signIn(
  { database, limits }: Tools,
  credentials: Credentials,
  address: string,
): Promise<string> {
  const { email } = credentials
  await limits.count('sign-in of e-mail from address', email, address)
  await limits.count('sign-in from address', address)
  const isKnown = await limits.isCounted('e-mail known at address', email, address)
  if (!isKnown) await limits.count('sign-in of e-mail from strange addresses', email)

  const forgive = async () => {
    await limits.clear('sign-in of e-mail from address', email, address)
    await limits.giveBack('sign-in from address', address)
    if (!isKnown) await limits.giveBack('sign-in of e-mail from strange addresses', email)
  }
  try {
    const userId = await checkCredentials(database, credentials)
    await forgive()
    await limits.count('e-mail known at address', email, address)
    return userId
  } catch (error) {
    // Told only to who knows the password: no guess.
    if (error instanceof AppError && error.code === 'email-unconfirmed') await forgive()
    throw error
  }
}

/** Whoever reads the e-mail's mail is its owner: earlier failures here, and strangers', do not hold them up. */
export async function trustAddress(limits: Limits, email: string, address: string): Promise<void> {
  await limits.clear('sign-in of e-mail from address', email, address)
  await limits.count('e-mail known at address', email, address)
}

import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { Transaction } from '../../shared/sql.ts'
import { type Google, type Identity, refusedSignIn } from './google.ts'
import type { AccountContext } from './mail-queue.ts'
import { storeAttempt, takeAttempt } from './sign-in-attempts.ts'
import { newSecretToken } from './tokens.ts'

interface Tools extends AccountContext {
  google: Google | null
}

/** Stores an attempt, returns Google's address (A4). `browser`: its cookie's secret. Throws AppError('unavailable'). */
export async function beginGoogleSignIn(
  { database, google, now }: Tools,
  browser: string,
  returnTo: string | null,
): Promise<URL> {
  if (!google) throw notOffered()
  const challenge = { state: newSecretToken(), verifier: newSecretToken(), nonce: newSecretToken() }
  const address = await google.address(challenge)
  await storeAttempt(database, browser, { ...challenge, returnTo }, now())
  return address
}

/**
 * Google's `sub` identifies the account. The first time it is linked to the account with its e-mail, or creates one.
 * 'email-unconfirmed' protects against pre-hijacking: a stranger may have registered the address with a password and
 * wait for its owner. So the password is deleted and a confirmation sent; then both sides have verified it (A4). Also
 * throws AppError: 'unavailable', 'sign-in-refused', 'conflict' for an account of another Google account.
 */
export async function finishGoogleSignIn(
  tools: Tools,
  { browser, state, code }: { browser: string; state: string; code: string },
): Promise<{ userId: string; returnTo: string | null }> {
  const { database, google, mailQueue, now } = tools
  if (!google) throw notOffered()
  const attempt = await takeAttempt(database, browser, state, now())
  if (!attempt) throw refusedSignIn()
  const identity = await google.identify(code, attempt)
  const account = await database.transaction(async (tx) => {
    const found = await findOrOpen(tx, identity, now())
    if (found.joined) await mailQueue.add(tx, 'google-joined', identity.email)
    if (!found.confirmed) {
      await deleteCredentials(tx, found.id)
      await mailQueue.add(tx, 'confirmation', identity.email)
    }
    return found
  })
  void mailQueue.wake()
  if (account.confirmed) return { userId: account.id, returnTo: attempt.returnTo }
  throw new AppError(
    'email-unconfirmed',
    'Ya existe una cuenta con este email, pero nadie lo confirmó. Por seguridad borramos su contraseña y te enviamos un enlace: confirma tu email y vuelve a continuar con Google.',
  )
}

interface Account {
  id: string
  confirmed: boolean
}

async function findOrOpen(
  tx: Transaction,
  identity: Identity,
  now: Date,
): Promise<Account & { joined?: boolean }> {
  const known = await lockAccount(tx, 'subject', identity.subject)
  if (known) return known

  const opened = await tx.query(
    `insert into users (id, email, first_name, last_name, email_confirmed_at, created_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (email) do nothing
     returning id`,
    [newId(), identity.email, identity.firstName, identity.lastName, now.toISOString()],
  )
  const account = await lockAccount(tx, 'email', identity.email)
  if (!account) throw new Error('An account was neither there nor opened')
  if (!account.confirmed) return account
  const isNew = await join(tx, identity.subject, account.id, now)
  return { ...account, joined: isNew && opened.length === 0 }
}

/** Returns whether the link is new. Throws AppError('conflict') for another Google account: addresses change hands. */
async function join(tx: Transaction, subject: string, userId: string, now: Date): Promise<boolean> {
  const added = await tx.query(
    `insert into identities (provider, subject, user_id, created_at)
     values ('google', $1, $2, $3)
     on conflict do nothing
     returning user_id`,
    [subject, userId, now.toISOString()],
  )
  const joined = await tx.query(
    `select from identities where provider = 'google' and subject = $1 and user_id = $2`,
    [subject, userId],
  )
  if (joined.length === 0) {
    throw new AppError(
      'conflict',
      'La cuenta con este email ya está unida a otra cuenta de Google. Inicia sesión con tu contraseña o pide una nueva.',
    )
  }
  return added.length > 0
}

async function deleteCredentials(tx: Transaction, userId: string): Promise<void> {
  await tx.query('delete from passwords where user_id = $1', [userId])
  await tx.query('delete from sessions where user_id = $1', [userId])
}

/** Locks the account, so that its confirmation cannot change meanwhile. */
async function lockAccount(
  tx: Transaction,
  by: 'subject' | 'email',
  value: string,
): Promise<Account | undefined> {
  const [account] = await tx.query<Account>(
    `select u.id, u.email_confirmed_at is not null as "confirmed"
     from users u
     where ${by === 'email' ? 'u.email = $1' : OF_SUBJECT}
     for update of u`,
    [value],
  )
  return account
}

const OF_SUBJECT =
  "u.id = (select user_id from identities where provider = 'google' and subject = $1)"

function notOffered(): AppError {
  return new AppError('unavailable', 'Google no está disponible en esta instalación.')
}

import { AppError } from '../../shared/errors.ts'
import { links } from '../../shared/links.ts'
import type { NewPassword } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import type { Mail } from '../mail/mail.ts'
import { passwordChangedMessage } from '../mail/password-changed-message.ts'
import { recoveryMessage } from '../mail/recovery-message.ts'
import { issueEmailToken, ownerOfEmailToken, redeemEmailToken } from './email-tokens.ts'
import { assertUncommon, hashPassword, isPassword } from './passwords.ts'

interface Tools {
  database: Database
  mail: Mail
  origin: string
  now(): Date
  /** Told when a message does not leave. */
  onMailFailure(error: unknown): void
}

interface Person {
  id: string
  email: string
  firstName: string
  hash: string | null
}

/**
 * Sends a link to choose another password, which makes earlier ones void. Does nothing for an address
 * without an account, and does not say so. Throws AppError('unavailable') when it did not leave.
 */
export async function sendRecovery(tools: Tools, email: string): Promise<void> {
  const { database, mail, origin, now, onMailFailure } = tools
  const person = await findPerson(database, 'email', email)
  if (!person) return
  const token = await issueEmailToken(database, person.id, 'recover', now())
  const link = new URL(links.resetPassword(token), origin).href
  try {
    await mail.send(recoveryMessage({ ...person, link }))
  } catch (cause) {
    onMailFailure(cause)
    throw new AppError('unavailable', 'Error al enviar el email. Intenta nuevamente.', { cause })
  }
}

/** Whose password a link changes; uses nothing up (A3). Throws AppError('link-expired'). */
export async function recoveryOf(
  { database, now }: Pick<Tools, 'database' | 'now'>,
  token: string,
): Promise<{ email: string }> {
  const { email } = await ownerOf(database, token, now())
  return { email }
}

/**
 * Changes the password of whom the link was sent to, ends all their sessions (A1) and takes their address
 * for confirmed, since they read its mail. Throws AppError: 'link-expired'; 'invalid-input' for one of
 * the commonest passwords or the old one, and the link stays good then.
 */
export async function resetPassword(
  tools: Tools,
  { token, password }: NewPassword,
): Promise<{ email: string }> {
  const { database, now } = tools
  assertUncommon(password)
  const person = await ownerOf(database, token, now())
  if (await isPassword(password, person.hash)) throw sameAsBefore()
  const hash = await hashPassword(password)

  await database.transaction(async (tx) => {
    const owner = await redeemEmailToken(tx, token, 'recover', now())
    if (owner !== person.id) throw linkExpired()
    const at = now().toISOString()
    await tx.query(
      `insert into passwords (user_id, hash, updated_at) values ($1, $2, $3)
       on conflict (user_id) do update set hash = excluded.hash, updated_at = excluded.updated_at`,
      [owner, hash, at],
    )
    await tx.query(
      'update users set email_confirmed_at = coalesce(email_confirmed_at, $2) where id = $1',
      [owner, at],
    )
    await tx.query('delete from sessions where user_id = $1', [owner])
  })
  const link = new URL(links.forgotPassword(), tools.origin).href
  // The password is changed: that nobody could be told is no reason to say that it is not.
  await tools.mail.send(passwordChangedMessage({ ...person, link })).catch(tools.onMailFailure)
  return { email: person.email }
}

async function ownerOf(database: Database, token: string, now: Date): Promise<Person> {
  const owner = await ownerOfEmailToken(database, token, 'recover', now)
  const person = owner === null ? undefined : await findPerson(database, 'id', owner)
  if (!person) throw linkExpired()
  return person
}

async function findPerson(
  database: Database,
  by: 'id' | 'email',
  value: string,
): Promise<Person | undefined> {
  const [person] = await database.query<Person>(
    `select u.id, u.email, u.first_name as "firstName", p.hash
     from users u
     left join passwords p on p.user_id = u.id
     where u.${by} = $1`,
    [value],
  )
  return person
}

function linkExpired(): AppError {
  return new AppError(
    'link-expired',
    'Enlace inválido o expirado. Solicita un nuevo enlace de recuperación.',
  )
}

function sameAsBefore(): AppError {
  return new AppError('invalid-input', 'La nueva contraseña debe ser distinta de la anterior.', {
    field: 'password',
  })
}

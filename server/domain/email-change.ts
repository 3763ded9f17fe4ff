import { AppError } from '../../shared/errors.ts'
import type { Sql } from '../../shared/sql.ts'
import { DAY } from '../../shared/time.ts'
import type { EmailChange } from '../../shared/user.ts'
import { DatabaseError } from '../data/database-error.ts'
import { emailExists } from './credentials.ts'
import type { AccountContext } from './mail-queue.ts'
import { findPasswordHash, isCurrentHash, isPassword } from './passwords.ts'
import { hashToken } from './tokens.ts'

/** Sends the new address a link (A3) and the old one a notice. Throws AppError: 'invalid-input', 'email-taken'. */
export async function askForEmailChange(
  { database, mailQueue, now }: AccountContext,
  person: { id: string; email: string },
  { email, password }: EmailChange,
): Promise<void> {
  const hash = await findPasswordHash(database, person.id)
  if (hash === null || !(await isPassword(password, hash))) throw wrongPassword()
  if (email === person.email)
    throw new AppError('invalid-input', 'Ese ya es el email de tu cuenta.', { field: 'email' })
  if (await emailExists(database, email)) throw emailTaken()
  await database.transaction(async (tx) => {
    if (!(await isCurrentHash(tx, person.id, hash))) throw wrongPassword()
    await tx.query(
      `insert into email_changes (user_id, email, asked_at, expires_at)
       values ($1, $2, $3, $4)
       on conflict (user_id) do update set
         email = excluded.email,
         asked_at = excluded.asked_at,
         token_id = null,
         expires_at = excluded.expires_at`,
      [person.id, email, now().toISOString(), new Date(now().getTime() + DAY).toISOString()],
    )
    await mailQueue.add(tx, 'email-change', email)
    await mailQueue.add(tx, 'email-change-asked', person.email)
  })
  void mailQueue.wake()
}

/** Returns the address that waits to be confirmed, or null. */
export async function pendingEmail(sql: Sql, userId: string, now: Date): Promise<string | null> {
  const [change] = await sql.query<{ email: string }>(
    'select email from email_changes where user_id = $1 and expires_at > $2',
    [userId, now.toISOString()],
  )
  return change?.email ?? null
}

/**
 * Changes the e-mail, voids links to the old address (A3), and ends all sessions but the one of `session`, its token.
 * Throws AppError: 'link-expired', 'email-taken'.
 */
export async function changeEmail(
  { database, mailQueue, now }: AccountContext,
  token: string,
  session: string,
): Promise<{ email: string }> {
  const change = database.transaction(async (tx) => {
    const [request] = await tx.query<{ userId: string; email: string; before: string }>(
      `select e.user_id as "userId", e.email, u.email as before
       from email_changes e join users u on u.id = e.user_id
       where e.token_id = $1 and e.expires_at > $2
       for update`,
      [hashToken(token), now().toISOString()],
    )
    if (!request) {
      throw new AppError(
        'link-expired',
        'El enlace expiró o ya se usó. Pide el cambio otra vez desde tu perfil.',
      )
    }
    const { userId, email, before } = request
    const at = now().toISOString()
    await tx.query(
      'update users set email = $2, email_confirmed_at = $3, updated_at = $3 where id = $1',
      [userId, email, at],
    )
    await tx.query('update collections set creator_email = $2 where creator_id = $1', [
      userId,
      email,
    ])
    await tx.query('update contributions set contributor_email = $2 where contributor_id = $1', [
      userId,
      email,
    ])
    await tx.query('delete from email_changes where user_id = $1', [userId])
    await tx.query('delete from email_tokens where user_id = $1', [userId])
    await tx.query('delete from sessions where user_id = $1 and id <> $2', [
      userId,
      hashToken(session),
    ])
    await mailQueue.add(tx, 'email-changed', before)
    return { email }
  })
  const changed = await change.catch((error) => {
    throw isTaken(error) ? emailTaken() : error
  })
  void mailQueue.wake()
  return changed
}

function wrongPassword(): AppError {
  return new AppError('invalid-input', 'La contraseña no es correcta.', { field: 'password' })
}

function isTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'users_email'
}

function emailTaken(): AppError {
  return new AppError('email-taken', 'Ya existe una cuenta con este email. Usa otro.', {
    field: 'email',
  })
}

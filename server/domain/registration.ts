import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { Sql } from '../../shared/sql.ts'
import type { Registration } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { redeemEmailToken } from './email-tokens.ts'
import type { AccountContext } from './mail-queue.ts'
import { assertUncommon, hashPassword } from './passwords.ts'
import { hashToken } from './tokens.ts'

/** Queues a confirmation e-mail (A3). Throws AppError('email-taken'). */
export async function register(
  tools: AccountContext,
  { firstName, lastName, email, password }: Registration,
): Promise<void> {
  await assertUncommon(password)
  const id = newId()
  const hash = await hashPassword(password)
  const now = tools.now().toISOString()
  await tools.database.transaction(async (tx) => {
    const added = await tx.query(
      `insert into users (id, email, first_name, last_name, created_at)
       values ($1, $2, $3, $4, $5)
       on conflict (email) do nothing
       returning id`,
      [id, email, firstName, lastName, now],
    )
    if (added.length === 0) {
      throw new AppError(
        'email-taken',
        'Ya existe una cuenta con este email. Inicia sesión o usa otro email.',
        { field: 'email' },
      )
    }
    await tx.query('insert into passwords (user_id, hash, updated_at) values ($1, $2, $3)', [
      id,
      hash,
      now,
    ])
    await tools.mailQueue.add(tx, 'confirmation', email)
  })
  void tools.mailQueue.wake()
}

/** Throws AppError: 'link-expired', 'already-confirmed' for a link that was used before (A3). */
export function confirmEmail(
  { database, now }: { database: Database; now(): Date },
  token: string,
): Promise<{ userId: string; email: string }> {
  return database.transaction(async (tx) => {
    const userId = await redeemEmailToken(tx, token, 'confirm', now())
    if (!userId) throw await invalidLink(tx, token)
    const [person] = await tx.query<{ email: string }>(
      `update users
       set email_confirmed_at = coalesce(email_confirmed_at, $2)
       where id = $1
       returning email`,
      [userId, now().toISOString()],
    )
    if (!person) throw new Error(`The token of ${userId} outlived its user`)
    return { userId, ...person }
  })
}

async function invalidLink(sql: Sql, token: string): Promise<AppError> {
  const used = await sql.query(
    `select 1 from email_tokens t
     join users u on u.id = t.user_id
     where t.id = $1 and t.purpose = 'confirm' and u.email_confirmed_at is not null`,
    [hashToken(token)],
  )
  if (used.length > 0) {
    return new AppError('already-confirmed', 'Tu email ya está confirmado. Inicia sesión.')
  }
  return new AppError(
    'link-expired',
    'El enlace de confirmación ha expirado. Solicita un nuevo enlace de confirmación.',
  )
}

import { AppError } from '../../shared/errors.ts'
import type { Sql } from '../../shared/sql.ts'
import type { Database } from '../data/database.ts'
import { redeemEmailToken } from './email-tokens.ts'
import { hashToken } from './secret-token.ts'

/** Returns the address. Throws AppError: 'link-expired', 'already-confirmed' for a link that was used before. */
export function confirmEmail(
  { database, now }: { database: Database; now(): Date },
  token: string,
): Promise<{ email: string }> {
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
    return person
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

import { AppError } from '../../shared/errors.ts'
import { links } from '../../shared/links.ts'
import type { Sql } from '../../shared/sql.ts'
import type { Database } from '../data/database.ts'
import { confirmationMessage } from '../mail/confirmation-message.ts'
import type { Mail } from '../mail/mail.ts'
import { issueEmailToken, redeemEmailToken } from './email-tokens.ts'
import { hashToken } from './secret-token.ts'

export interface ConfirmationTools {
  database: Database
  mail: Mail
  origin: string
  now(): Date
  /** Told when a message does not leave. */
  onMailFailure(error: unknown): void
}

interface Recipient {
  id: string
  email: string
  firstName: string
}

/** Sends a new link, which makes earlier ones void. Throws AppError('unavailable'). */
export async function sendConfirmation(tools: ConfirmationTools, to: Recipient): Promise<void> {
  const token = await issueEmailToken(tools.database, to.id, 'confirm', tools.now())
  const link = new URL(links.confirmEmail(token), tools.origin).href
  try {
    await tools.mail.send(confirmationMessage({ ...to, link }))
  } catch (cause) {
    tools.onMailFailure(cause)
    throw new AppError('unavailable', 'Error al reenviar el email. Intenta nuevamente.', { cause })
  }
}

/** Sends another link; does nothing for an address without an account or already confirmed. */
export async function resendConfirmation(tools: ConfirmationTools, email: string): Promise<void> {
  const [person] = await tools.database.query<Recipient>(
    `select id, email, first_name as "firstName"
     from users
     where email = $1 and email_confirmed_at is null`,
    [email],
  )
  if (person) await sendConfirmation(tools, person)
}

/**
 * Confirms the address that the link was sent to, and answers it. Throws AppError('link-expired'),
 * or 'already-confirmed' for a link that did its work before.
 */
export function confirmEmail(
  { database, now }: Pick<ConfirmationTools, 'database' | 'now'>,
  token: string,
): Promise<{ email: string }> {
  return database.transaction(async (tx) => {
    const userId = await redeemEmailToken(tx, token, 'confirm', now())
    if (!userId) throw await whyNot(tx, token)
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

async function whyNot(sql: Sql, token: string): Promise<AppError> {
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

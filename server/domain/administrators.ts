import { AppError } from '../../shared/errors.ts'
import type { Database } from '../data/database.ts'

/** Changes the role (A8). Throws 'email-unknown', or 'email-unconfirmed' for a grant: the address may not be theirs. */
export async function setAdministrator(
  database: Database,
  email: string,
  isAdmin: boolean,
): Promise<void> {
  const [person] = await database.query<{ confirmed: boolean }>(
    'select email_confirmed_at is not null as confirmed from users where email = $1',
    [email],
  )
  if (!person) throw unknownEmail(email)
  if (isAdmin && !person.confirmed) {
    throw new AppError('email-unconfirmed', `${email} todavía no confirmó su email.`)
  }
  await database.query('update users set is_admin = $2 where email = $1', [email, isAdmin])
}

export async function administrators(database: Database): Promise<string[]> {
  const rows = await database.query<{ email: string }>(
    'select email from users where is_admin order by email',
  )
  return rows.map(({ email }) => email)
}

/** Ends all sessions and returns their number; the password stays. Throws AppError('email-unknown'). */
export async function signOutEverywhere(database: Database, email: string): Promise<number> {
  const [person] = await database.query<{ id: string }>('select id from users where email = $1', [
    email,
  ])
  if (!person) throw unknownEmail(email)
  const ended = await database.query('delete from sessions where user_id = $1 returning id', [
    person.id,
  ])
  return ended.length
}

function unknownEmail(email: string): AppError {
  return new AppError('email-unknown', `No existe una cuenta con el email ${email}.`)
}

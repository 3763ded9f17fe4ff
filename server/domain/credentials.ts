import { AppError } from '../../shared/errors.ts'
import type { Credentials } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { hashPassword, isPassword, isWeak } from './passwords.ts'

interface Account {
  id: string
  hash: string | null
  confirmed: boolean
}

export interface Checked {
  userId: string
  hash: string // of the password: a session must not begin after it was changed (sessions.ts)
}

/**
 * Checks e-mail and password of an account. Throws AppError: 'wrong-credentials', after the same time
 * whether the account exists or not; 'email-unconfirmed' only when the password is right.
 */
export async function checkCredentials(
  database: Database,
  { email, password }: Credentials,
): Promise<Checked> {
  const account = await findAccount(database, email)
  const right = await isPassword(password, account?.hash ?? null)
  if (!account?.hash || !right) throw wrongCredentials()
  if (!account.confirmed) {
    throw new AppError(
      'email-unconfirmed',
      'Tu email no ha sido confirmado. Revisa tu bandeja de entrada y haz clic en el enlace de confirmación.',
    )
  }

  const { id: userId, hash } = account
  return { userId, hash: isWeak(hash) ? await strengthen(database, userId, hash, password) : hash }
}

export function wrongCredentials(): AppError {
  return new AppError(
    'wrong-credentials',
    'Email o contraseña incorrectos. Verifica tus datos e intenta nuevamente.',
  )
}

export async function emailExists(database: Database, email: string): Promise<boolean> {
  return (await database.query('select 1 from users where email = $1', [email])).length > 0
}

async function findAccount(database: Database, email: string): Promise<Account | undefined> {
  const [account] = await database.query<Account>(
    `select u.id, p.hash, u.email_confirmed_at is not null as "confirmed"
     from users u
     left join passwords p on p.user_id = u.id
     where u.email = $1`,
    [email],
  )
  return account
}

/** Returns a hash of the current strength (A2). A password that was changed meanwhile keeps its own. */
async function strengthen(
  database: Database,
  userId: string,
  weak: string,
  password: string,
): Promise<string> {
  const hash = await hashPassword(password)
  await database.query('update passwords set hash = $3 where user_id = $1 and hash = $2', [
    userId,
    weak,
    hash,
  ])
  return hash
}

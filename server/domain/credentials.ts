import { AppError } from '../../shared/errors.ts'
import type { Credentials } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { hashPassword, isPassword, isWeak } from './passwords.ts'

interface Account {
  id: string
  hash: string | null
  confirmed: boolean
}

/**
 * Checks e-mail and password, and returns the account's id. Throws AppError: 'wrong-credentials', after the same time
 * whether the account exists or not; 'email-unconfirmed' only when the password is right.
 */
export async function checkCredentials(
  database: Database,
  { email, password }: Credentials,
): Promise<string> {
  const account = await findAccount(database, email)
  const right = await isPassword(password, account?.hash ?? null)
  if (!account || !right) {
    throw new AppError(
      'wrong-credentials',
      'Email o contraseña incorrectos. Verifica tus datos e intenta nuevamente.',
    )
  }
  if (!account.confirmed) {
    throw new AppError(
      'email-unconfirmed',
      'Tu email no ha sido confirmado. Revisa tu bandeja de entrada y haz clic en el enlace de confirmación.',
    )
  }

  const { id, hash } = account
  if (hash && isWeak(hash)) await strengthen(database, id, hash, password)
  return id
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

/** A hash of the current strength (A2). A password that was changed meanwhile has one already. */
async function strengthen(database: Database, userId: string, weak: string, password: string) {
  await database.query('update passwords set hash = $3 where user_id = $1 and hash = $2', [
    userId,
    weak,
    await hashPassword(password),
  ])
}

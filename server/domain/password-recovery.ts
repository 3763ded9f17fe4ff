import { AppError } from '../../shared/errors.ts'
import type { NewPassword } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { ownerOfEmailToken, redeemEmailToken } from './email-tokens.ts'
import type { AccountContext } from './mail-queue.ts'
import {
  assertUncommon,
  hashPassword,
  isPassword,
  sameAsBefore,
  storePassword,
} from './passwords.ts'

interface Person {
  id: string
  email: string
  hash: string | null
}

/** Does not use the link up (A3). Throws AppError('link-expired'). */
export async function recoveryOf(
  { database, now }: Pick<AccountContext, 'database' | 'now'>,
  token: string,
): Promise<{ email: string }> {
  const { email } = await ownerOf(database, token, now())
  return { email }
}

/** Ends all sessions (A1, A3). Throws AppError: 'link-expired'; 'invalid-input', and then the link stays valid. */
export async function resetPassword(
  tools: AccountContext,
  { token, password }: NewPassword,
): Promise<{ email: string }> {
  const { database, now } = tools
  await assertUncommon(password)
  const person = await ownerOf(database, token, now())
  if (await isPassword(password, person.hash)) throw sameAsBefore()
  const hash = await hashPassword(password)

  await database.transaction(async (tx) => {
    const owner = await redeemEmailToken(tx, token, 'recover', now())
    if (owner !== person.id) throw linkExpired()
    await storePassword(tx, owner, hash, now())
    await tx.query(
      'update users set email_confirmed_at = coalesce(email_confirmed_at, $2) where id = $1',
      [owner, now().toISOString()],
    )
    await tools.mailQueue.add(tx, 'password-changed', person.email)
  })
  void tools.mailQueue.wake()
  return { email: person.email }
}

async function ownerOf(database: Database, token: string, now: Date): Promise<Person> {
  const owner = await ownerOfEmailToken(database, token, 'recover', now)
  if (owner === null) throw linkExpired()
  const [person] = await database.query<Person>(
    `select u.id, u.email, p.hash
     from users u
     left join passwords p on p.user_id = u.id
     where u.id = $1`,
    [owner],
  )
  if (!person) throw linkExpired()
  return person
}

function linkExpired(): AppError {
  return new AppError(
    'link-expired',
    'Enlace inválido o expirado. Solicita un nuevo enlace de recuperación.',
  )
}

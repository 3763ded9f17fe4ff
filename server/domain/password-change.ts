import { AppError } from '../../shared/errors.ts'
import { type PasswordChange, WRONG_CURRENT_PASSWORD } from '../../shared/user.ts'
import type { AccountContext } from './mail-queue.ts'
import {
  assertUncommon,
  findPasswordHash,
  hashPassword,
  isPassword,
  sameAsBefore,
  storePassword,
} from './passwords.ts'

/** Ends all sessions (A1); the caller creates a new one, with the new hash that this returns. Throws AppError('invalid-input'). */
export async function changePassword(
  { database, mailQueue, now }: AccountContext,
  person: { id: string; email: string },
  { current, password }: PasswordChange,
): Promise<string> {
  await assertUncommon(password)
  const before = await findPasswordHash(database, person.id)
  if (!(await isPassword(current, before))) throw wrongPassword()
  if (current === password) throw sameAsBefore()
  const hash = await hashPassword(password)

  await database.transaction(async (tx) => {
    const same = await tx.query(
      'select from passwords where user_id = $1 and hash = $2 for update',
      [person.id, before],
    )
    // Changed meanwhile on another device: the entered password is no longer the current one.
    if (same.length === 0) throw wrongPassword()
    await storePassword(tx, person.id, hash, now())
    await mailQueue.add(tx, 'password-changed', person.email)
  })
  void mailQueue.wake()
  return hash
}

function wrongPassword(): AppError {
  return new AppError('invalid-input', WRONG_CURRENT_PASSWORD, { field: 'current' })
}

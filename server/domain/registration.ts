import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { Registration } from '../../shared/user.ts'
import type { AccountContext } from './mail-queue.ts'
import { assertUncommon, hashPassword } from './passwords.ts'

/** Queues the confirmation e-mail. Throws AppError('email-taken'). */
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
    if (added.length === 0) throw emailTaken()
    await tx.query('insert into passwords (user_id, hash, updated_at) values ($1, $2, $3)', [
      id,
      hash,
      now,
    ])
    await tools.mailQueue.add(tx, 'confirmation', email)
  })
  void tools.mailQueue.wake()
}

function emailTaken(): AppError {
  return new AppError(
    'email-taken',
    'Ya existe una cuenta con este email. Inicia sesión o usa otro email.',
    { field: 'email' },
  )
}

import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { Registration } from '../../shared/user.ts'
import { type ConfirmationTools, sendConfirmation } from './email-confirmation.ts'
import { assertUncommon, hashPassword } from './passwords.ts'

/**
 * Opens an account and sends its confirmation. `mailSent` is false when the message did not leave:
 * the account stands, and the screen offers to send it again.
 */
export async function register(
  tools: ConfirmationTools,
  { firstName, lastName, email, password }: Registration,
): Promise<{ mailSent: boolean }> {
  assertUncommon(password)
  const person = { id: newId(), email, firstName }
  const hash = await hashPassword(password)
  const now = tools.now().toISOString()
  await tools.database.transaction(async (tx) => {
    const added = await tx.query(
      `insert into users (id, email, first_name, last_name, created_at)
       values ($1, $2, $3, $4, $5)
       on conflict (email) do nothing
       returning id`,
      [person.id, email, firstName, lastName, now],
    )
    if (added.length === 0) throw emailTaken()
    await tx.query('insert into passwords (user_id, hash, updated_at) values ($1, $2, $3)', [
      person.id,
      hash,
      now,
    ])
  })
  const mailSent = await sendConfirmation(tools, person).then(
    () => true,
    () => false,
  )
  return { mailSent }
}

function emailTaken(): AppError {
  return new AppError(
    'email-taken',
    'Ya existe una cuenta con este email. Inicia sesión o usa otro email.',
    { field: 'email' },
  )
}

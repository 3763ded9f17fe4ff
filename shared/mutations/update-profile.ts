import { AppError } from '../errors.ts'
import { namedMutation } from '../named-mutation.ts'
import { profileInput } from '../user.ts'

/**
 * Sets the person's name and default account, always all of them. The last of two edits therefore wins as a whole (S12),
 * and replaces an earlier one that was never sent (S7).
 */
export const updateProfile = namedMutation({
  name: 'update-profile',
  args: profileInput,
  async run(tx, args, { personId, now }) {
    const updated = await tx.query(
      `update users
       set first_name = $2, last_name = $3, default_bank_account = $4, updated_at = $5
       where id = $1
       returning id`,
      [personId, args.firstName, args.lastName, args.defaultBankAccount, now.toISOString()],
    )
    if (updated.length === 0) throw new AppError('not-found', 'Error al actualizar el perfil')
  },
  supersedes: () => true,
})

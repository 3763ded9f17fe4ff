import * as z from 'zod/mini'
import { namedQuery } from '../named-query.ts'

export interface Profile {
  id: string
  email: string
  firstName: string
  lastName: string
  defaultBankAccount: string | null
}

/** Returns the person's own data, to edit it and to prefill a new collection. By primary key. */
export const profile = namedQuery({
  name: 'profile',
  args: z.object({}),
  async run(sql, _args, personId): Promise<Profile | null> {
    const rows = await sql.query<Profile>(
      `select
         u.id,
         u.email,
         u.first_name as "firstName",
         u.last_name as "lastName",
         u.default_bank_account as "defaultBankAccount"
       from users u
       where u.id = $1`,
      [personId],
    )
    return rows[0] ?? null
  },
})

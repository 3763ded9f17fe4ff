import * as z from 'zod/mini'
import { namedMutation } from '../named-mutation.ts'
import { digest } from '../statement-match.ts'

/** Stores the HMAC key of line ids, for replicas from before accounts had one. An existing key stays. */
export const keepStatementKey = namedMutation({
  name: 'keep-statement-key',
  args: z.object({ key: digest }),
  async run(tx, { key }, { personId }) {
    await tx.query('insert into statement_keys (id, key) values ($1, $2) on conflict do nothing', [
      personId,
      key,
    ])
  },
})

import * as z from 'zod/mini'
import { namedMutation } from '../named-mutation.ts'
import { statementKey } from '../statement-match.ts'

/**
 * Stores the HMAC key for the ids of statement lines, for replicas from before every account had one. A key that exists
 * stays.
 */
export const keepStatementKey = namedMutation({
  name: 'keep-statement-key',
  args: z.object({ key: statementKey }),
  async run(tx, { key }, { personId }) {
    await tx.query('insert into statement_keys (id, key) values ($1, $2) on conflict do nothing', [
      personId,
      key,
    ])
  },
})

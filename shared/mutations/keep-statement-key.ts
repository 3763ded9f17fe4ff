import * as z from 'zod/mini'
import { namedMutation } from '../named-mutation.ts'
import { statementKey } from '../statement-match.ts'

/** Every account has a key from the start, and the first one stays: this is for replicas from before that. */
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

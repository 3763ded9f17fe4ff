import * as z from 'zod/mini'
import { namedQuery } from '../named-query.ts'

/** HMAC key for ids of statement lines; null in a replica from before accounts had one. By primary key. */
export const statementKey = namedQuery({
  name: 'statement-key',
  args: z.object({}),
  async run(sql, _args, personId): Promise<string | null> {
    const [row] = await sql.query<{ key: string }>(
      'select k.key from statement_keys k where k.id = $1',
      [personId],
    )
    return row?.key ?? null
  },
})

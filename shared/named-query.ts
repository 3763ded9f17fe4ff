import type * as z from 'zod/mini'
import type { Sql } from './sql.ts'
import { parse } from './validation.ts'

/**
 * A query that runs on the server and in the replica. The server applies row-level security for `personId`; the
 * replica holds only that person's rows.
 */
export interface NamedQuery<Args extends z.ZodMiniType = z.ZodMiniType, Answer = unknown> {
  name: string
  args: Args
  /** Checks `input` against `args` and runs the query. Throws AppError('invalid-input'). */
  answer(sql: Sql, input: unknown, personId: string): Promise<Answer>
  /** True when it reads long lists: each of its statements may run in a transaction of its own. */
  isLong: boolean
}

interface Definition<Args extends z.ZodMiniType, Answer> {
  name: string
  args: Args
  isLong?: boolean
  run(sql: Sql, args: z.output<Args>, personId: string): Promise<Answer>
}

export function namedQuery<Args extends z.ZodMiniType, Answer>({
  name,
  args,
  isLong = false,
  run,
}: Definition<Args, Answer>): NamedQuery<Args, Answer> {
  return {
    name,
    args,
    isLong,
    answer: async (sql, input, personId) => run(sql, parse(args, input), personId),
  }
}

import type * as z from 'zod/mini'
import type { Sql } from './sql.ts'
import { parse } from './validation.ts'

/**
 * A question a screen may ask, written once as SQL and answered by whoever is nearer: the browser's
 * copy or the server. On the server it runs under the row-level policies of `personId`;
 * the copy holds that person's rows alone.
 */
export interface NamedQuery<Args extends z.ZodMiniType = z.ZodMiniType, Answer = unknown> {
  name: string
  args: Args
  /** Checks `input` against `args`, then asks; throws AppError('invalid-input'). */
  answer(sql: Sql, input: unknown, personId: string): Promise<Answer>
}

interface Definition<Args extends z.ZodMiniType, Answer> {
  name: string
  args: Args
  run(sql: Sql, args: z.output<Args>, personId: string): Promise<Answer>
}

export function namedQuery<Args extends z.ZodMiniType, Answer>({
  name,
  args,
  run,
}: Definition<Args, Answer>): NamedQuery<Args, Answer> {
  return {
    name,
    args,
    answer: async (sql, input, personId) => run(sql, parse(args, input), personId),
  }
}

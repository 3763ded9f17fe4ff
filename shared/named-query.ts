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
  /** Reads all rows, and returns a function that computes the answer from them. Throws as `answer` does. */
  read(sql: Sql, input: unknown, personId: string): Promise<() => Promise<Answer>>
}

type Run<Args extends z.ZodMiniType, Answer> = (
  sql: Sql,
  args: z.output<Args>,
  personId: string,
) => Promise<Answer>

/** `read`: in place of `run`, when the answer takes long to compute and the database should not wait for it. */
type Definition<Args extends z.ZodMiniType, Answer> = { name: string; args: Args } & (
  | { run: Run<Args, Answer> }
  | { read: Run<Args, () => Promise<Answer>> }
)

export function namedQuery<Args extends z.ZodMiniType, Answer>(
  definition: Definition<Args, Answer>,
): NamedQuery<Args, Answer> {
  const { name, args } = definition
  const read: NamedQuery<Args, Answer>['read'] = async (sql, input, personId) => {
    const parsed = parse(args, input)
    if ('read' in definition) return definition.read(sql, parsed, personId)
    const answer = await definition.run(sql, parsed, personId)
    return async () => answer
  }
  return {
    name,
    args,
    read,
    answer: async (sql, input, personId) => (await read(sql, input, personId))(),
  }
}

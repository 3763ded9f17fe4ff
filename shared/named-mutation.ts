import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Transaction } from './sql.ts'
import { parse } from './validation.ts'

/** Who changes something, and when: the rule asks for both and looks at no clock of its own. */
export interface Actor {
  personId: string
  now: Date
}

/**
 * A change, written once as SQL with its rule (S7). It runs optimistically in the browser's copy and
 * with authority on the server, there as role `member`. It throws an AppError to refuse, and changes
 * nothing then: it runs inside one transaction.
 */
export interface NamedMutation<Args extends z.ZodMiniType = z.ZodMiniType> {
  name: string
  args: Args
  /** Checks `input` against `args`, then changes; throws an AppError to refuse. */
  apply(tx: Transaction, input: unknown, actor: Actor): Promise<void>
}

interface Definition<Args extends z.ZodMiniType> {
  name: string
  args: Args
  run(tx: Transaction, args: z.output<Args>, actor: Actor): Promise<void>
}

export function namedMutation<Args extends z.ZodMiniType>({
  name,
  args,
  run,
}: Definition<Args>): NamedMutation<Args> {
  return { name, args, apply: async (tx, input, actor) => run(tx, parse(args, input), actor) }
}

/** One request to change something; `id` is a UUID v7 and makes repeating it harmless (S7). */
export interface MutationRequest {
  id: string
  name: string
  args: unknown
}

export interface Refusal {
  code: ErrorCode
  message: string
  field?: string
}

export type MutationOutcome = { id: string; ok: true } | { id: string; ok: false; error: Refusal }

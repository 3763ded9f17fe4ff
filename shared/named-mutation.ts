import * as z from 'zod/mini'
import { AppError, ERROR_CODES } from './errors.ts'
import type { Transaction } from './sql.ts'
import { parse } from './validation.ts'

/** The person and time of a change. Rules use this time and no clock. */
export interface Actor {
  personId: string
  now: Date
}

/**
 * A mutation: its SQL with its rule (S7). It runs first in the replica, optimistically, and then on the server as role
 * `member`, which decides. Throws an AppError to reject.
 */
export interface NamedMutation<Args extends z.ZodMiniType = z.ZodMiniType> {
  name: string
  args: Args
  /** Version of `args`; incremented when their meaning changes. */
  version: number
  /** Parses `input`. `version` is that of `input`, which an older release may have made. */
  apply(tx: Transaction, input: unknown, actor: Actor, version?: number): Promise<void>
  /** `later` sets every field that `earlier` set, so that `earlier` need not be sent. */
  supersedes?(later: z.input<Args>, earlier: z.input<Args>): boolean
}

interface Definition<Args extends z.ZodMiniType>
  extends Pick<NamedMutation<Args>, 'name' | 'args' | 'supersedes'> {
  run(tx: Transaction, args: z.output<Args>, actor: Actor): Promise<void>
  /** The first converts arguments of version 1 to version 2, and so on. */
  upgrades?: readonly ((args: unknown) => unknown)[]
}

export function namedMutation<Args extends z.ZodMiniType>({
  run,
  upgrades = [],
  ...definition
}: Definition<Args>): NamedMutation<Args> {
  return {
    ...definition,
    version: upgrades.length + 1,
    async apply(tx, input, actor, version = upgrades.length + 1) {
      return run(tx, parse(definition.args, upgraded(input, upgrades.slice(version - 1))), actor)
    },
  }
}

/** Arguments of an unknown version may have any shape. */
function upgraded(input: unknown, upgrades: NonNullable<Definition<z.ZodMiniType>['upgrades']>) {
  try {
    return upgrades.reduce((older, upgrade) => upgrade(older), input)
  } catch (cause) {
    throw new AppError('invalid-input', 'Los datos no son válidos.', { cause })
  }
}

/** `supersedes` for a mutation that always sets the same columns of the row `id`. */
export function isSameRow(later: { id: string }, earlier: { id: string }): boolean {
  return later.id === earlier.id
}

/** `supersedes` for a mutation that always sets the same columns of the rows `ids`. */
export function areSameRows(later: { ids: string[] }, earlier: { ids: string[] }): boolean {
  const set = new Set(later.ids)
  return earlier.ids.every((id) => set.has(id))
}

/** `supersedes` for a mutation that sets named columns of the row `id`. */
export function changesAsMuch<Edit extends { id: string; changes: object }>(
  later: Edit,
  earlier: Edit,
): boolean {
  const changes = new Map(Object.entries(later.changes))
  // A key without a value changes nothing.
  return (
    isSameRow(later, earlier) &&
    Object.keys(earlier.changes).every((field) => changes.get(field) !== undefined)
  )
}

/** A request for a change. `id` is a UUID v7 that makes a retry harmless (S7). */
export interface MutationRequest {
  id: string
  name: string
  args: unknown
  /** Version of `args`, set by the release that made the change; 1 when absent. */
  version?: number | undefined
}

const refusal = z.object({
  /** A code of a newer release reads as `internal`. */
  code: z.catch(z.enum(ERROR_CODES), 'internal'),
  message: z.string(),
  field: z.optional(z.string()),
})

export const mutationOutcome = z.discriminatedUnion('ok', [
  z.object({ id: z.string(), ok: z.literal(true) }),
  z.object({ id: z.string(), ok: z.literal(false), error: refusal }),
])
export type MutationOutcome = z.infer<typeof mutationOutcome>

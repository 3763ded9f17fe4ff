import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'

/** A change not yet confirmed by the stream. `at`: when the person did it, ISO; it is the rule's `now`. */
export interface Pending {
  id: string
  name: string
  args: unknown
  /** Of `args`, by the release that made the change; 1 when absent. */
  version?: number | undefined
  at: string
}

/** Returns a refused change as a new one with the id `id`, with other arguments where there are any (S9). */
export function again(
  refused: Pending,
  args: unknown,
  version: number,
  id = newId(),
): MutationRequest {
  const { name } = refused
  if (args === undefined) return { id, name, args: refused.args, version: refused.version }
  return { id, name, args, version }
}

/** Throws 'not-found' if the retry came with new arguments, which would be lost. */
export function nothingToRetry(args: unknown): void {
  if (args !== undefined) throw new AppError('not-found', 'Ese cambio ya no espera una decisión.')
}

import { newId } from '../../shared/id.ts'
import { mutations } from '../../shared/mutations/mutations.ts'
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

/** Returns a change that is made now, with the version that its arguments have in this release. */
export function versioned(change: Omit<MutationRequest, 'version'>): MutationRequest {
  return { ...change, version: mutations.get(change.name)?.version }
}

/** Returns a refused change as a new one, with other arguments where there are any (S9). */
export function again({ name, args, version }: Pending, others: unknown): MutationRequest {
  if (others === undefined) return { id: newId(), name, args, version }
  return versioned({ id: newId(), name, args: others })
}

import type { AppError } from '../../shared/errors.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import type { Batch, CopiedTable, PushAnswer, Restart } from '../../shared/sync.ts'

/**
 * The way to the server, as the sync client uses it. It throws AppErrors: `unavailable` when the
 * network or the server is away, `not-signed-in` when the session ended.
 */
export interface Transport {
  /** One table whole, the cursor to continue from and its epoch (S5). */
  snapshot(table: CopiedTable): Promise<{ cursor: string; epoch: string; csv: Blob }>
  /** Sends up to MOST_AT_ONCE changes, in order; answers one outcome for each (S7). */
  push(mutations: readonly MutationRequest[]): Promise<PushAnswer>
  /**
   * Opens one stream of what changes after the cursor (S6). A server that does not know of the moment
   * `answeredAt`, a push's cursor, says restart (S8). Answers how to hang up.
   */
  follow(cursor: string, answeredAt: string | null, line: Line): () => void
}

/** How many changes the server takes at once. */
export const MOST_AT_ONCE = 100

export interface Line {
  /** The server has taken the call. It may have nothing to say for a while. */
  open(): void
  batch(batch: Batch): void
  restart(restart: Restart): void
  beat(): void
  /** Once, at the end, however it came. */
  lost(error: AppError): void
}

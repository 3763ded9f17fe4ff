/*
 * The interface of the replica for the screens, which use it through useQuery and mutate. The contribution page never
 * loads a replica.
 */
import type { CsvList, CsvPart, CsvWindow } from '../../shared/contributions-csv.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import type { LocalState, ReplicaDiagnosis, SqlResult } from './diagnosis.ts'

export interface Local {
  /** Whether its rows are complete. Until then queries go to the server. */
  isReady(): boolean
  /** Whether it is being opened; its rows may be complete on the disk. */
  isOpening(): boolean
  /**
   * Whether its rows are the newest available: it is ready, and was in step with the server since it was opened, or has
   * changes that the server may lack, or cannot reach the server.
   */
  isNewest(): boolean
  /** Whether its stream is open. */
  isLive(): boolean
  /** Whether a change made now waits for the network. */
  isCutOff(): boolean
  /** Runs a named query. Throws AppError 'internal' when it fails or takes too long; then ask the server. */
  answer(name: string, args: unknown): Promise<unknown>
  /**
   * Resolves once the change is stored durably and visible; it is sent in the background. Throws AppError 'internal' on a
   * timeout, and then the change may be stored.
   */
  mutate(change: MutationRequest): Promise<void>
  /**
   * Sends the waiting changes when the replica is not ready, so that a change that goes directly to the server comes
   * after them. Throws an AppError on failure.
   */
  sendWaiting(): Promise<void>
  /** Returns whether other changes wait, which a direct request would overtake. */
  hasWaiting(changeId: string): boolean
  /**
   * Replaces a refused change by `change`, like `mutate`; the old one stays until the new one is stored (S9). Throws
   * AppError 'not-found' when neither of them is stored any more.
   */
  correct(refusedId: string, change: MutationRequest): Promise<void>
  /** Discards an unsent or refused change. Throws an AppError on failure. */
  discard(id: string): Promise<void>
  /** Throws like `answer`. */
  csvWindows(list: CsvList): Promise<CsvWindow[]>
  csvRows(part: CsvPart): Promise<Blob>
  /** Call after the same person signed in again: connects at once. */
  resume(): void
  /** Returns the number of unconfirmed changes, which signing out would lose. */
  unsent(): number
  /** Returns its state, for the diagnosis page; the same object until it changes. */
  state(): LocalState
  /** Throws like `answer`. */
  diagnose(): Promise<ReplicaDiagnosis>
  /** Runs a query in SQL on its rows. Throws AppError 'invalid-input' with the engine's error. */
  querySql(text: string): Promise<SqlResult>
  /** Deletes everything of this person from the device (S10). */
  forget(): Promise<void>
  /** Leaves it to other tabs. */
  leave(): void
}

let current: Local | null = null
const listeners = new Set<() => void>()

export function local(): Local | null {
  return current
}

export function setLocal(next: Local | null): void {
  current = next
  tellLocal()
}

/** Calls back when the replica or its state changes. Returns a function that stops it. */
export function onLocal(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notifies the listeners of `onLocal`. */
export function tellLocal(): void {
  for (const listener of listeners) listener()
}

/** A slow phone opens a large replica in some seconds. If its code cannot be loaded, there never is one. */
const OPENING_LIMIT_MS = 10_000

/** Resolves when the replica is open or has failed, when `signal` aborts, and after 10 s. */
export function untilOpen(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (signal?.aborted || !(local()?.isOpening() ?? true)) finish()
    }
    const timer = setTimeout(finish, OPENING_LIMIT_MS)
    const stopListening = onLocal(check)
    signal?.addEventListener('abort', check)
    check()

    function finish(): void {
      clearTimeout(timer)
      stopListening()
      signal?.removeEventListener('abort', check)
      resolve()
    }
  })
}

/* The replica for the screens, by useQuery and mutate. The contribution page never loads one. */
import type { CsvList, CsvPart, CsvWindow } from '../../shared/contributions-csv.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import type { LocalState, ReplicaDiagnosis, SqlResult } from './diagnosis.ts'
import { createObservable } from './observable.ts'

export interface Local {
  /** Its rows are complete. Until then queries go to the server. */
  isReady(): boolean
  /** Its rows may be complete on the disk. */
  isOpening(): boolean
  /** Ready, and in step since it was opened, or with changes that the server may lack, or cut off. */
  isNewest(): boolean
  isLive(): boolean
  /** A change made now waits for the network. */
  isCutOff(): boolean
  /** Throws AppError 'internal' when it fails or takes too long; then ask the server. */
  answer(name: string, args: unknown): Promise<unknown>
  /** Resolves once stored durably and visible. Throws AppError 'internal' on a timeout: it may be stored. */
  mutate(change: MutationRequest): Promise<void>
  /** Call it before a change goes directly to the server. Throws an AppError on failure. */
  sendWaiting(): Promise<void>
  /** A direct request would overtake them. */
  hasWaiting(changeId: string): boolean
  /**
   * Replaces a refused change by `change`, like `mutate`; the old one stays until the new one is stored (S9). Throws
   * AppError 'not-found' when neither of them is stored any more.
   */
  correct(refusedId: string, change: MutationRequest): Promise<void>
  /** Unsent or refused. Throws an AppError on failure. */
  discard(id: string): Promise<void>
  csvWindows(list: CsvList): Promise<CsvWindow[]>
  csvRows(part: CsvPart): Promise<Blob>
  /** Call after the same person signed in again: connects at once. */
  resume(): void
  /** The number of unconfirmed changes, which signing out would lose. */
  unsent(): number
  /** The same object until it changes. */
  state(): LocalState
  diagnose(): Promise<ReplicaDiagnosis>
  /** SQL on its rows. Throws AppError 'invalid-input' with the engine's error. */
  querySql(text: string): Promise<SqlResult>
  /** Everything of this person on the device (S10). */
  forget(): Promise<void>
  /** To other tabs. */
  leave(): void
}

const current = createObservable<Local | null>(null)

export const local = current.get
export const setLocal = current.set

/** Calls back when the replica or its state changes. Returns a function that stops it. */
export const onLocal = current.subscribe

export function notifyLocal(): void {
  setLocal(local())
}

/** A slow phone opens a large replica in some seconds. Without its code there never is one. */
const OPENING_LIMIT_MS = 10_000

/** Also resolves when it has failed, when `signal` aborts, and after 10 s. */
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

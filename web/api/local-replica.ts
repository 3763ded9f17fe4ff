/* null on the contribution page, which never loads a replica, and until a member's page has opened it. */
import type { CsvList, CsvPart, CsvWindow } from '../../shared/contributions-csv.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import type { LocalReplicaState, ReplicaDiagnosis, SqlResult } from './diagnosis.ts'
import { createObservable } from './observable.ts'

export interface LocalReplica {
  /** Its rows are complete, though perhaps those of the last visit. */
  isReady(): boolean
  /** Not ready yet, but the disk may hold complete rows. */
  isOpening(): boolean
  /** Ready, and caught up since it was opened, or with changes that the server may lack, or offline. */
  isPreferred(): boolean
  /** The server's stream is open as well: screens need no polling. */
  isLive(): boolean
  /** Ready, and offline: a change made now waits for the network. */
  isCutOff(): boolean
  /** Throws AppError 'internal' when it fails or takes too long; then ask the server. */
  runQuery(name: string, args: unknown): Promise<unknown>
  /** Resolves once stored durably and visible. Throws AppError 'internal' on a timeout: it may be stored. */
  mutate(change: MutationRequest): Promise<void>
  /** Call it before a change goes directly to the server. Throws an AppError on failure. */
  sendWaiting(): Promise<void>
  /** Other unrefused changes wait: a request sent directly to the server would overtake them. */
  hasWaiting(changeId: string): boolean
  /** Replaces a refused change; it stays until this is stored (S9). Throws 'not-found' when neither is stored. */
  correct(refusedId: string, change: MutationRequest): Promise<void>
  discard(id: string): Promise<void>
  csvWindows(list: CsvList): Promise<CsvWindow[]>
  csvRows(part: CsvPart): Promise<Blob>
  /** Call after the same person signed in again: connects at once. */
  resume(): void
  unsent(): number
  /** The same object until it changes. */
  state(): LocalReplicaState
  diagnose(): Promise<ReplicaDiagnosis>
  /** Throws AppError 'invalid-input' with the engine's error. */
  querySql(text: string): Promise<SqlResult>
  /** Deletes everything of this person on the device (S10). */
  forget(): Promise<void>
  /** Closes it in this tab; other tabs go on. */
  leave(): void
}

const current = createObservable<LocalReplica | null>(null)

export const localReplica = current.get
export const setLocalReplica = current.set

export const onLocalReplica = current.subscribe

export function notifyLocalReplica(): void {
  setLocalReplica(localReplica())
}

const OPENING_LIMIT_MS = 10_000

/** Resolves when the replica is open or has failed, when `signal` aborts, and after 10 s: slow phones need some. */
export function untilOpen(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (signal?.aborted || !(localReplica()?.isOpening() ?? true)) finish()
    }
    const timer = setTimeout(finish, OPENING_LIMIT_MS)
    const stopListening = onLocalReplica(check)
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

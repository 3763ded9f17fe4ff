/*
 * Who answers instead of the server, once it can: the browser's copy. Screens ask by
 * useQuery and mutate and do not notice; the contribution page never loads one.
 */
import type { CsvList, CsvPart, CsvWindow } from '../../shared/contributions-csv.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import type { LocalState, ReplicaDiagnosis, SqlResult } from './diagnosis.ts'

export interface Local {
  /** Whether its rows are complete: until then the server answers. */
  isReady(): boolean
  /** Whether it is being opened: its rows may be on the disk, complete. */
  isOpening(): boolean
  /**
   * Whether nobody knows better: it is ready, and was in step with the server since it was opened, or
   * holds changes the server may not have, or cannot reach it.
   */
  isNewest(): boolean
  /** Whether it hears of others' changes by itself. */
  isLive(): boolean
  /** Whether what is changed now waits here for a network. */
  isCutOff(): boolean
  /** Throws AppError 'internal' when it cannot, or not in time: the server can. */
  answer(name: string, args: unknown): Promise<unknown>
  /**
   * Resolves once the change is kept durably and on screen; the server hears of it in its time. Throws
   * AppError 'internal' when it does not answer: it may have kept it all the same.
   */
  mutate(change: MutationRequest): Promise<void>
  /**
   * Where there is no copy, or none that is ready: sends what waits, so that a change sent to the server
   * by itself comes after it. Throws an AppError when it cannot.
   */
  sendWaiting(): Promise<void>
  /** Whether other changes wait to be sent, which this one would overtake if it were sent by itself. */
  hasWaiting(changeId: string): boolean
  /**
   * Makes `change` in the place of a refused one, as `mutate`; until it is kept the old one stays (S9). Throws
   * AppError 'not-found' when neither of them waits any more.
   */
  correct(refusedId: string, change: MutationRequest): Promise<void>
  /** Forgets a change that is not sent or was refused. Throws an AppError when it cannot. */
  discard(id: string): Promise<void>
  /** Throws like `answer`. */
  csvWindows(list: CsvList): Promise<CsvWindow[]>
  csvRows(part: CsvPart): Promise<Blob>
  /** The session is another one of the same person: asks the server again, now. */
  resume(): void
  /** How many changes the server has not confirmed: signing out would lose them. */
  unsent(): number
  /** How it stands, for the diagnosis page; the same object until it stands otherwise. */
  state(): LocalState
  /** Throws like `answer`. */
  diagnose(): Promise<ReplicaDiagnosis>
  /** Runs a query in SQL on its rows. Throws AppError 'invalid-input' where the engine refuses it. */
  querySql(text: string): Promise<SqlResult>
  /** Deletes everything of this person from the device (S10). */
  forget(): Promise<void>
  /** Leaves it to other tabs; nobody answers here then. */
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

/** Calls back when another one answers, or none, or when it stands otherwise. Answers how to stop. */
export function onLocal(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** It stands otherwise. */
export function tellLocal(): void {
  for (const listener of listeners) listener()
}

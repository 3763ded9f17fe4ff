import type { Refusal } from '../../../shared/named-mutation.ts'

/** Something the person did that the server has not confirmed, or has refused (S7, S9). */
export interface SyncChange {
  id: string
  name: string
  args: unknown
  /** When the person did it, ISO. */
  at: string
  /** Why the server did not accept it; null while it only waits. */
  refusal: Refusal | null
  /** The affected rows, if the replica has them: "Julieta Romero · Techo nuevo para el gimnasio". */
  about?: string | undefined
}

/** The data and actions of the badge and the sync centre. */
export interface SyncView {
  /** `none`: this device cannot hold one. */
  copy: 'none' | 'empty' | 'filling' | 'ready'
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  /** Whether the device has a network, as the browser says; a server can be away all the same. */
  online: boolean
  /** In the order they were done. */
  changes: SyncChange[]
  /** ISO */
  lastSync: string | null
  /** Whether the disk takes the copy. */
  kept: boolean
  /** False while `changes` are in the memory of an open tab only. */
  changesKept: boolean
  rows: number | null
  bytes: number | null
  /** Why the last thing asked of the centre could not be done. */
  fault?: string | null
  retry(id: string): void
  discard(id: string): void
  rebuild(): void
}

export type RefusedChange = SyncChange & { refusal: Refusal }

/** Whether the copy is being opened: it may be on the disk, complete. */
export function isOpening({ copy, connection }: SyncView): boolean {
  return copy === 'empty' && connection === 'starting'
}

/** Without a network nobody needs to wait for a first attempt to fail. */
export function isOffline({ connection, online }: SyncView): boolean {
  return connection === 'offline' || (connection === 'starting' && !online)
}

/** Returns the changes that need a decision. */
export function refusedOf({ changes }: SyncView): RefusedChange[] {
  return changes.filter((change): change is RefusedChange => change.refusal !== null)
}

/** Returns the changes that are sent without a decision. */
export function waitingOf({ changes }: SyncView): SyncChange[] {
  return changes.filter((change) => change.refusal === null)
}

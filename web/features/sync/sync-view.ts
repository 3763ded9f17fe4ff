import type { Refusal } from '../../../shared/errors.ts'
import type { LocalReplicaState, UnsentChange } from '../../api/diagnosis.ts'

/** A change that the server has not confirmed, or has refused (S7, S9). `refusal` is null while it waits. */
export interface SyncChange extends UnsentChange {
  /** The affected rows, if the replica has them: "Julieta Romero · Techo nuevo para el gimnasio". */
  about?: string | undefined
}

export interface SyncView extends LocalReplicaState {
  /** Reported by the browser; the server may be unreachable all the same. */
  online: boolean
  changes: SyncChange[]
  rows: number | null
  bytes: number | null
  fault?: string | null
  retry(id: string): void
  discard(id: string): void
  rebuild(): void
}

export type RefusedChange = SyncChange & { refusal: Refusal }

/** The replica may be complete on the disk, so it is not shown as empty. */
export function isOpening({ replica, connection }: SyncView): boolean {
  return replica === 'empty' && connection === 'starting'
}

/** Returns true also before the first attempt to connect has failed. */
export function isOffline({ connection, online }: SyncView): boolean {
  return connection === 'offline' || (connection === 'starting' && !online)
}

export function refusedOf({ changes }: SyncView): RefusedChange[] {
  return changes.filter((change): change is RefusedChange => change.refusal !== null)
}

export function waitingOf({ changes }: SyncView): SyncChange[] {
  return changes.filter((change) => change.refusal === null)
}

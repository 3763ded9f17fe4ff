import type { Refusal } from '../../../shared/named-mutation.ts'

/** Not confirmed by the server, or refused (S7, S9). */
export interface SyncChange {
  id: string
  name: string
  args: unknown
  /** ISO. */
  at: string
  /** null while the change waits. */
  refusal: Refusal | null
  /** The affected rows, if the replica has them: "Julieta Romero · Techo nuevo para el gimnasio". */
  about?: string | undefined
}

/** For the badge and the sync centre. */
export interface SyncView {
  /** `none`: this device cannot hold one. */
  copy: 'none' | 'empty' | 'filling' | 'ready'
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  /** As the browser reports it; the server may be unreachable all the same. */
  online: boolean
  /** In the order they were made. */
  changes: SyncChange[]
  /** ISO */
  lastSync: string | null
  /** The replica is on the disk. */
  kept: boolean
  /** False while `changes` are in the memory of an open tab only. */
  changesKept: boolean
  rows: number | null
  bytes: number | null
  /** Of the last action in the sync centre. */
  fault?: string | null
  retry(id: string): void
  discard(id: string): void
  rebuild(): void
}

export type RefusedChange = SyncChange & { refusal: Refusal }

/** The replica may be complete on the disk. */
export function isOpening({ copy, connection }: SyncView): boolean {
  return copy === 'empty' && connection === 'starting'
}

/** Does not wait for a first attempt to fail. */
export function isOffline({ connection, online }: SyncView): boolean {
  return connection === 'offline' || (connection === 'starting' && !online)
}

/** They need a decision. */
export function refusedOf({ changes }: SyncView): RefusedChange[] {
  return changes.filter((change): change is RefusedChange => change.refusal !== null)
}

/** They are sent without a decision. */
export function waitingOf({ changes }: SyncView): SyncChange[] {
  return changes.filter((change) => change.refusal === null)
}

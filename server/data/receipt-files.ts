import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** Both inclusive, as in HTTP's Range. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Storage of receipts (R7): uploads that tus writes, by id, and receipts, by a path `{collectionId}/{uuid}_{name}` that
 * never changes. All methods throw a StorageError while the storage is not available; then they can be called again.
 */
export interface ReceiptFiles {
  /** For @tus/server. */
  readonly uploads: DataStore
  /** The upload must be complete. */
  readUpload(id: string): Promise<Uint8Array<ArrayBuffer>>
  /** Stores a complete upload durably (R2). Idempotent. */
  keep(uploadId: string, path: string): Promise<void>
  /** Stores `bytes` durably. Idempotent. */
  put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Idempotent. */
  dropUpload(id: string): Promise<void>
  /** Returns ids of uploads with a file last modified before `time`. */
  uploadsBefore(time: Date): Promise<string[]>
  /** Throws a StorageError when the file does not exist. */
  read(path: string, range: ByteRange): Promise<Readable>
  /** Idempotent. */
  delete(path: string): Promise<void>
}

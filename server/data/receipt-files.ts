import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

export interface ByteRange {
  // both inclusive, as in HTTP's Range
  start: number
  end: number
}

/**
 * The store of receipts (R7), by a path `{collectionId}/{uuid}_{name}` that never changes, and of unfinished uploads,
 * by id. All methods throw a StorageError while the storage is not available; then they can be called again.
 */
export interface ReceiptFiles {
  readonly uploads: DataStore // for @tus/server
  readUpload(id: string): Promise<Uint8Array<ArrayBuffer>> // the upload must be complete
  /** Stores a complete upload durably (R2). Idempotent. */
  store(uploadId: string, path: string): Promise<void>
  /** Stores `bytes` durably. Idempotent. */
  put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  dropUpload(id: string): Promise<void> // idempotent
  /** Returns ids of uploads with a file last modified before `time`. */
  uploadsBefore(time: Date): Promise<string[]>
  /** Throws a StorageError when the file does not exist. */
  read(path: string, range: ByteRange): Promise<Readable>
  delete(path: string): Promise<void> // idempotent
}

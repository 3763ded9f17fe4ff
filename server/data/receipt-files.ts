import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** First and last byte, both inclusive, as in HTTP's Range. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Storage of receipts (R7). An upload is a file that tus writes, by id. A receipt has a path of its own,
 * `{collectionId}/{uuid}_{name}`, and never changes. All methods throw a StorageError while the storage is not
 * available; then they can be called again.
 */
export interface ReceiptFiles {
  /** The uploads, for @tus/server. */
  readonly uploads: DataStore
  /** Returns a complete upload; some megabytes at most. */
  readUpload(id: string): Promise<Uint8Array<ArrayBuffer>>
  /** Stores a complete upload as `path`, durably when it resolves (R2). Idempotent. */
  keep(uploadId: string, path: string): Promise<void>
  /** Stores `bytes` as `path`, durably when it resolves. Idempotent. */
  put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Deletes an upload, if it exists. */
  dropUpload(id: string): Promise<void>
  /** Returns the ids of uploads that have a file last modified before `time`. */
  uploadsBefore(time: Date): Promise<string[]>
  /** Throws a StorageError when the file does not exist. */
  read(path: string, range: ByteRange): Promise<Readable>
  /** Deletes a receipt, if it exists. */
  delete(path: string): Promise<void>
}

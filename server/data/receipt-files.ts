import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

/** From the first to the last byte, both counted in, as HTTP's Range counts. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The files of receipts, wherever they lie (R7). An upload is what tus gathers under
 * an id; a receipt lies under a path of its own, `{collectionId}/{uuid}_{name}`, and never changes.
 * Everything here throws a StorageError while the place cannot work; nothing is half done then that
 * doing it again would not mend.
 */
export interface ReceiptFiles {
  /** For @tus/server: the bytes that have come in so far. */
  readonly uploads: DataStore
  /** A whole upload's bytes; at most some megabytes. */
  readUpload(id: string): Promise<Uint8Array<ArrayBuffer>>
  /** Puts a whole upload under `path`, safe when it resolves (R2). Twice is as good as once. */
  keep(uploadId: string, path: string): Promise<void>
  /** Puts other bytes than an upload's under `path`, safe when it resolves. Twice is as good as once. */
  put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Forgets an upload; one that is not there is forgotten already. */
  dropUpload(id: string): Promise<void>
  /** The ids of uploads of which something has lain untouched since `time`. */
  uploadsBefore(time: Date): Promise<string[]>
  /** Throws a StorageError when there is no such file. */
  read(path: string, range: ByteRange): Promise<Readable>
  /** Deletes a receipt for good; one that is not there is deleted already. */
  delete(path: string): Promise<void>
}

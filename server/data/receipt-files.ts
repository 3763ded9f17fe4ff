import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'

export interface ByteRange {
  start: number
  end: number // inclusive, as in HTTP's Range
}

/**
 * Stores receipts (R7) by path, `{collectionId}/{uuid}_{name}`, and uploads by id. After a StorageError a call can be
 * repeated.
 */
export interface ReceiptFiles {
  readonly uploads: DataStore // for @tus/server
  readUpload(id: string): Promise<Uint8Array<ArrayBuffer>> // the upload must be complete
  store(uploadId: string, path: string): Promise<void> // durable and idempotent (R2)
  put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> // durable and idempotent
  dropUpload(id: string): Promise<void> // idempotent
  uploadsBefore(time: Date): Promise<string[]> // ids, by the time of the last write
  read(path: string, range: ByteRange): Promise<Readable> // throws StorageError for a missing file, too
  delete(path: string): Promise<void> // idempotent
}

/**
 * Returns the path of a receipt. Throws for one that leads out of the store: a forged backup could otherwise write or
 * delete any file of this user.
 */
export function pathInStore(path: string): string {
  const isOutside = path.split(/[/\\]/).some((part) => part === '' || /^\.\.?$/.test(part))
  if (isOutside) throw new Error('The path of a receipt leads out of the store')
  return path
}

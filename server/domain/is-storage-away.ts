import { StorageError } from '../data/storage-error.ts'

/**
 * True when what keeps receipts' files could not be reached or could not work: later it may. A system's
 * own error counts: tus hands on bare what broke the stream of bytes to the disk.
 */
export function isStorageAway(error: unknown): boolean {
  return error instanceof StorageError || (error instanceof Error && 'syscall' in error)
}

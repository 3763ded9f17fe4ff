import { StorageError } from '../data/storage-error.ts'

/**
 * True when what keeps receipts' files could not be reached or could not work: later it may. A system's
 * own error counts: tus hands on bare what broke the stream of bytes to the disk.
 */
export function isStorageAway(error: unknown): boolean {
  return error instanceof StorageError || (error instanceof Error && 'syscall' in error)
}

/**
 * True when the bucket is there and will have nothing to do with us: waiting mends nothing, whoever runs
 * the server must. The codes are S3's own.
 */
export function isStorageMisconfigured(error: unknown): boolean {
  return error instanceof StorageError && MISCONFIGURED.has(error.code)
}

const MISCONFIGURED = new Set([
  'NoSuchBucket',
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
])

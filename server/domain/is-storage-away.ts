import { StorageError } from '../data/storage-error.ts'

/** Includes the system's errors, which tus passes on unchanged when it writes to the disk. */
export function isStorageAway(error: unknown): boolean {
  return error instanceof StorageError || (error instanceof Error && 'syscall' in error)
}

/** The bucket rejects our configuration, so that waiting does not help. The codes are S3's. */
export function isStorageMisconfigured(error: unknown): boolean {
  return error instanceof StorageError && MISCONFIGURED.has(error.code)
}

const MISCONFIGURED = new Set([
  'NoSuchBucket',
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
])

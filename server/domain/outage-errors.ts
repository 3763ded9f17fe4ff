import type { Database } from '../data/database.ts'
import { DatabaseError } from '../data/database-error.ts'
import { StorageError } from '../data/storage-error.ts'

/**
 * SQLSTATE classes: connection, rejected user, missing database, resources, operator. Codes: serialization, deadlock,
 * lock, timeouts of a transaction, and a server that became a read-only standby.
 */
const TRANSIENT = /^(08|28|3D|53|57|40001|40P01|55P03|25P03|25P04|25006)/

/** Returns true when the same statement may succeed later. */
export function isTransientDatabaseError(error: unknown): boolean {
  return error instanceof DatabaseError && TRANSIENT.test(error.code)
}

/**
 * SQLSTATE classes of connection errors, a rejected user, a missing database; a full disk, too many connections, a
 * server that starts, stops or crashed.
 */
const OUTAGE = /^(08|28|3D|53100|53300|57P0[123])/

/** Returns true when the database cannot be reached, or has no space: other requests fail alike. */
export function isDatabaseOutage(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && OUTAGE.test(error.code)
}

const FOREIGN_KEY_VIOLATION = '23503'

/** For example, the account was deleted meanwhile. */
export function isParentRowGone(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.code === FOREIGN_KEY_VIOLATION
}

/** Includes the system's errors, which tus passes on unchanged when it writes to the disk. */
export function isStorageError(error: unknown): error is Error & { code?: string } {
  return error instanceof StorageError || (error instanceof Error && 'syscall' in error)
}

/** The bucket rejects our configuration, so waiting does not help. The codes are S3's. */
export function isStorageMisconfigured(error: unknown): boolean {
  return error instanceof StorageError && MISCONFIGURED.has(error.code)
}

const MISCONFIGURED = new Set([
  'NoSuchBucket',
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
])

export async function isDatabaseUp(database: Database): Promise<boolean> {
  return database.query('select 1').then(
    () => true,
    () => false,
  )
}

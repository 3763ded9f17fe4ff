/**
 * The file storage is full, not writable or not reachable. A later try may succeed. `code` is the system's or the
 * bucket's: 'ENOSPC', 'ECONNREFUSED', 'AccessDenied'.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: string

  constructor(action: string, code: string, options: { cause?: unknown } = {}) {
    super(`${action}: ${code}`, options)
    this.code = code
  }
}

/** The code when the storage returns other bytes than requested. */
export const OTHER_BYTES = 'other bytes than those asked for'

/** Runs file operations and turns the system's errors into a StorageError. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { errno, code = '', syscall = 'file' } = error as NodeJS.ErrnoException
    // The system's message contains the file's name, which a person chose.
    throw errno === undefined ? error : new StorageError(syscall, code, { cause: error })
  }
}

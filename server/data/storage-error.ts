/**
 * What keeps files could not do it now: full, not writable, away. Later it may. `code` is the system's
 * or the bucket's own word: 'ENOSPC', 'ECONNREFUSED', 'AccessDenied'.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: string

  constructor(action: string, code: string, options: { cause?: unknown } = {}) {
    super(`${action}: ${code}`, options)
    this.code = code
  }
}

/** The code of an answer that is not what was asked for. */
export const OTHER_BYTES = 'other bytes than those asked for'

/** Does something to files of this machine; what the system refuses becomes a StorageError. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { errno, code = '', syscall = 'file' } = error as NodeJS.ErrnoException
    // The system's message would name the file, and with it what a person called it.
    throw errno === undefined ? error : new StorageError(syscall, code, { cause: error })
  }
}

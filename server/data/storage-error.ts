/** A full, read-only or unreachable disk or bucket: a later try may succeed. `code` is 'ENOSPC', 'AccessDenied' … */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: string

  constructor(action: string, code: string, options: { cause?: unknown } = {}) {
    super(`${action}: ${code}`, options)
    this.code = code
  }
}

/** `code` when a bucket returns another number of bytes than requested, as it does for a shortened file. */
export const WRONG_LENGTH = 'wrong length'

/** Runs `work`, and throws errors of the operating system as StorageError, others unchanged. */
export async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { errno, code = '', syscall = 'file' } = error as NodeJS.ErrnoException
    // The system's message contains the file's name, which a person chose.
    throw errno === undefined ? error : new StorageError(syscall, code, { cause: error })
  }
}

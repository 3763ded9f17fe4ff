/** A full, read-only or unreachable disk or bucket: a later try may succeed. `code`: 'ENOSPC', 'AccessDenied'. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: string

  constructor(action: string, code: string, options: { cause?: unknown } = {}) {
    super(`${action}: ${code}`, options)
    this.code = code
  }
}

export const OTHER_BYTES = 'other bytes than those asked for'

/** Turns errors of the system into a StorageError. Others pass unchanged. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { errno, code = '', syscall = 'file' } = error as NodeJS.ErrnoException
    // The system's message contains the file's name, which a person chose.
    throw errno === undefined ? error : new StorageError(syscall, code, { cause: error })
  }
}

import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm' // a file system in memory on Linux
const ENOUGH = 4 * 1024 ** 3 // bytes; a run uses about one gigabyte

/**
 * Returns the folder for temporary files: in memory if there is enough, because a database waits for
 * the disk at every commit. Tests need no files after a power failure of this machine.
 */
export function memoryFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ENOUGH ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

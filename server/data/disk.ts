import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Free space that the embedded database needs to start: its write-ahead log grows by 16 MB. */
export const SPACE_TO_START = 32 * 1024 * 1024 // bytes

const PROBE_BYTES = 64 * 1024 // at least one block: an empty file needs no space

/** In bytes; `free` is the part that this process may use. */
export async function spaceOf(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Throws the system's error when the folder takes no writes. */
export async function tryToWrite(folder: string): Promise<void> {
  const path = join(folder, `uploads.write-check-${process.pid}`)
  try {
    const file = await open(path, 'w')
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES))
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
}

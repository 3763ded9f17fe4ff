import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** What the embedded database writes before it serves: its journal grows by 16 MB. */
export const SPACE_TO_START = 32 * 1024 * 1024 // bytes

/** A block at least: an empty file needs no room. */
const PROBE_BYTES = 64 * 1024

/** Of the disk that holds a folder, in bytes; `free` is what this process may still use. */
export async function spaceOf(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Writes a small file into a folder and deletes it. Throws what the system says where that fails. */
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

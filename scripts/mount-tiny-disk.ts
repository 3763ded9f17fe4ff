import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TinyDisk {
  folder: string
  /** Leaves room for so many bytes, rounded down to whole pages. */
  fill(room: number): void
  makeRoom(): void
  unmount(): void
}

/** Puts a disk of so many bytes over an empty folder; null where this person may mount none. */
export function mountTinyDisk(folder: string, bytes: number): TinyDisk | null {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tiny', folder])
  if (status !== 0) return null
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill(room) {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(ballast, Buffer.alloc(bavail * bsize - room))
      } catch (error) {
        // Somebody else wrote meanwhile: it is just as full.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    makeRoom: () => rmSync(ballast),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  }
}

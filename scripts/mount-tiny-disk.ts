import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface TinyDisk {
  folder: string
  /** Leaves that many bytes free, rounded down to whole pages. */
  fill(room: number): void
  makeRoom(): void
  unmount(): void
}

/** Mounts a disk of that many bytes over an empty folder; null when this user may not mount. */
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
        // Another process filled the disk meanwhile, which serves as well.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    makeRoom: () => rmSync(ballast),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  }
}

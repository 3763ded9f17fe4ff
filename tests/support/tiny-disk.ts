import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

/** A disk of so many bytes, gone when the test ends; null where this person may mount none. */
export function tinyDisk(bytes: number) {
  const folder = temporaryFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tiny', folder])
  if (status !== 0) return null
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Leaves room for so many bytes, rounded down to whole pages. */
    fill(room: number) {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - room))
    },
    makeRoom: () => rmSync(ballast),
  }
}

import { onTestFinished } from 'vitest'
import { mountTinyDisk } from '../../scripts/mount-tiny-disk.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/** Mounts a disk of that size until the test ends; null when this user may not mount. */
export function tinyDisk(bytes: number) {
  const disk = mountTinyDisk(makeTemporaryFolder(), bytes)
  if (disk) onTestFinished(disk.unmount)
  return disk
}

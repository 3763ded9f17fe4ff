import { onTestFinished } from 'vitest'
import { mountTinyDisk } from '../../scripts/mount-tiny-disk.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/** A disk of so many bytes, gone when the test ends; null where this person may mount none. */
export function tinyDisk(bytes: number) {
  const disk = mountTinyDisk(makeTemporaryFolder(), bytes)
  if (disk) onTestFinished(disk.unmount)
  return disk
}

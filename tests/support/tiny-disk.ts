import { onTestFinished } from 'vitest'
import { mountTinyDisk } from '../../scripts/mount-tiny-disk.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A disk of so many bytes, gone when the test ends; null where this person may mount none. */
export function tinyDisk(bytes: number) {
  const disk = mountTinyDisk(temporaryFolder(), bytes)
  if (disk) onTestFinished(disk.unmount)
  return disk
}

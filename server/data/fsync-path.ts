import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Returns when the file, or the list of a folder's entries, is on the disk. */
export function fsyncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

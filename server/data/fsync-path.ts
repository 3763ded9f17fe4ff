import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes a file to the disk; of a folder, its list of entries. */
export function fsyncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

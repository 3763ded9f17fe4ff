import { closeSync, fsyncSync, openSync } from 'node:fs'

/** For a folder: flushes its list of entries. */
export function fsyncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

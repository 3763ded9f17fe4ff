import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What we keep in a data folder, by the beginning of its name. */
const OURS = /^(control|demo|lock|mail|postgres|receipts|secret|uploads)/
const OTHERS = 0o077

/**
 * Makes `dataDir` and all that this process writes from now on readable by its user alone. Folders of earlier
 * releases are closed. Returns the paths that stay open to other users of the machine: a folder that also
 * holds something of somebody else's is not ours to close, and some file systems know no permissions.
 */
export function keepPrivate(dataDir: string): string[] {
  process.umask(OTHERS)
  mkdirSync(dataDir, { recursive: true })
  if (process.platform === 'win32') return [] // its users' folders are their own by default
  const names = readdirSync(dataDir)
  const ours = names.filter((name) => OURS.test(name)).map((name) => join(dataDir, name))
  for (const path of ours) close(path)
  if (ours.length === names.length) close(dataDir)
  return [dataDir, ...ours].filter(isOpen)
}

function close(path: string): void {
  try {
    if (isOpen(path)) chmodSync(path, statSync(path).mode & ~OTHERS)
  } catch {
    // Another user's, or gone.
  }
}

function isOpen(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false })
  return file !== undefined && (file.mode & OTHERS) !== 0
}

import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** With the endings of unfinished ones, such as `postgres.unfinished`. */
const OURS = /^(?:control|demo|lock|mail|moving|postgres|receipts|secret|uploads)(?:\..+)?$/
const OTHERS = 0o077

/**
 * Makes `dataDir`, and all files that this process creates, private to its user: call it first. Returns the paths that
 * stay open to other users: folders with foreign entries, and file systems without permissions.
 */
export function keepPrivate(dataDir: string): string[] {
  process.umask(OTHERS)
  mkdirSync(dataDir, { recursive: true })
  if (process.platform === 'win32') return [] // its users' folders are private by default
  const names = readdirSync(dataDir)
  const ours = names.filter((name) => OURS.test(name)).map((name) => join(dataDir, name))
  for (const path of ours) makePrivate(path)
  if (ours.length === names.length) makePrivate(dataDir)
  return [dataDir, ...ours].filter(isOpen)
}

function makePrivate(path: string): void {
  try {
    if (isOpen(path)) chmodSync(path, statSync(path).mode & ~OTHERS)
  } catch {
    // it belongs to another user, or is gone
  }
}

function isOpen(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false })
  return file !== undefined && (file.mode & OTHERS) !== 0
}

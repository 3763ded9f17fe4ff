import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()
process.once('exit', removeTemporaryFolders)

/** Makes a new folder. It is removed at the latest when this process exits, unless a signal ends it. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'entre-todos-'))
  folders.add(folder)
  return folder
}

export function removeTemporaryFolder(folder: string): void {
  // A process that writes into it may still be ending.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  folders.delete(folder)
}

/** Removes every folder that is left. */
export function removeTemporaryFolders(): void {
  folders.forEach(removeTemporaryFolder)
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()
process.once('exit', () => folders.forEach(removeTemporaryFolder))

/** A folder of its own, gone at the latest when this process ends. */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'entre-todos-'))
  folders.add(folder)
  return folder
}

export function removeTemporaryFolder(folder: string): void {
  // Whoever wrote into it may be ending only now.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  folders.delete(folder)
}

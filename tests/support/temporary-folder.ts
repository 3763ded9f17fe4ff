import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new empty folder, gone when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'entre-todos-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

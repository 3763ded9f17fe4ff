import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import type { ReceiptFiles } from '../../server/data/receipt-files.ts'

/** The storage of a site's complete receipts. */
export interface ReceiptStorage {
  files: ReceiptFiles
  /** Returns every stored file: its path -> the file on this disk that has its bytes. */
  stored(): ReadonlyMap<string, string>
}

export function localStorageOf(dataDir: string): ReceiptStorage {
  const folder = join(dataDir, 'receipts')
  return {
    files: localReceiptFiles(dataDir),
    stored: () => new Map(filesIn(folder).map((path) => [path, join(folder, path)])),
  }
}

/** Returns the paths of all files below a folder, relative to it; none if the folder does not exist. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

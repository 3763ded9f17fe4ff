import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../data/database.ts'
import { MOVING } from '../data/embedded.ts'
import type { SavedTable } from './manifest.ts'
import { restoreTables } from './restore-tables.ts'
import { saveTables } from './save-tables.ts'

/** Copies and compares bytes, for `npm run move`. A new epoch begins (S5). Throws as saveTables and restoreTables. */
export async function move(from: Database, to: Database, dataDir: string): Promise<SavedTable[]> {
  const folder = join(dataDir, MOVING)
  mkdirSync(folder, { mode: 0o700 })
  try {
    const { migrations, tables } = await saveTables(from, folder)
    await restoreTables(to, {
      from: folder,
      manifest: { migrations, tables },
      replace: false,
      placeReceipts: async () => {},
    })
    return tables
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { join } from 'node:path'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import type { ReceiptFiles } from '../../server/data/receipt-files.ts'
import { filesIn } from './files-in.ts'

/** The storage of a site's complete receipts. */
export interface ReceiptPlace {
  files: ReceiptFiles
  /** Every file that is there: its path -> where its bytes lie on this disk. */
  stored(): ReadonlyMap<string, string>
}

export function localPlace(dataDir: string): ReceiptPlace {
  const folder = join(dataDir, 'receipts')
  return {
    files: localReceiptFiles(dataDir),
    stored: () => new Map(filesIn(folder).map((path) => [path, join(folder, path)])),
  }
}

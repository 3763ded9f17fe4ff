import type { BackupSource } from '../server/backup/back-up.ts'
import type { Config } from '../server/config.ts'
import { localReceiptFiles } from '../server/data/local-receipt-files.ts'
import { openWithoutMigrating } from '../server/data/open.ts'
import { keepPrivate } from '../server/data/private-folder.ts'
import { s3ReceiptFiles } from '../server/data/s3-receipt-files.ts'

/** Opens the database and the receipt store that the environment configures. */
export async function openInstallation({
  databaseUrl,
  dataDir,
  s3,
  secret,
}: Config): Promise<BackupSource> {
  keepPrivate(dataDir)
  const database = await openWithoutMigrating({ databaseUrl, dataDir })
  const files = s3 ? s3ReceiptFiles(dataDir, s3) : localReceiptFiles(dataDir)
  return { database, files, dataDir, hasOwnSecret: secret !== undefined }
}

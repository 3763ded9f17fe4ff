/*
 * npm run demo: starts the product with people, collections and contributions, in a data folder that later runs reuse.
 */
import { readConfig } from '../server/config.ts'
import { localReceiptFiles } from '../server/data/local-receipt-files.ts'
import { keepPrivate } from '../server/data/private-folder.ts'
import { s3ReceiptFiles } from '../server/data/s3-receipt-files.ts'
import { runMain } from './options.ts'
import { SEED_PASSWORD } from './seed/fill-database.ts'
import { fillDemo } from './seed/fill-demo.ts'
import { withDatabase } from './with-database.ts'

process.env.DATA_DIR ||= './data/demo'

await runMain(async () => {
  await fill()
  console.log(`Pueden iniciar sesión lucia@example.com y bruno@example.com con ${SEED_PASSWORD}`)
  await import('../server/main.ts')
})

async function fill(): Promise<void> {
  const { databaseUrl, dataDir, s3 } = readConfig(process.env)
  keepPrivate(dataDir)
  const files = s3 ? s3ReceiptFiles(dataDir, s3) : localReceiptFiles(dataDir)
  await withDatabase({ databaseUrl, dataDir }, (database) =>
    fillDemo(database, { files, dataDir, now: new Date() }),
  )
}

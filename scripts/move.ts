/*
 * DATABASE_URL=postgres://… npm run move: copies the embedded database in DATA_DIR to that PostgreSQL, which
 * must be empty. Stop the server first. Receipts stay in their place, and so does the embedded database.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { move } from '../server/backup/move.ts'
import { ConfigError, readCommandConfig } from '../server/config.ts'
import { openWithoutMigrating } from '../server/data/open.ts'
import { formatSeconds, formatTables } from './format-backup.ts'
import { readOrExit, runMain } from './options.ts'

readOrExit('Uso: DATABASE_URL=postgres://… npm run move', () => parseArgs())

await runMain(async () => {
  const { databaseUrl, dataDir } = readCommandConfig(process.env)
  if (!databaseUrl)
    throw new ConfigError('Falta DATABASE_URL: a qué PostgreSQL se mudan los datos.')
  if (!existsSync(join(dataDir, 'postgres'))) {
    throw new ConfigError(`En ${dataDir} no hay una base de datos embebida.`)
  }
  const from = await openWithoutMigrating({ dataDir })
  const to = await openWithoutMigrating({ databaseUrl, dataDir })
  try {
    const started = performance.now()
    const tables = await move(from, to, dataDir)
    console.log(`Los datos están en PostgreSQL, iguales (SHA-256), en ${formatSeconds(started)}:`)
    console.log(formatTables(tables))
    console.log(`Desde ahora inicia con DATABASE_URL. ${dataDir}/postgres quedó como estaba.`)
  } finally {
    await from.close()
    await to.close()
  }
})

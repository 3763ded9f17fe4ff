/*
 * npm run backup -- --to FOLDER: writes all data of the installation to a new folder, which restores on
 * either engine (server/backup/manifest.ts describes it). The server may run: this process reads PostgreSQL
 * itself, and asks the running server to read the embedded database.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp } from '../server/backup/back-up.ts'
import { askForBackup } from '../server/backup/backup-socket.ts'
import type { Manifest } from '../server/backup/manifest.ts'
import { type Config, readCommandConfig } from '../server/config.ts'
import { AppError } from '../shared/errors.ts'
import { formatSeconds, formatTables } from './format-backup.ts'
import { openInstallation } from './open-installation.ts'
import { readOrExit, runMain } from './options.ts'

const USAGE = 'Uso: npm run backup -- --to CARPETA'

const to = readOrExit(USAGE, () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (!values.to) throw new Error(USAGE)
  return resolve(values.to)
})

await runMain(async () => {
  const started = performance.now()
  const { tables, receipts, secret } = await make(readCommandConfig(process.env), to)
  console.log(`Copia en ${to}, hecha en ${formatSeconds(started)}:`)
  console.log(formatTables(tables))
  console.log(`  comprobantes: ${receipts.count.toLocaleString('es-AR')}`)
  if (secret === 'elsewhere') {
    console.log('La copia no lleva el secreto de la instalación (SECRET): guárdalo aparte.')
  }
  if (receipts.missing.length > 0) {
    console.error(`Faltan o están dañados ${receipts.missing.length} comprobantes:`)
    for (const path of receipts.missing) console.error(`  ${path}`)
    process.exitCode = 1
  }
})

async function make(config: Config, to: string): Promise<Manifest> {
  const { databaseUrl, dataDir } = config
  if (!databaseUrl) {
    const made = await askForBackup(dataDir, to)
    if (made) return made
    if (!existsSync(join(dataDir, 'postgres'))) {
      throw new AppError('not-found', `En ${dataDir} no hay datos de Entre Todos.`)
    }
  }
  const installation = await openInstallation(config)
  try {
    return await backUp(installation, to)
  } finally {
    await installation.database.close()
  }
}

/*
 * npm run restore -- --from FOLDER [--replace]: restores a backup of either engine into the configured
 * database and receipt store, checks it by hashes, and starts a new epoch: every browser then fetches a new
 * replica and sends its unsent changes. Stop the servers first. --replace deletes the present data.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from '../server/backup/restore.ts'
import { readCommandConfig } from '../server/config.ts'
import { formatSeconds, formatTables } from './format-backup.ts'
import { openInstallation } from './open-installation.ts'
import { readOrExit, runMain } from './options.ts'

const USAGE = 'Uso: npm run restore -- --from CARPETA [--replace]'

const { from, replace } = readOrExit(USAGE, () => {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } },
  })
  if (!values.from) throw new Error(USAGE)
  return { from: resolve(values.from), replace: values.replace }
})

await runMain(async () => {
  const config = readCommandConfig(process.env)
  const installation = await openInstallation(config)
  try {
    const started = performance.now()
    const { tables, receipts, secret, takenAt } = await restore(installation, from, { replace })
    console.log(`Restaurada la copia del ${takenAt} en ${formatSeconds(started)}:`)
    console.log(formatTables(tables))
    console.log(`  comprobantes: ${receipts.count.toLocaleString('es-AR')}`)
    console.log('Todo se volvió a leer y es igual a la copia (SHA-256).')
    if (receipts.missing.length > 0) {
      console.log(`La copia se hizo sin ${receipts.missing.length} comprobantes, que ya faltaban.`)
    }
    if (secret === 'elsewhere' && !config.secret) {
      console.log('La copia no lleva el secreto de la instalación: usa el mismo SECRET que antes.')
    }
  } finally {
    await installation.database.close()
  }
})

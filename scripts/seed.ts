/*
 * npm run seed -- --contributions 100000 [--seed 1]: fills the database of the environment with
 * believable data, the same for the same seed.
 */
import { parseArgs } from 'node:util'
import { readCommandConfig } from '../server/config.ts'
import { keepPrivate } from '../server/data/private-folder.ts'
import { formatSeconds } from './format-backup.ts'
import { readOrExit, runMain, wholeNumber } from './options.ts'
import { fillDatabase, SEED_PASSWORD } from './seed/fill-database.ts'
import { withDatabase } from './with-database.ts'

const USAGE = 'Uso: npm run seed -- [--contributions N] [--seed N]'

const { contributions, seed } = readOrExit(USAGE, () => {
  const { values } = parseArgs({
    options: {
      contributions: { type: 'string', default: '1284' },
      seed: { type: 'string', default: '1' },
    },
  })
  return {
    contributions: wholeNumber('--contributions', values.contributions, 0, 5_000_000),
    seed: wholeNumber('--seed', values.seed, 0, 2 ** 32 - 1),
  }
})

await runMain(async () => {
  const { databaseUrl, dataDir } = readCommandConfig(process.env)
  keepPrivate(dataDir)
  await withDatabase({ databaseUrl, dataDir }, async (database) => {
    const started = performance.now()
    const filled = await fillDatabase(database, { contributions, seed, now: new Date() })
    console.log(
      `${filled.contributions.toLocaleString('es-AR')} aportes en ${formatSeconds(started)}.`,
    )
    console.log(`Pueden iniciar sesión: ${filled.people.map(({ email }) => email).join(', ')}`)
    console.log(`Contraseña: ${SEED_PASSWORD}`)
  })
})

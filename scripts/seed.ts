/*
 * npm run seed -- --contributions 100000 [--seed 1]: fills the database of the environment with
 * believable data, the same for the same seed.
 */
import { parseArgs } from 'node:util'
import { readCommandConfig } from '../server/config.ts'
import { keepPrivate } from '../server/data/private-folder.ts'
import { wholeNumber } from './options.ts'
import { fillDatabase, SEED_PASSWORD } from './seed/fill-database.ts'
import { withDatabase } from './with-database.ts'

const { values } = parseArgs({
  options: {
    contributions: { type: 'string', default: '1284' },
    seed: { type: 'string', default: '1' },
  },
})

try {
  const contributions = wholeNumber('--contributions', values.contributions, 0, 5_000_000)
  const seed = wholeNumber('--seed', values.seed, 0, 2 ** 32 - 1)
  const { databaseUrl, dataDir } = readCommandConfig(process.env)
  keepPrivate(dataDir)
  await withDatabase({ databaseUrl, dataDir }, async (database) => {
    const started = performance.now()
    const filled = await fillDatabase(database, { contributions, seed, now: new Date() })
    const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',')
    console.log(`${filled.contributions.toLocaleString('es-AR')} aportes en ${seconds} s.`)
    console.log(`Pueden iniciar sesión: ${filled.people.map(({ email }) => email).join(', ')}`)
    console.log(`Contraseña: ${SEED_PASSWORD}`)
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { afterAll, describe, inject } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { type DatabaseConfig, openDatabase } from '../../server/data/open.ts'

export type EngineName = Database['engine']

/** Opens a new, migrated database. The end of the surrounding suite closes and removes it. */
export type OpenDatabase = () => Promise<Database>

/**
 * Runs the same suite on the embedded engine and on a PostgreSQL server, for rules on which they can differ.
 * For other rules `engineOfTier` (tier.ts) is enough.
 *
 * @example eachEngine((open) => { it('…', async () => { const database = await open() … }) })
 */
export function eachEngine(suite: (open: OpenDatabase, engine: EngineName) => void): void {
  describe.each(bothEngines())('on %s', (engine) => suite(databasesOf(engine), engine))
}

/** Both engines, or those that the environment variable ENGINES names. */
export function bothEngines(): EngineName[] {
  return chosenEngines() ?? ['embedded', 'postgres']
}

/** ENGINES=embedded|postgres|both overrides the engines of every suite; null when it is not set. */
export function chosenEngines(): EngineName[] | null {
  const { ENGINES } = process.env
  if (!ENGINES) return null
  if (ENGINES === 'both') return ['embedded', 'postgres']
  if (ENGINES === 'embedded' || ENGINES === 'postgres') return [ENGINES]
  throw new Error(`ENGINES must be embedded, postgres or both, not ${ENGINES}`)
}

/** Returns a function that opens a database, for a suite that needs one engine only; call it inside its `describe`. */
export function databasesOf(engine: EngineName): OpenDatabase {
  const opened: Database[] = []
  const config = configsOf(engine)
  // Hooks run in reverse order: databases are closed before their folders are removed.
  afterAll(async () => {
    for (const database of opened) await database.close()
  })
  return async () => {
    const database = await openDatabase(await config())
    opened.push(database)
    return database
  }
}

/**
 * Does the same as `databasesOf` for tests that open the database themselves: each call returns the configuration of a
 * new database, or with 'empty' of an empty data folder.
 */
export function configsOf(engine: EngineName | 'empty'): () => Promise<DatabaseConfig> {
  const given: DatabaseConfig[] = []
  afterAll(async () => {
    for (const { dataDir } of given) await ask(`drop?of=${encodeURIComponent(dataDir)}`)
  })
  return async () => {
    const config: DatabaseConfig = await ask(engine)
    given.push(config)
    return config
  }
}

async function ask(question: string) {
  const answer = await fetch(`${inject('databaseKeeper')}/${question}`)
  if (!answer.ok) throw new Error(`No database for this test: ${await answer.text()}`)
  return answer.json()
}

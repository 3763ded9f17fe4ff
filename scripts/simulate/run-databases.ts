import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../server/data/database.ts'
import { openDatabase } from '../../server/data/open.ts'
import { correctPglite } from '../../shared/correct-pglite.ts'
import { SMALL_ENGINE } from '../../web/replica/replica-engine.ts'
import { createReplicaFolder } from '../../web/replica-folder.ts'
import { startPostgres } from '../start-postgres.ts'
import { addPoison, recordEffects } from './audit-triggers.ts'

const MOST_DEVICES = 4

/** The databases that consecutive runs share: the server's, and one for each device. Each run leaves them empty. */
export interface RunDatabases {
  database: Database
  /** The devices' replicas, with the tables of migrations/browser. */
  engines: readonly PGlite[]
}

/**
 * Opens a database on a server of its own. Snapshots contain the transactions of all databases of a PostgreSQL server,
 * also autovacuum's, so a seed on a shared server would not be the same run each time.
 */
export async function openOwnDatabase(
  engine: Database['engine'],
  folder: string,
): Promise<{ database: Database; url: string | undefined; close(): Promise<void> }> {
  await chmod(folder, 0o711) // PostgreSQL runs as another user
  const server =
    engine === 'postgres'
      ? await startPostgres(folder, { forgetful: true, settings: ['autovacuum=off'] })
      : null
  const dataDir = join(folder, engine)
  const database = await openDatabase({ dataDir, databaseUrl: server?.url })
  return {
    database,
    url: server?.url,
    async close() {
      await database.close()
      await server?.stop()
    },
  }
}

export async function prepareDatabases(
  database: Database,
  engines: readonly PGlite[],
): Promise<RunDatabases> {
  // No power fails here, and a run would spend most of its time waiting for the disk.
  await database.query('set synchronous_commit = off')
  await recordEffects(database)
  await addPoison(database)
  return { database, engines }
}

/** Opens an engine for each device, on the folder of an empty replica. The caller closes them. */
export async function openEngines(count = MOST_DEVICES, empty?: Blob): Promise<PGlite[]> {
  const folder = empty ?? (await createReplicaFolder())
  const engines: PGlite[] = []
  while (engines.length < count) {
    const engine = await PGlite.create({ loadDataDir: folder, startParams: SMALL_ENGINE })
    engines.push(correctPglite(engine))
  }
  return engines
}

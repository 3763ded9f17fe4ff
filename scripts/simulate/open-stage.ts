import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../server/data/database.ts'
import { openDatabase } from '../../server/data/open.ts'
import { keepFewParsers, keepStack } from '../../shared/keep-stack.ts'
import { createReplicaFolder } from '../../web/replica-folder.ts'
import { startPostgres } from '../start-postgres.ts'
import { noteEffects } from './effects.ts'
import { layPoison } from './poison.ts'
import type { Stage } from './simulation.ts'

const MOST_DEVICES = 4

/**
 * Opens a database in `folder` that runs have to themselves. Snapshots contain the transactions of all databases on
 * a PostgreSQL server, those of autovacuum included, so that beside others the same seed would not be the same run.
 */
export async function openOwnDatabase(
  engine: Database['engine'],
  folder: string,
): Promise<{ database: Database; close(): Promise<void> }> {
  await chmod(folder, 0o711) // PostgreSQL runs as another user
  const server =
    engine === 'postgres'
      ? await startPostgres(folder, { forgetful: true, settings: ['autovacuum=off'] })
      : null
  const dataDir = join(folder, engine)
  const database = await openDatabase({ dataDir, databaseUrl: server?.url })
  return {
    database,
    async close() {
      await database.close()
      await server?.stop()
    },
  }
}

/** Prepares a database for runs on it, with an engine for each device. */
export async function openStage(database: Database, engines: readonly PGlite[]): Promise<Stage> {
  // No power fails here: what a commit waits for the disk is the greater part of a run.
  await database.query('set synchronous_commit = off')
  await noteEffects(database)
  await layPoison(database)
  return { database, engines }
}

/** Opens the engines of all devices, with the tables of a replica. Close them at the end. */
export async function openEngines(): Promise<PGlite[]> {
  const folder = await createReplicaFolder()
  const engines: PGlite[] = []
  while (engines.length < MOST_DEVICES) {
    engines.push(keepFewParsers(keepStack(await PGlite.create({ loadDataDir: folder }))))
  }
  return engines
}

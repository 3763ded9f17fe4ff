import { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../server/data/database.ts'
import { keepStack } from '../../shared/keep-stack.ts'
import { createReplicaFolder } from '../../web/replica-folder.ts'
import { noteEffects } from './effects.ts'
import { layPoison } from './poison.ts'
import type { Stage } from './simulation.ts'

const MOST_DEVICES = 4

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
    engines.push(keepStack(await PGlite.create({ loadDataDir: folder })))
  }
  return engines
}

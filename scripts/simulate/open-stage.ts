import { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../server/data/database.ts'
import { keepStack } from '../../shared/keep-stack.ts'
import { createReplicaFolder } from '../../web/replica-folder.ts'
import { noteEffects } from './effects.ts'
import { layPoison } from './poison.ts'
import type { Stage } from './simulation.ts'

const MOST_DEVICES = 4

/** A stage on this database, with an engine for each device. Close the engines at the end. */
export async function openStage(database: Database): Promise<Stage> {
  // No power fails here: what a commit waits for the disk is the greater part of a run.
  await database.query('set synchronous_commit = off')
  await noteEffects(database)
  await layPoison(database)
  const folder = await createReplicaFolder()
  const engines: PGlite[] = []
  while (engines.length < MOST_DEVICES) {
    engines.push(keepStack(await PGlite.create({ loadDataDir: folder })))
  }
  return { database, engines }
}

import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

export interface DatabaseConfig {
  /** Absent: the embedded engine. */
  databaseUrl?: string | undefined
  dataDir: string
  /** Absent: the product's own. */
  migrationsDir?: string | undefined
}

/**
 * Opens the database and brings its tables up to date.
 *
 * @throws {AppError} when the data folder is in use, or the database is of a newer program
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const engine = await openEngine(config)
  try {
    await migrate(engine, config.migrationsDir)
    if (engine.kind === 'embedded') await allowCopyOut(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  return createDatabase(engine)
}

/**
 * Opens the database with whatever tables it has: for a backup, which changes nothing, and for a restore,
 * which makes them.
 *
 * @throws {AppError} when the data folder is in use
 */
export async function openAsItIs(config: DatabaseConfig): Promise<Database> {
  return createDatabase(await openEngine(config))
}

async function openEngine({ databaseUrl, dataDir }: DatabaseConfig): Promise<Engine> {
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir)
}

/** The embedded engine hands out a COPY as a file of its own, which a role must be allowed to write. */
async function allowCopyOut(engine: Engine): Promise<void> {
  await engine.query(
    `do $$ begin
       if exists (select from pg_roles where rolname = 'member') then
         grant pg_write_server_files to member;
       end if;
     end $$`,
    [],
  )
}

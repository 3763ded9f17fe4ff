import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { requirePostgres } from './require-postgres.ts'

export interface DatabaseConfig {
  databaseUrl?: string | undefined
  dataDir: string
  migrationsDir?: string | undefined
}

/** Opens and migrates the database. Throws AppError for a folder in use, an unfit PostgreSQL or a newer program's database. */
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

/** Opens the database as it is, for backup and restore. Throws AppError for a folder in use or an unfit PostgreSQL. */
export async function openWithoutMigrating(config: DatabaseConfig): Promise<Database> {
  return createDatabase(await openEngine(config))
}

async function openEngine({ databaseUrl, dataDir }: DatabaseConfig): Promise<Engine> {
  if (!databaseUrl) return openEmbedded(dataDir)
  const engine = openPostgres(databaseUrl)
  try {
    await requirePostgres(engine, databaseUrl)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** The embedded engine writes the result of COPY to a virtual file, which requires a privilege. */
async function allowCopyOut(engine: Engine): Promise<void> {
  await engine.query(
    `do $$ begin
       if exists (select from pg_roles where rolname = 'member') then
         grant pg_write_server_files to member;
       end if;
     end $$`,
  )
}

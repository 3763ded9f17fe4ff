import { fileURLToPath } from 'node:url'
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

const OWN_MIGRATIONS = fileURLToPath(new URL('../../migrations/server', import.meta.url))

/**
 * Opens the database and brings its tables up to date (DESIGN 1).
 *
 * @throws {AppError} when the data folder is in use, or the database is of a newer program
 */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { databaseUrl, dataDir, migrationsDir = OWN_MIGRATIONS } = config
  const engine = databaseUrl ? openPostgres(databaseUrl) : await openEmbedded(dataDir)
  try {
    await migrate(engine, migrationsDir)
    if (engine.kind === 'embedded') await allowCopyOut(engine)
  } catch (error) {
    await engine.close()
    throw error
  }
  return createDatabase(engine)
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

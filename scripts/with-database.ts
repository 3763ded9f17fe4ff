import type { Database } from '../server/data/database.ts'
import { type DatabaseConfig, openDatabase } from '../server/data/open.ts'

/** Opens the database, passes it to `use` and closes it. */
export async function withDatabase<Result>(
  config: DatabaseConfig,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

import type { Database } from '../data/database.ts'

/** Returns whether the database responds to a query now. */
export async function isAnswering(database: Database): Promise<boolean> {
  return database.query('select 1').then(
    () => true,
    () => false,
  )
}

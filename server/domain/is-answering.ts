import type { Database } from '../data/database.ts'

export async function isAnswering(database: Database): Promise<boolean> {
  return database.query('select 1').then(
    () => true,
    () => false,
  )
}

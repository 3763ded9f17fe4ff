import type { Database } from '../../data/database.ts'

/** Of which history the database is: a backup that was put back begins another (S5). */
export async function currentEpoch(database: Database): Promise<string> {
  const [state] = await database.query<{ epoch: string }>('select epoch from sync_state')
  if (!state) throw new Error('sync_state has no row')
  return state.epoch
}

import { HIDDEN_DAYS } from '../../shared/contribution.ts'
import type { Database } from '../data/database.ts'

const DAY = 24 * 60 * 60 * 1000 // in ms
/** A statement of so many takes some tens of milliseconds. */
const AT_ONCE = 500

/**
 * Deletes contributions that were hidden HIDDEN_DAYS ago or earlier, with the rows of their receipts; the files
 * are doomed (deleteDoomedFiles). Returns how many.
 */
export async function deleteHidden({
  database,
  now,
}: {
  database: Database
  now(): Date
}): Promise<number> {
  const before = new Date(now().getTime() - HIDDEN_DAYS * DAY).toISOString()
  let deleted = 0
  for (;;) {
    const ids = await deleteSome(database, before)
    deleted += ids.length
    if (ids.length < AT_ONCE) return deleted
  }
}

function deleteSome(database: Database, before: string): Promise<{ id: string }[]> {
  return database.transaction(async (tx) => {
    const old = await tx.query<{ id: string }>(
      `select id from contributions
       where deleted_at is not null and deleted_at <= $1
       order by id limit ${AT_ONCE} for update`,
      [before],
    )
    const ids = old.map(({ id }) => id)
    await tx.query(
      `insert into doomed_files (path)
       select path from receipts where contribution_id = any($1::uuid[])
       union
       select path from uploads where contribution_id = any($1::uuid[])
       on conflict do nothing`,
      [ids],
    )
    await tx.query('delete from contributions where id = any($1::uuid[])', [ids])
    return old
  })
}

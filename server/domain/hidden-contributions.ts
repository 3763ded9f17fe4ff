import { HIDDEN_DAYS } from '../../shared/contribution.ts'
import { DAY } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'

const REQUESTED_DAYS = 1 // their guest asked for the removal; until then the organiser may undo it
const BATCH_SIZE = 500 // rows per statement: some tens of milliseconds

/** Deletes contributions hidden HIDDEN_DAYS ago, or a day ago at their guest's request. Returns their number. */
export async function deleteHidden({
  database,
  now,
}: {
  database: Database
  now(): Date
}): Promise<number> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY).toISOString()
  let deleted = 0
  for (;;) {
    const ids = await deleteSome(database, daysAgo(HIDDEN_DAYS), daysAgo(REQUESTED_DAYS))
    deleted += ids.length
    if (ids.length < BATCH_SIZE) return deleted
  }
}

function deleteSome(
  database: Database,
  before: string,
  beforeOfRequested: string,
): Promise<{ id: string }[]> {
  return database.transaction(async (tx) => {
    const old = await tx.query<{ id: string }>(
      `select id from contributions
       where deleted_at is not null and (
         deleted_at <= $1
         or deleted_at <= $2 and id in (select contribution_id from removal_requests)
       )
       order by id limit ${BATCH_SIZE} for update`,
      [before, beforeOfRequested],
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

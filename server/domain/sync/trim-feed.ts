import { DAY } from '../../../shared/time.ts'
import type { Database } from '../../data/database.ts'

/** A copy that was not opened for longer starts again (S5). */
export const FEED_KEPT = 30 * DAY

/**
 * How long the same id is still answered instead of applied (S7). A browser may keep a change for as
 * long as its owner leaves it in a drawer; after a year what it adds is still added once, for its rows
 * have ids, but a field that it sets would be set again.
 */
export const OUTCOMES_KEPT = 365 * DAY

/** Few enough that whoever else asks the database meanwhile does not notice. */
const BATCH = 2_000 // rows

interface Options {
  now: Date
  /** Ends it between two batches. */
  signal?: AbortSignal
}

/**
 * Removes from the feed what is older than FEED_KEPT, and outcomes older than OUTCOMES_KEPT; a feed of
 * another cluster goes whole. Several processes may do so at once: then one works and the others leave it
 * to that one.
 */
export async function trimFeed(database: Database, { now, signal }: Options): Promise<void> {
  await renewForeignEpoch(database)
  const before = (age: number) => new Date(now.getTime() - age).toISOString()
  const repeat = async (trim: () => Promise<number>) => {
    while (!signal?.aborted && (await trim()) === BATCH);
  }
  await repeat(() => trimLines(database, before(FEED_KEPT)))
  await repeat(() => trimOutcomes(database, before(OUTCOMES_KEPT)))
}

/**
 * Renews the epoch when the feed has lines of transactions that this cluster has not reached yet: the
 * database came from another cluster, by pg_dump for example, whose ids mean nothing here (S5).
 */
async function renewForeignEpoch(database: Database): Promise<void> {
  await database.query(
    `select renew_epoch()
     from sync_state s
     where greatest((select max(xid) from feed), s.trimmed_xid)
           >= pg_snapshot_xmax(pg_current_snapshot())`,
  )
}

/** Lines go and the oldest usable cursor moves in one transaction: no reader sees half of it. */
function trimLines(database: Database, before: string): Promise<number> {
  return database.transaction(async (tx) => {
    const free = await tx.query('select from sync_state for update skip locked')
    if (free.length === 0) return 0
    // Nothing a running transaction may still come after: cursors of this moment stay good.
    const [trimmed] = await tx.query<{ lines: number; newest: string | null; at: string | null }>(
      `with trimmed as (
         delete from feed
         where ctid = any(array(
           select ctid from feed
           where changed_at < $1 and xid < pg_snapshot_xmin(pg_current_snapshot())
           order by changed_at
           limit ${BATCH}
         ))
         returning xid, changed_at
       )
       select count(*) as "lines", max(xid)::text as "newest",
              (array_agg(changed_at order by xid desc))[1] as "at"
       from trimmed`,
      [before],
    )
    if (!trimmed?.newest) return 0
    await tx.query(
      `update sync_state set trimmed_xid = $1::text::xid8, trimmed_at = $2
       where trimmed_xid < $1::text::xid8`,
      [trimmed.newest, trimmed.at],
    )
    return trimmed.lines
  })
}

async function trimOutcomes(database: Database, before: string): Promise<number> {
  const gone = await database.query(
    `delete from mutations
     where id = any(array(
       select id from mutations where applied_at < $1 order by applied_at limit ${BATCH}
     ))
     returning id`,
    [before],
  )
  return gone.length
}

import { DAY, HOUR } from '../../../shared/time.ts'
import type { Database } from '../../data/database.ts'
import { runEvery } from '../run-every.ts'

/** Age at which feed lines are deleted. A replica that was closed for longer starts again (S5). */
export const FEED_KEPT = 30 * DAY

/**
 * Age at which outcomes are deleted. Until then a repeated mutation is not applied again (S7); later it would set its
 * fields once more.
 */
export const OUTCOMES_KEPT = 365 * DAY

/** Few enough not to delay other queries. */
const BATCH = 2_000 // rows

interface Options {
  now: Date
  signal?: AbortSignal // stops it between two batches
}

/**
 * Deletes the feed lines and outcomes that are too old, and all lines of another cluster. When several processes call
 * it at once, one works and the others return.
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
 * Starts a new epoch when the database came from another cluster, for example by pg_dump: the transaction ids of that
 * cluster mean nothing here (S5).
 */
async function renewForeignEpoch(database: Database): Promise<void> {
  await database.query(
    `select renew_epoch()
     from sync_state s
     where greatest((select max(xid) from feed), s.trimmed_xid)
           >= pg_snapshot_xmax(pg_current_snapshot())`,
  )
}

function trimLines(database: Database, before: string): Promise<number> {
  return database.transaction(async (tx) => {
    const free = await tx.query('select from sync_state for update skip locked')
    if (free.length === 0) return 0
    // Only lines before all running transactions, so that current cursors stay valid.
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

interface Tools {
  database: Database
  now(): Date
  onFault(error: unknown): void
}

/** Trims the feed now and every hour. Returns a function that stops it. */
export function startFeedTrimming({ database, now, onFault }: Tools): () => Promise<void> {
  return runEvery(HOUR, (signal) => trimFeed(database, { now: now(), signal }), onFault)
}

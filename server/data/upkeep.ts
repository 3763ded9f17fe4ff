import type { PGlite } from '@electric-sql/pglite'
import { MINUTE } from '../../shared/time.ts'

/** Runs checkpoints and autovacuum, because PGlite has no background processes. Returns a function that stops it. */
export function upkeep(pglite: PGlite): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = checkpointIfDue(pglite)
      .then(() => vacuumChanged(pglite))
      .catch(() => undefined) // the next minute tries again
  }, MINUTE)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

const MAX_WAL = 64 * 1024 * 1024 // bytes

/** Without a checkpoint the WAL grows until the server stops, and a start after a crash replays all of it. */
export async function checkpointIfDue(pglite: PGlite, maxWal = MAX_WAL): Promise<void> {
  const { rows } = await pglite.query<{ due: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > $1 as due
     from pg_control_checkpoint()`,
    [maxWal],
  )
  if (rows[0]?.due) await pglite.exec('checkpoint')
}

/**
 * Applies autovacuum's own rules. Without statistics a page of 10 out of 100,000 rows takes 90 ms instead of 2. An
 * index-only scan of new rows needs a vacuum, also when they were loaded and analysed.
 */
export async function vacuumChanged(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name
     from pg_stat_user_tables
     where n_mod_since_analyze > 50 + n_live_tup / 10
       or n_ins_since_vacuum > 1000 + n_live_tup / 5`,
  )
  for (const { name } of rows) await pglite.exec(`vacuum (analyze) ${name}`)
}

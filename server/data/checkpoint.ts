import type { PGlite } from '@electric-sql/pglite'

const LOG_KEPT = 64 * 1024 * 1024 // bytes

/**
 * Writes a checkpoint when the write-ahead log has grown by more than `kept` bytes since the last one. Otherwise the
 * log would grow until the server stops, and a start after a crash would replay all of it.
 */
export async function checkpointIfDue(pglite: PGlite, kept = LOG_KEPT): Promise<void> {
  const { rows } = await pglite.query<{ due: boolean }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) > $1 as due
     from pg_control_checkpoint()`,
    [kept],
  )
  if (rows[0]?.due) await pglite.exec('checkpoint')
}

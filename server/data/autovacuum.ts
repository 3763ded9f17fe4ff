import type { PGlite } from '@electric-sql/pglite'

const MINUTE = 60 * 1000 // in ms

/**
 * PGlite has no autovacuum process: without this, tables never give back dead rows and the planner
 * never learns their size (a page of 10 out of 100,000 rows takes 90 ms instead of 2). Once a
 * minute, the tables that changed as much as PostgreSQL's own rule asks (50 rows and a tenth of
 * the table, `autovacuum_analyze_*`) are vacuumed and analysed. Answers how to stop.
 */
export function autovacuum(pglite: PGlite): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    // What could not be vacuumed now is tried again in a minute.
    running = vacuumChanged(pglite).catch(() => undefined)
  }, MINUTE)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

export async function vacuumChanged(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name
     from pg_stat_user_tables
     where n_mod_since_analyze > 50 + n_live_tup / 10`,
  )
  for (const { name } of rows) await pglite.exec(`vacuum (analyze) ${name}`)
}

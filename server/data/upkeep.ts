import type { PGlite } from '@electric-sql/pglite'
import { MINUTE } from '../../shared/time.ts'
import { vacuumChanged } from './autovacuum.ts'
import { checkpointIfDue } from './checkpoint.ts'

/**
 * Does once a minute what a PostgreSQL server does by processes of its own, which PGlite has not.
 * Answers how to stop.
 */
export function upkeep(pglite: PGlite): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    // What could not be done now is tried again in a minute.
    running = checkpointIfDue(pglite)
      .then(() => vacuumChanged(pglite))
      .catch(() => undefined)
  }, MINUTE)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

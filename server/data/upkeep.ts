import type { PGlite } from '@electric-sql/pglite'
import { MINUTE } from '../../shared/time.ts'
import { vacuumChanged } from './autovacuum.ts'
import { checkpointIfDue } from './checkpoint.ts'

/**
 * Runs checkpoints and autovacuum once a minute, because PGlite has no background processes. Returns a function that
 * stops it.
 */
export function upkeep(pglite: PGlite): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    // A failure is tried again in a minute.
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

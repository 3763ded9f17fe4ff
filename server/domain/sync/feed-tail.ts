import type { Database } from '../../data/database.ts'
import type { SetTimer } from '../set-timer.ts'

/** Interval between reads of the feed while streams are open, because other processes write to it, too (S6). */
const EVERY_MS = 40

/**
 * Notifies the streams of a person's changes (S6), with one read of the feed for all. It polls, so that one process and
 * several work alike.
 */
export interface FeedTail {
  /** Calls `changed` whenever the person's rows may have changed. Returns a function that stops it. */
  listen(personId: string, changed: () => void): () => void
  /** Reads the feed at once, because this process has just committed. */
  wake(): void
  close(): Promise<void>
}

interface Options {
  setTimer: SetTimer
  onFault(error: unknown): void // at the first failed read of an outage
  onRecovery?(): void // at the first read after it
  onLag?(lag: number): void
  everyMs?: number | undefined
}

export function createFeedTail(
  database: Database,
  { setTimer, onFault, onRecovery, onLag, everyMs = EVERY_MS }: Options,
): FeedTail {
  const listeners = new Map<string, Set<() => void>>()
  let snapshot: string | null = null
  let reading: Promise<void> | null = null
  let readAgain = false
  let cancelTimer = () => {}
  let isAway = false
  let closed = false

  async function read(): Promise<void> {
    do {
      readAgain = false
      const people = await readFeed()
      for (const person of people) for (const changed of listeners.get(person) ?? []) changed()
    } while (readAgain && !closed)
  }

  async function readFeed(): Promise<string[]> {
    const [row] = await database.query<{
      snapshot: string
      people: string[] | null
      lag: number | null
    }>(
      `select pg_current_snapshot()::text as "snapshot", c.people, c.lag
       from (
         select jsonb_agg(distinct f.person_id) as people,
                extract(epoch from clock_timestamp() - min(f.changed_at))::float8 as lag
         from feed f
         where $1::text is not null
           and f.xid >= pg_snapshot_xmin($1::text::pg_snapshot)
           and not pg_visible_in_snapshot(f.xid, $1::text::pg_snapshot)
       ) c`,
      [snapshot],
    )
    if (isAway) onRecovery?.()
    isAway = false
    if (typeof row?.lag === 'number') onLag?.(row.lag)
    const isFirst = snapshot === null
    snapshot = row?.snapshot ?? snapshot
    // The first read only finds the position; all are notified, because changes may precede it.
    return isFirst ? [...listeners.keys()] : (row?.people ?? [])
  }

  function schedule(): void {
    if (closed || listeners.size === 0) return
    cancelTimer = setTimer(everyMs, wake)
  }

  function wake(): void {
    if (closed || listeners.size === 0) return
    if (reading) {
      readAgain = true
      return
    }
    cancelTimer()
    reading = read()
      .catch((error) => {
        snapshot = null // the database may have been restored meanwhile
        if (!isAway) onFault(error)
        isAway = true
      })
      .finally(() => {
        reading = null
        schedule()
      })
  }

  return {
    listen(personId, changed) {
      const wasIdle = listeners.size === 0
      const own = listeners.get(personId) ?? new Set()
      listeners.set(personId, own.add(changed))
      if (wasIdle) {
        snapshot = null
        wake()
      }
      return () => {
        own.delete(changed)
        if (own.size === 0 && listeners.get(personId) === own) listeners.delete(personId)
      }
    },
    wake,
    async close() {
      closed = true
      cancelTimer()
      await reading
    },
  }
}

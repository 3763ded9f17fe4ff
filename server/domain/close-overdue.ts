import type { Logger } from 'pino'
import { today } from '../../shared/dates.ts'
import { MINUTE } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'
import { runEvery } from './run-every.ts'
import type { FeedTail } from './sync/feed-tail.ts'

interface Tools {
  database: Database
  now(): Date
}

/**
 * Closes collections whose last day ended in Argentina, if their organisers asked for it. Returns their number. Locks them
 * in the order of their ids, as reports do, against deadlocks.
 */
export async function closeOverdue({ database, now }: Tools): Promise<number> {
  const moment = now()
  const closed = await database.query(
    `update collections
     set status = 'cerrada', closes_alone = false, updated_at = $2
     where id in (
       select id from collections
       where closes_alone and deadline < $1::date and deleted_at is null
       order by id for no key update
     )
     returning id`,
    [today(moment), moment.toISOString()],
  )
  return closed.length
}

/** Closes them every minute. Returns a function that stops it. */
export function startClosingOverdue(
  tools: Tools & { feed: FeedTail; log: Logger },
): () => Promise<void> {
  const { feed, log } = tools
  return runEvery(
    MINUTE,
    async () => {
      if ((await closeOverdue(tools)) > 0) feed.wake()
    },
    (error) => log.error({ error: String(error) }, 'collections not closed'),
  )
}

/* Rate limits (A5): fixed windows that begin with the first request. Further tries never extend a window. */
import { AppError, TOO_MANY_REQUESTS } from '../../shared/errors.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'
import { inBatches } from './in-batches.ts'
import { sign } from './tokens.ts'

const MEGABYTE = 1024 * 1024 // bytes

/** Mobile carriers put hundreds of phones behind one address: limits per address alone are wide, and stop machines. */
const LIMITS = {
  'sign-in of e-mail from address': { max: 10, within: 15 * MINUTE },
  'sign-in of e-mail from strange addresses': { max: 50, within: HOUR },
  'sign-in from address': { max: 100, within: 15 * MINUTE },
  // Not a limit: remembers from where a person has signed in.
  'e-mail known at address': { max: Number.POSITIVE_INFINITY, within: 90 * DAY },

  // Somebody at an unattended screen must not guess the password.
  'password asked of person': { max: 10, within: 15 * MINUTE },

  'exports of person': { max: 10, within: DAY }, // each counts at the request and at the download

  'recovery of e-mail': { max: 5, within: HOUR },
  'recovery of e-mail in a day': { max: 10, within: DAY },
  'confirmation of e-mail': { max: 5, within: HOUR },
  'confirmation of e-mail in a day': { max: 10, within: DAY },
  'messages asked from address': { max: 100, within: HOUR },

  'accounts opened from address': { max: 50, within: HOUR },
  'links from address': { max: 100, within: 15 * MINUTE },
  'sign-in by provider from address': { max: 100, within: 15 * MINUTE },
  'accounts connected by person': { max: 20, within: 15 * MINUTE },
  'return from provider to address': { max: 100, within: 15 * MINUTE },

  // Enough for a whole school after one message in its group.
  'reports from address': { max: 300, within: 15 * MINUTE },
  // Beyond this limit a report is stored as pending (reports.ts).
  'reports to collection from address': { max: 10, within: HOUR },
  'reports to collection': { max: 100, within: HOUR },
  'amounts from address': { max: 300, within: 15 * MINUTE },
  // Without a report, of those that a collection reserves at most (reserved-amounts.ts).
  'amounts of collection from address': { max: 50, within: 72 * HOUR },
  'uploads from address': { max: 300, within: 15 * MINUTE },
  'bytes of uploads from address': { max: 200 * MEGABYTE, within: DAY }, // in bytes
  'bytes of uploads to collection': { max: 1024 * MEGABYTE, within: DAY },
  'events from address': { max: 3_000, within: 15 * MINUTE },
  'look-ups from address': { max: 600, within: 15 * MINUTE },
  'short links from address': { max: 600, within: 15 * MINUTE }, // of no collection: guesses
  'complaints from address': { max: 5, within: HOUR },
  'complaints of collection': { max: 100, within: DAY },
  'decisions told to e-mail': { max: 10, within: DAY },
  'decisions told by organiser': { max: 1_000, within: DAY },
  // For guests who report, not for collecting e-mails.
  'look-ups of collection from address': { max: 10, within: HOUR },
  // A device that was offline for long sends thousands at once.
  'changes of person': { max: 20_000, within: HOUR },
  'pictures of person': { max: 60, within: HOUR },
  // Without a replica each screen asks the server, again after each change.
  'queries of person': { max: 6_000, within: 15 * MINUTE },
  'snapshots of person': { max: 200, within: 15 * MINUTE }, // a new replica takes one per table
  'streams of person': { max: 200, within: MINUTE }, // on a bad network a replica reconnects every second
  // A page that waits for a payment polls every few seconds.
  'payments looked at from address': { max: 6_000, within: 15 * MINUTE },
} as const

export type Limit = keyof typeof LIMITS

export interface Limits {
  /** Throws AppError('too-many-requests') beyond the limit. Concurrent calls share a statement. */
  count(limit: Limit, ...who: string[]): Promise<void>
  countTimes(limit: Limit, times: number, ...who: string[]): Promise<void> // rejects all or none
  tryCount(limit: Limit, ...who: string[]): Promise<boolean> // returns false beyond the limit
  /** Throws AppError('too-many-requests') beyond the limit, and counts none of them. */
  countBytes(limit: Limit, bytes: number, ...who: string[]): Promise<void>
  giveBackBytes(limit: Limit, bytes: number, ...who: string[]): Promise<void>
  giveBack(limit: Limit, ...who: string[]): Promise<void>
  clear(limit: Limit, ...who: string[]): Promise<void>
  isCounted(limit: Limit, ...who: string[]): Promise<boolean>
  deleteExpired(): Promise<void>
}

interface Increment {
  key: string
  times: number
  max: number
  within: number
}

/** A report has three increments (reports.ts), and a batch has 100 reports at most. */
const MAX_INCREMENTS = 300

interface Tools {
  database: Database
  secret: string
  now(): Date
}

export function createLimits({ database, secret, now }: Tools): Limits {
  const keyOf = (limit: Limit, who: readonly string[]) => sign(secret, 'limit', [limit, ...who])

  /** Returns for each increment null, or beyond its limit the ms until the window ends. */
  const countAll = inBatches(async (increments: readonly Increment[]) => {
    const moment = now()
    // Without fsync: a power failure may lose the latest counts, a restart loses none.
    const rows = await database.query<{ key: string; hits: number; resetsAt: string }>(
      `with without_fsync as materialized (select set_config('synchronous_commit', 'off', true)),
       increments as (
         select key, max, $2::timestamptz + within * interval '1 ms' as resets_at,
                sum(times)::integer as hits
         from json_to_recordset($1::text::json) as i (key text, times integer, max integer, within int8)
         group by key, max, within
       ),
       counted as (
         insert into limits as l (key, hits, resets_at)
         select i.key, i.hits, i.resets_at from without_fsync, increments i order by i.key
         on conflict (key) do update set
           hits = case when ${isOpenAt('$2')} then l.hits else 0 end + excluded.hits,
           resets_at = case when ${isOpenAt('$2')} then l.resets_at else excluded.resets_at end
         returning key, hits, resets_at
       )
       select key, c.hits, c.resets_at as "resetsAt"
       from counted c join increments i using (key)
       where c.hits > i.max`,
      [JSON.stringify(increments), moment.toISOString()],
    )
    const exceeded = new Map(rows.map(({ key, ...row }) => [key, row]))
    // Of several items with one key, the last one has the highest count.
    return increments
      .toReversed()
      .map(({ key, times, max }) => {
        const row = exceeded.get(key)
        if (!row || row.hits <= max) return null
        row.hits -= times
        return Date.parse(row.resetsAt) - moment.getTime()
      })
      .toReversed()
  }, MAX_INCREMENTS)

  const add = (limit: Limit, times: number, who: readonly string[]) =>
    countAll(0, { key: keyOf(limit, who), times, ...LIMITS[limit] })

  async function giveBackBytes(limit: Limit, bytes: number, ...who: string[]): Promise<void> {
    await database.query(
      'update limits set hits = greatest(hits - $3, 0) where key = $1 and resets_at > $2',
      [keyOf(limit, who), now().toISOString(), bytes],
    )
  }

  return {
    async count(limit, ...who) {
      await this.countTimes(limit, 1, ...who)
    },

    async countTimes(limit, times, ...who) {
      const waitMs = await add(limit, times, who)
      if (waitMs !== null) throw tooManyAttempts(waitMs)
    },

    async tryCount(limit, ...who) {
      return (await add(limit, 1, who)) === null
    },

    async countBytes(limit, bytes, ...who) {
      const { max, within } = LIMITS[limit]
      const key = keyOf(limit, who)
      const moment = now()
      const counted = await database.query(
        `insert into limits as l (key, hits, resets_at) values ($1, $2, $3)
         on conflict (key) do update set
           hits = case when ${isOpenAt('$4')} then l.hits else 0 end + excluded.hits,
           resets_at = case when ${isOpenAt('$4')} then l.resets_at else excluded.resets_at end
         where case when ${isOpenAt('$4')} then l.hits else 0 end + excluded.hits <= $5
         returning key`,
        [key, bytes, new Date(moment.getTime() + within).toISOString(), moment.toISOString(), max],
      )
      if (counted.length > 0) return
      const [full] = await database.query<{ resetsAt: string }>(
        'select resets_at as "resetsAt" from limits where key = $1',
        [key],
      )
      throw tooManyAttempts(full && Date.parse(full.resetsAt) - moment.getTime())
    },

    giveBackBytes,
    giveBack: (limit, ...who) => giveBackBytes(limit, 1, ...who),

    async clear(limit, ...who) {
      await database.query('delete from limits where key = $1', [keyOf(limit, who)])
    },

    async isCounted(limit, ...who) {
      const rows = await database.query(
        'select from limits where key = $1 and hits > 0 and resets_at > $2',
        [keyOf(limit, who), now().toISOString()],
      )
      return rows.length > 0
    },

    async deleteExpired() {
      await database.query('delete from limits where resets_at <= $1', [now().toISOString()])
    },
  }
}

/**
 * Returns the SQL condition that the window of the row `l` is open. One that ends much later than a new one comes from a
 * clock that was ahead, and could last for years. Clocks of processes differ by seconds.
 */
function isOpenAt(now: string): string {
  return `l.resets_at > ${now} and l.resets_at <= excluded.resets_at + interval '1 minute'`
}

/** For RATE_LIMITS=off. */
export const noLimits: Limits = {
  count: async () => {},
  countTimes: async () => {},
  tryCount: async () => true,
  countBytes: async () => {},
  giveBackBytes: async () => {},
  giveBack: async () => {},
  clear: async () => {},
  isCounted: async () => false,
  deleteExpired: async () => {},
}

export function tooManyAttempts(waitMs?: number): AppError {
  const retryAfter = waitMs === undefined ? {} : { retryAfter: Math.ceil(waitMs / SECOND) }
  return new AppError('too-many-requests', TOO_MANY_REQUESTS, retryAfter)
}

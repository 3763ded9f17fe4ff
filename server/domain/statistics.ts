import { addDays, today } from '../../shared/dates.ts'
import { MAX_TOTAL } from '../../shared/money.ts'
import { totalOf } from '../../shared/queries/columns.ts'
import type { Counts, Statistics } from '../../shared/statistics.ts'
import type { Database } from '../data/database.ts'

/** For administrators, for the last `days` days in Buenos Aires. Contributions count on the day of their payment. */
export async function readStatistics(
  database: Database,
  days: number,
  now: Date,
): Promise<Statistics> {
  const last = today(now)
  const rows = await database.query<Counts & { day: string }>(
    `with counted as (
       select created_at as moment, 1 as users, 0 as collections, 0 as wanted, 0 as contributions, 0 as given
       from users
       union all
       select created_at, 0, 1, total_amount, 0, 0 from collections where deleted_at is null
       union all
       select c.payment_date, 0, 0, 0, 1, c.amount
       from contributions c
       join collections k on k.id = c.collection_id
       where c.deleted_at is null and k.deleted_at is null
     ), by_day as (
       select
         (moment at time zone 'America/Argentina/Buenos_Aires')::date as day,
         sum(users) as users, sum(collections) as collections, sum(wanted) as wanted,
         sum(contributions) as contributions, sum(given) as given
       from counted
       where moment >= ($1::date - 1)
       group by 1
     )
     select
       d.day::date as day,
       coalesce(b.users, 0)::int8 as users,
       coalesce(b.collections, 0)::int8 as collections,
       ${totalOf('coalesce(b.wanted, 0)')} as "collectionsAmount",
       coalesce(b.contributions, 0)::int8 as contributions,
       ${totalOf('coalesce(b.given, 0)')} as "contributionsAmount"
     from generate_series($1::date, $2::date, interval '1 day') d (day)
     left join by_day b on b.day = d.day
     order by d.day desc`,
    [addDays(last, 1 - days), last],
  )
  return { total: sum(rows), days: rows }
}

function sum(rows: readonly Counts[]): Counts {
  const total = (key: keyof Counts) =>
    rows.reduce((sum, row) => Math.min(sum + row[key], MAX_TOTAL), 0)
  return {
    users: total('users'),
    collections: total('collections'),
    collectionsAmount: total('collectionsAmount'),
    contributions: total('contributions'),
    contributionsAmount: total('contributionsAmount'),
  }
}

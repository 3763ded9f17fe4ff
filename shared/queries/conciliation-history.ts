import * as z from 'zod/mini'
import type { Centavos } from '../money.ts'
import { namedQuery } from '../named-query.ts'
import { totalOf } from './columns.ts'

const MOST_CONFIRMATIONS = 50

/** Matches that the organiser confirmed at one moment. */
export interface Confirmation {
  matchedAt: string
  /** Includes undone matches. */
  count: number
  total: Centavos
  /** Ids of the matches that are not undone. */
  liveIds: string[]
}

/** Returns the organiser's latest confirmations, newest first. By index (organiser_id). */
export const conciliationHistory = namedQuery({
  name: 'conciliation-history',
  args: z.object({}),
  run: (sql, _args, personId): Promise<Confirmation[]> =>
    sql.query<Confirmation>(
      `select m.matched_at as "matchedAt", count(*) as "count",
              ${totalOf('sum(m.part)')} as "total",
              coalesce(jsonb_agg(m.id order by m.id) filter (where m.undone_at is null), '[]')
                as "liveIds"
       from statement_matches m
       where m.organiser_id = $1
       group by m.matched_at
       order by m.matched_at desc
       limit ${MOST_CONFIRMATIONS}`,
      [personId],
    ),
})

import * as z from 'zod/mini'
import { type Day, isDay } from '../dates.ts'
import { namedQuery } from '../named-query.ts'
import type { MatchReason, StatementMatch } from '../statement-match.ts'
import { id } from '../validation.ts'

/** A line of a statement that pays a contribution. */
export type UsedLine = Pick<
  StatementMatch,
  'id' | 'lineId' | 'contributionId' | 'part' | 'isSplit' | 'isAutomatic' | 'source' | 'asIs'
> & { lineDay: Day; lineAmount: number; reason: MatchReason; matchedAt: string }

/** A match of a deleted contribution or collection leaves its line free. */
const LIVE = `
  from statement_matches m
  join contributions c on c.id = m.contribution_id and c.deleted_at is null
  join collections k on k.id = c.collection_id and k.deleted_at is null
  where m.organiser_id = $1 and m.undone_at is null`

const COLUMNS = `
  m.id, m.line_id as "lineId", m.contribution_id as "contributionId", m.line_day as "lineDay",
  (m.line_amount * 100)::int8 as "lineAmount", (m.part * 100)::int8 as "part",
  m.is_split as "isSplit", m.reason, m.is_automatic as "isAutomatic", m.source,
  m.as_is as "asIs", m.matched_at as "matchedAt"`

const day = z.string().check(z.refine(isDay))

/** Lines of these days that pay a contribution of the organiser. By index (organiser_id, line_day). */
export const statementMatches = namedQuery({
  name: 'statement-matches',
  args: z.object({ from: day, to: day }),
  run: (sql, { from, to }, personId): Promise<UsedLine[]> =>
    sql.query<UsedLine>(
      `select ${COLUMNS} ${LIVE} and m.line_day between $2 and $3 order by m.line_day, m.id`,
      [personId, from, to],
    ),
})

/** Returns the statement lines that pay one contribution, earliest first. By index (contribution_id). */
export const contributionMatches = namedQuery({
  name: 'contribution-matches',
  args: z.object({ contributionId: id }),
  run: (sql, { contributionId }, personId): Promise<UsedLine[]> =>
    sql.query<UsedLine>(
      `select ${COLUMNS} ${LIVE} and m.contribution_id = $2 order by m.line_day, m.id`,
      [personId, contributionId],
    ),
})

import * as z from 'zod/mini'
import { type Contribution, paymentMethod } from '../contribution.ts'
import { namedQuery } from '../named-query.ts'
import { contains, type PageOf, pageArgs, queryTotal } from '../paging.ts'
import type { Sql, SqlValue } from '../sql.ts'
import { fold } from '../text.ts'
import { id } from '../validation.ts'
import { CONTRIBUTION_COLUMNS } from './columns.ts'

export const CONTRIBUTIONS_PER_PAGE = 10 as const
/** Rows per request while all rows are in one scroll. */
export const CONTRIBUTIONS_PER_WINDOW = 50 as const

export const contributionFilter = z.enum(['all', 'unverified', 'verified', 'pending', 'rejected'])
type ShownFilter = z.infer<typeof contributionFilter>

const anyFilter = z.enum([...contributionFilter.options, 'hidden'])
export type ContributionFilter = z.infer<typeof anyFilter>

/** SQL conditions on a contribution `c`, by filter. */
export const IN_STATE: Record<ContributionFilter, string> = {
  all: 'c.deleted_at is null',
  unverified: `c.deleted_at is null and c.payment_status = 'confirmed' and c.verified_at is null`,
  verified: 'c.deleted_at is null and c.verified_at is not null',
  pending: `c.deleted_at is null and c.payment_status = 'pending'`,
  rejected: `c.deleted_at is null and c.payment_status = 'rejected'`,
  hidden: 'c.deleted_at is not null',
}

export const methodFilter = z.enum(['all', ...paymentMethod.options])
export type MethodFilter = z.infer<typeof methodFilter>

export const BY_METHOD: Record<MethodFilter, string> = {
  all: 'true',
  Transferencia: `c.payment_method = 'Transferencia'`,
  Manual: `c.payment_method = 'Manual'`,
  MercadoPago: `c.payment_method = 'MercadoPago'`,
  MODO: `c.payment_method = 'MODO'`,
}

// Each order has an index, so that a page reads only its ten entries.
const ORDER = {
  date: 'c.payment_date',
  name: 'c.contributor_folded',
  amount: 'c.amount',
  method: 'c.payment_method',
  message: 'left(c.message, 40)',
}
export type ContributionSort = keyof typeof ORDER

export const contributionList = {
  collectionId: id,
  search: pageArgs.search,
  state: z._default(anyFilter, 'all'),
  method: z._default(methodFilter, 'all'),
}

const args = z.object({
  ...pageArgs,
  ...contributionList,
  sort: z._default(z.enum(Object.keys(ORDER) as ContributionSort[]), 'date'),
  direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  size: z._default(
    z.literal([CONTRIBUTIONS_PER_PAGE, CONTRIBUTIONS_PER_WINDOW]),
    CONTRIBUTIONS_PER_PAGE,
  ),
})
export type ListArgs = z.infer<typeof args>

/** Returns one page of a collection's contributions; an empty one unless the person is its organiser. */
export const collectionContributions = namedQuery({
  name: 'collection-contributions',
  args,
  async run(sql, args, personId): Promise<PageOf<Contribution>> {
    const { state } = args
    if (fold(args.search) === '' && args.method === 'all' && state !== 'hidden') {
      const total = await countByState(sql, args.collectionId, state)
      // Only the organiser sees totals of a collection. Another person's page is empty, and no row needs a check.
      const all = {
        matchingOften: `c.collection_id = $1 and ${IN_STATE[state]}`,
        params: [args.collectionId],
      }
      return pageByIndex(sql, args, all, total)
    }
    const list = listOf(args, personId)
    if (mayBeFrequent(args)) {
      const total = await count(sql, list)
      if (total === 0 || total >= args.size * MATCHES_PER_ROW)
        return pageByIndex(sql, args, list, total)
    }
    return (
      (await pageOfFew(sql, args, list)) ?? pageByIndex(sql, args, list, await count(sql, list))
    )
  },
})

/** A condition on a contribution `c` that selects the rows of a list. Parameters of the page come after `params`. */
interface List {
  matching: string
  /** The same condition, for a plan that walks an index because matches are frequent. */
  matchingOften: string
  params: SqlValue[]
}

/** Returns the SQL condition of a list's rows. Matches nothing unless the person is the organiser. */
export function listOf(
  args: Pick<ListArgs, 'collectionId' | 'search' | 'state' | 'method'>,
  personId: string,
): List {
  const scope = `
    c.collection_id = $1 and c.organiser_id = $2
    and ${IN_STATE[args.state]} and ${BY_METHOD[args.method]}`
  const search = fold(args.search)
  if (search === '')
    return { matching: scope, matchingOften: scope, params: [args.collectionId, personId] }
  const found = 'c.contributor_folded like $3'
  // Planners expect `coalesce` to match every second row, and use no index for it.
  const foundOften = `coalesce(${found}, false)`
  return {
    // Without a whole trigram, the trigram index would be read from end to end.
    matching: `${scope} and ${HOLDS_TRIGRAM.test(search) ? found : foundOften}`,
    matchingOften: `${scope} and ${foundOften}`,
    params: [args.collectionId, personId, contains(search)],
  }
}

const HOLDS_TRIGRAM = /[a-z0-9]{3}/

/** Reads along the index of the order, from the nearer end, so that it skips few rows. */
async function pageByIndex(
  sql: Sql,
  args: ListArgs,
  { matchingOften, params }: Pick<List, 'matchingOften' | 'params'>,
  total: number,
): Promise<PageOf<Contribution>> {
  const skipped = (args.page - 1) * args.size
  const size = Math.max(0, Math.min(args.size, total - skipped))
  const fromEnd = skipped > total / 2
  const direction = fromEnd ? OPPOSITE[args.direction] : args.direction
  const inOrder = orderOf(args.sort, direction)
  // The columns are computed for the page's rows alone. The planner expects an array to be short.
  const rows = await sql.query<Contribution>(
    rowsOf(
      `array(
         select c.id
         from contributions c
         where ${matchingOften}
         ${inOrder}
         limit $${params.length + 1} offset $${params.length + 2}
       )`,
      inOrder,
    ),
    // The offset is never negative, also when the page is past the end.
    [...params, size, fromEnd ? Math.max(0, total - skipped - size) : skipped],
  )
  return { rows: fromEnd ? rows.reverse() : rows, total }
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

/** Returns the contributions of a page whose ids are known (web/replica/name-search.ts), in the order of the list. */
export function contributionsWithIds(
  sql: Sql,
  ids: readonly string[],
  { sort, direction }: Pick<ListArgs, 'sort' | 'direction'>,
): Promise<Contribution[]> {
  return sql.query(rowsOf('$1::uuid[]', orderOf(sort, direction)), [ids])
}

function rowsOf(ids: string, inOrder: string): string {
  return `
    select ${CONTRIBUTION_COLUMNS}
    from contributions c
    where c.id = any (${ids})
    ${inOrder}`
}

function orderOf(sort: ContributionSort, direction: ListArgs['direction']): string {
  return `order by ${ORDER[sort]} ${direction}, c.id ${direction}`
}

const FEW = 5_000 // up to this many matches, one scan both finds and counts them

/** With this many matches per row of the page, a walk along the index of the order is faster than a second scan. */
const MATCHES_PER_ROW = 50

/** One or two letters are in many names. In the order of names, matches stand together, and a walk may find none. */
function mayBeFrequent({ search, sort, page }: ListArgs): boolean {
  const { length } = fold(search)
  return length > 0 && length < 3 && sort !== 'name' && page === 1
}

/**
 * Indexes find a rare method and, by its trigrams, a rare substring (migrations/server/0047). Returns null above FEW
 * matches, which the index of the order finds quickly.
 */
async function pageOfFew(
  sql: Sql,
  args: ListArgs,
  { matching, params }: List,
): Promise<PageOf<Contribution> | null> {
  const rows = await sql.query<Contribution & { total: number }>(
    `with few as materialized (
       select c.id, ${ORDER[args.sort]} as key
       from contributions c
       where ${matching}
       limit ${FEW + 1}
     ),
     page as (
       select f.id, f.key
       from few f
       order by f.key ${args.direction}, f.id ${args.direction}
       limit ${args.size} offset $${params.length + 1}
     )
     select ${CONTRIBUTION_COLUMNS}, t.total
     from (select count(*) as total from few) t
     left join page p on true
     left join contributions c on c.id = p.id
     order by p.key ${args.direction}, p.id ${args.direction}`,
    [...params, (args.page - 1) * args.size],
  )
  const total = rows[0]?.total ?? 0
  if (total > FEW) return null
  // An empty page is one row with the total alone.
  const found = rows.filter((row) => row.id !== null)
  return { rows: found.map(({ total: _, ...contribution }) => contribution), total }
}

function countByState(sql: Sql, collectionId: string, state: ShownFilter): Promise<number> {
  return queryTotal(sql, `select ${COUNTER[state]} as total from collections k where k.id = $1`, [
    collectionId,
  ])
}

const COUNTER = {
  all: 'k.confirmed_count + k.pending_count + k.rejected_count',
  unverified: 'k.confirmed_count - k.verified_count',
  verified: 'k.verified_count',
  pending: 'k.pending_count',
  rejected: 'k.rejected_count',
}

function count(sql: Sql, { matching, params }: List): Promise<number> {
  return queryTotal(sql, `select count(*) as total from contributions c where ${matching}`, params)
}

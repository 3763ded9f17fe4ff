import * as z from 'zod/mini'
import type { Contribution } from '../contribution.ts'
import { namedQuery } from '../named-query.ts'
import { contains, type Page, pageArgs } from '../paging.ts'
import type { Sql } from '../sql.ts'
import { fold } from '../text.ts'
import { id } from '../validation.ts'
import { CONTRIBUTION_COLUMNS } from './columns.ts'

/** Rows of a page of a collection's contributions (specification 9). */
export const CONTRIBUTIONS_PER_PAGE = 10

const STATE = {
  all: 'true',
  unverified: `c.payment_status = 'confirmed' and c.verified_at is null`,
  verified: 'c.verified_at is not null',
  pending: `c.payment_status = 'pending'`,
  rejected: `c.payment_status = 'rejected'`,
}

// Each order is that of an index, so that a page reads ten entries of it and no more.
const ORDER = {
  date: 'c.payment_date',
  name: 'c.contributor_folded',
  amount: 'c.amount',
  method: 'c.payment_method',
  message: 'left(c.message, 40)',
}

const args = z.object({
  ...pageArgs,
  collectionId: id,
  state: z._default(z.enum(['all', 'unverified', 'verified', 'pending', 'rejected']), 'all'),
  sort: z._default(z.enum(['date', 'name', 'amount', 'method', 'message']), 'date'),
  direction: z._default(z.enum(['asc', 'desc']), 'desc'),
})
type Args = z.infer<typeof args>

/** One page of a collection's contributions for its organiser, and how many match. */
export const collectionContributions = namedQuery({
  name: 'collection-contributions',
  args,
  run: (sql, args, personId) =>
    fold(args.search) === '' ? pageByIndex(sql, args, personId) : pageBySearch(sql, args, personId),
})

/**
 * Without a search the collection's own counters know the total, and the page is read along the
 * index of its order, from whichever end is nearer.
 */
async function pageByIndex(sql: Sql, args: Args, personId: string): Promise<Page<Contribution>> {
  const total = await countByState(sql, args)
  const skipped = (args.page - 1) * CONTRIBUTIONS_PER_PAGE
  const size = Math.max(0, Math.min(CONTRIBUTIONS_PER_PAGE, total - skipped))
  const fromEnd = skipped > total / 2
  const direction = fromEnd ? OPPOSITE[args.direction] : args.direction
  const rows = await sql.query<Contribution>(
    `select ${CONTRIBUTION_COLUMNS}
     from contributions c
     where c.collection_id = $1 and c.organiser_id = $2 and c.deleted_at is null
       and ${STATE[args.state]}
     order by ${ORDER[args.sort]} ${direction}, c.id ${direction}
     limit $3 offset $4`,
    [args.collectionId, personId, size, fromEnd ? total - skipped - size : skipped],
  )
  return { rows: fromEnd ? rows.reverse() : rows, total }
}

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

/** With a search every row of the collection is looked at, once: the count and the page share it. */
async function pageBySearch(sql: Sql, args: Args, personId: string): Promise<Page<Contribution>> {
  const rows = await sql.query<Contribution & { total: number }>(
    `with matching as materialized (
       select c.id, ${ORDER[args.sort]} as key
       from contributions c
       where c.collection_id = $1 and c.organiser_id = $2 and c.deleted_at is null
         and ${STATE[args.state]}
         and c.contributor_folded like $3
     ),
     page as (
       select m.id, m.key
       from matching m
       order by m.key ${args.direction}, m.id ${args.direction}
       limit ${CONTRIBUTIONS_PER_PAGE} offset $4
     )
     select ${CONTRIBUTION_COLUMNS}, t.total
     from (select count(*) as total from matching) t
     left join page p on true
     left join contributions c on c.id = p.id
     order by p.key ${args.direction}, p.id ${args.direction}`,
    [
      args.collectionId,
      personId,
      contains(fold(args.search)),
      (args.page - 1) * CONTRIBUTIONS_PER_PAGE,
    ],
  )
  const total = rows[0]?.total ?? 0
  // An empty page still answers one row, which carries the total alone.
  return {
    rows: rows
      .filter((row) => row.id !== null)
      .map(({ total: _, ...contribution }) => contribution),
    total,
  }
}

async function countByState(sql: Sql, { collectionId, state }: Args): Promise<number> {
  const [row] = await sql.query<{ total: number }>(
    `select ${COUNTER[state]} as total from collections k where k.id = $1`,
    [collectionId],
  )
  return row?.total ?? 0
}

const COUNTER = {
  all: 'k.confirmed_count + k.pending_count + k.rejected_count',
  unverified: 'k.confirmed_count - k.verified_count',
  verified: 'k.verified_count',
  pending: 'k.pending_count',
  rejected: 'k.rejected_count',
}

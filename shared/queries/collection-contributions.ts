import * as z from 'zod/mini'
import type { Contribution } from '../contribution.ts'
import { namedQuery } from '../named-query.ts'
import { contains, type Page, pageArgs } from '../paging.ts'
import type { Sql, SqlValue } from '../sql.ts'
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
  async run(sql, args, personId): Promise<Page<Contribution>> {
    const search = fold(args.search)
    const matching = `
      from contributions c
      where c.collection_id = $1 and c.organiser_id = $2 and c.deleted_at is null
        and ${STATE[args.state]}
        ${search === '' ? '' : 'and c.contributor_folded like $3'}`
    const params = [args.collectionId, personId, ...(search === '' ? [] : [contains(search)])]
    const rows = await sql.query<Contribution>(
      `select ${CONTRIBUTION_COLUMNS} ${matching}
       order by ${ORDER[args.sort]} ${args.direction}, c.id ${args.direction}
       limit ${CONTRIBUTIONS_PER_PAGE} offset $${params.length + 1}`,
      [...params, (args.page - 1) * CONTRIBUTIONS_PER_PAGE],
    )
    const total = search === '' ? await countByState(sql, args) : await count(sql, matching, params)
    return { rows, total }
  },
})

/** Without a search the collection's own counters know the answer. */
async function countByState(sql: Sql, { collectionId, state }: Args): Promise<number> {
  const counters = {
    all: 'k.confirmed_count + k.pending_count + k.rejected_count',
    unverified: 'k.confirmed_count - k.verified_count',
    verified: 'k.verified_count',
    pending: 'k.pending_count',
    rejected: 'k.rejected_count',
  }
  const [row] = await sql.query<{ total: number }>(
    `select ${counters[state]} as total from collections k where k.id = $1`,
    [collectionId],
  )
  return row?.total ?? 0
}

async function count(sql: Sql, matching: string, params: SqlValue[]): Promise<number> {
  const [row] = await sql.query<{ total: number }>(`select count(*) as total ${matching}`, params)
  return row?.total ?? 0
}

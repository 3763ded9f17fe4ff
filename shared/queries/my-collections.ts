import * as z from 'zod/mini'
import { type Collection, collectionStatus } from '../collection.ts'
import { namedQuery } from '../named-query.ts'
import { contains, type PageOf, pageArgs, queryTotal } from '../paging.ts'
import { fold } from '../text.ts'
import { COLLECTION_COLUMNS } from './columns.ts'

export const COLLECTIONS_PER_PAGE = 5

const ORDER = {
  title: 'k.title_folded',
  status: 'k.status',
  suggestedAmount: 'k.suggested_amount',
  amountCollected: 'k.amount_collected',
  deadline: 'k.deadline',
  // The time of the last contribution, or of the collection's creation while there is none.
  activity: `greatest(k.created_at, (
    select max(c.payment_date) from contributions c
    where c.collection_id = k.id and c.deleted_at is null
  ))`,
}
export type CollectionSort = keyof typeof ORDER

/** Returns one page of "Mis Colectas". By index (creator_id, title_folded); a person has tens of them. */
export const myCollections = namedQuery({
  name: 'my-collections',
  args: z.object({
    ...pageArgs,
    sort: z._default(z.enum(Object.keys(ORDER) as CollectionSort[]), 'title'),
    status: z._default(z.nullable(collectionStatus), null),
  }),
  async run(sql, args, personId): Promise<PageOf<Collection>> {
    const matching = `
      from collections k
      where k.creator_id = $1 and k.deleted_at is null
        and k.title_folded like $2
        and ($3::text is null or k.status = $3)`
    const params = [personId, contains(fold(args.search)), args.status]
    const total = await queryTotal(sql, `select count(*) as total ${matching}`, params)
    const rows = await sql.query<Collection>(
      `select ${COLLECTION_COLUMNS} ${matching}
       order by ${ORDER[args.sort]} ${args.direction}, k.id
       limit ${COLLECTIONS_PER_PAGE} offset $4`,
      [...params, (args.page - 1) * COLLECTIONS_PER_PAGE],
    )
    return { rows, total }
  },
})

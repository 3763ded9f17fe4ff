import * as z from 'zod/mini'
import type { Collection } from '../collection.ts'
import { namedQuery } from '../named-query.ts'
import { id } from '../validation.ts'
import { COLLECTION_COLUMNS } from './columns.ts'

/** Returns one collection for its organiser; null when it is another person's or deleted. */
export const collection = namedQuery({
  name: 'collection',
  args: z.object({ id }),
  async run(sql, args, personId): Promise<Collection | null> {
    const rows = await sql.query<Collection>(
      `select ${COLLECTION_COLUMNS}
       from collections k
       where k.id = $1 and k.creator_id = $2 and k.deleted_at is null`,
      [args.id, personId],
    )
    return rows[0] ?? null
  },
})

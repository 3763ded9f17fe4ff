import * as z from 'zod/mini'
import type { CollectionStatus } from '../collection.ts'
import { namedQuery } from '../named-query.ts'
import { contains, startsWith } from '../paging.ts'
import { fold } from '../text.ts'

const MOST_COLLECTIONS = 5
const MOST_FOUND = 6
const MOST_LISTED = 4
/** Most matches read: a more frequent part of a name needs more letters anyway. */
const MOST_MATCHES = 300
/** Fewer letters are searched at the beginning of words only: the index of trigrams does not find them. */
const LETTERS_INSIDE = 3

export interface FoundCollection {
  id: string
  title: string
  status: CollectionStatus
  /** Contributions to be verified. */
  waiting: number
}

/** A contributor to a colecta, by the name of their last contribution to it, or a person of its list. */
export interface FoundPerson {
  name: string
  collectionId: string
  collectionTitle: string
  /** 0 for a person of the list without a contribution by that name. */
  contributions: number
}

/**
 * Finds an organiser's colectas, the people who contributed to them, and the people of their lists, by part of a name.
 * Names that begin with the search come first, then the newest. Without a search, returns the newest colectas.
 *
 * By index (creator_id, title_folded), along (organiser_id, payment_date), and by people (organiser_id), or by the
 * trigrams of the names.
 */
export const findByName = namedQuery({
  name: 'find-by-name',
  args: z.object({ search: z.string().check(z.maxLength(200)) }),
  async run(
    sql,
    args,
    personId,
  ): Promise<{ collections: FoundCollection[]; people: FoundPerson[] }> {
    const search = fold(args.search)
    const isInside = search.length >= LETTERS_INSIDE
    const params = [
      personId,
      isInside ? contains(search) : `% ${startsWith(search)}`,
      startsWith(search),
    ]
    const matches: Condition = (column) =>
      isInside ? `${column} like $2` : `(${column} like $3 or ${column} like $2)`
    const collections = collectionsWhere(matches)
    if (search === '') return { collections: await sql.query(collections, params), people: [] }
    // In one statement: in a replica each statement costs some milliseconds, whatever it finds.
    const [found = NOTHING] = await sql.query<Found>(
      `select ${allOf(collections)} as collections,
              ${allOf(contributorsWhere(matches))} as contributors,
              ${allOf(listedWhere(matches))} as listed`,
      params,
    )
    const known = new Set(found.contributors.map(keyOf))
    const others = found.listed.filter((person) => !known.has(keyOf(person)))
    return {
      collections: found.collections,
      people: [...found.contributors, ...others.slice(0, MOST_LISTED)],
    }
  },
})

/** A condition on a column of folded names. $1 is the organiser; $3 is the pattern of names that begin with the search. */
type Condition = (column: string) => string

const collectionsWhere = (matches: Condition) => `
  select k.id, k.title, k.status, k.confirmed_count - k.verified_count as "waiting"
  from collections k
  where k.creator_id = $1 and k.deleted_at is null and ${matches('k.title_folded')}
  order by k.title_folded like $3 desc, k.created_at desc, k.id
  limit ${MOST_COLLECTIONS}`

const contributorsWhere = (matches: Condition) => `
  with found as materialized (
    select c.collection_id, c.contributor_folded, c.contributor_name, c.payment_date
    from contributions c
    where c.organiser_id = $1 and c.deleted_at is null and ${matches('c.contributor_folded')}
    limit ${MOST_MATCHES}
  ),
  people as (
    select f.collection_id, f.contributor_folded, max(f.payment_date) as last,
           (array_agg(f.contributor_name order by f.payment_date desc))[1] as name
    from found f
    group by f.collection_id, f.contributor_folded
  )
  select p.name, p.collection_id as "collectionId", k.title as "collectionTitle",
         (select count(*) from contributions c
          where c.collection_id = p.collection_id and c.deleted_at is null
            and c.contributor_folded = p.contributor_folded) as "contributions"
  from people p
  join collections k on k.id = p.collection_id
  where k.deleted_at is null
  order by p.contributor_folded like $3 desc, p.last desc, p.collection_id
  limit ${MOST_FOUND}`

const listedWhere = (matches: Condition) => `
  with listed as materialized (
    select p.id, p.name, p.name_folded, p.collection_id
    from people p
    where p.organiser_id = $1 and ${matches('p.name_folded')}
    limit ${MOST_MATCHES}
  )
  select p.name, p.collection_id as "collectionId", k.title as "collectionTitle",
         0 as "contributions"
  from listed p
  join collections k on k.id = p.collection_id
  where k.deleted_at is null
  order by p.name_folded like $3 desc, p.name, p.id
  limit ${MOST_FOUND + MOST_LISTED}`

interface Found {
  collections: FoundCollection[]
  contributors: FoundPerson[]
  listed: FoundPerson[]
}

const NOTHING: Found = { collections: [], contributors: [], listed: [] }

const allOf = (query: string) => `(select coalesce(json_agg(r), '[]') from (${query}) r)`

function keyOf({ collectionId, name }: FoundPerson): string {
  return `${collectionId} ${fold(name)}`
}

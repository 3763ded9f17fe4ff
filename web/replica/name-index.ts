/*
 * Finds part of a name among a colecta's contributions without the engine. LIKE reads all rows, and the index of
 * trigrams finds no single letter; here 100,000 names take 3 ms. The memory is some 60 bytes for each contribution.
 */

import {
  BY_METHOD,
  IN_STATE,
  type ListArgs,
} from '../../shared/queries/collection-contributions.ts'
import type { SqlValue } from '../../shared/sql.ts'
import { fold } from '../../shared/text.ts'
import { type ReplicaEngine, transactionOn } from './replica-engine.ts'

/** The ids of one page, in order, and the number of rows in the whole list. */
export interface FoundPage {
  ids: string[]
  total: number
}

export interface NameIndex {
  /**
   * Returns a page of a search in a colecta, or null when the engine must search: without a search, in another order
   * than that of time, on a late page, or before the colecta's names are read. In that last case reads them for the
   * next search.
   */
  find(args: ListArgs): FoundPage | null
  /** Forgets the names. To call inside each transaction that may change them. */
  forget(): void
}

/** Pages of PostgreSQL that one statement reads, about 10,000 rows: other queries of the replica wait for it. */
const PAGES_AT_ONCE = 256
/** Later pages of a search would hold many rows in order. */
const MOST_IN_ORDER = 500

/** `onFault` gets what a failed reading of names throws. */
export function createNameIndex(
  engine: ReplicaEngine,
  personId: string,
  onFault: (error: unknown) => void,
): NameIndex {
  let names: { collectionId: string; parts: Part[] } | null = null
  /** The colecta whose names are being read. */
  let reading: { collectionId: string } | null = null

  function read(collectionId: string): void {
    if (reading?.collectionId === collectionId) return
    const own = { collectionId }
    reading = own
    const isCurrent = () => reading === own
    readParts(engine, [collectionId, personId], isCurrent, (parts) => {
      names = { collectionId, parts }
    })
      .catch(onFault)
      .finally(() => {
        if (isCurrent()) reading = null
      })
  }

  return {
    find(args) {
      const search = fold(args.search)
      const isOurs = search !== '' && args.sort === 'date' && args.state !== 'hidden'
      if (!isOurs || args.page * args.size > MOST_IN_ORDER) return null
      if (names?.collectionId === args.collectionId) return pageIn(names.parts, search, args)
      read(args.collectionId)
      return null
    },

    forget() {
      names = null
      reading = null
    },
  }
}

/** Some of a colecta's contributions that are not hidden, in any order. */
interface Part {
  /** Folded names, each with a line break after it. */
  names: string
  /** The place of each name in `names`, and at the end the length of `names`. */
  starts: Uint32Array
  /** Ids, each as 32 hexadecimal digits. */
  ids: string
  /** Moments of payment, in s since 1970, exact to the µs. */
  moments: Float64Array
  /** For each contribution the sum of the BITS of the lists that hold it. */
  lists: Uint8Array
}

const ID_LENGTH = 32

/** A bit for each state and each method. */
const BITS = new Map(
  [
    ...(['unverified', 'verified', 'pending', 'rejected'] as const).map((state) => IN_STATE[state]),
    ...(['Transferencia', 'Manual', 'MercadoPago', 'MODO'] as const).map(
      (method) => BY_METHOD[method],
    ),
  ].map((condition, index) => [condition, 1 << index]),
)

const LISTS = [...BITS]
  .map(([condition, bit]) => `case when ${condition} then ${bit} else 0 end`)
  .join(' + ')

// Each column as one text, because PGlite takes a µs or more for each value of a row.
const READ_PART = `
  select coalesce(string_agg(c.contributor_folded, e'\\n'), '') as "names",
         coalesce(string_agg(replace(c.id::text, '-', ''), ''), '') as "ids",
         coalesce(string_agg(date_part('epoch', c.payment_date)::text, ' '), '') as "moments",
         coalesce(string_agg(lpad(to_hex(${LISTS}), 2, '0'), ''), '') as "lists"
  from contributions c
  where c.ctid >= $3::text::tid and c.ctid < $4::text::tid
    and c.collection_id = $1 and c.organiser_id = $2 and ${IN_STATE.all}`

/**
 * Calls `done` with all parts, inside the transaction that read the last one: no change comes in between. Stops as soon
 * as `isCurrent` returns false.
 */
async function readParts(
  engine: ReplicaEngine,
  list: readonly SqlValue[],
  isCurrent: () => boolean,
  done: (parts: Part[]) => void,
): Promise<void> {
  const parts: Part[] = []
  let page = 0
  let isRead = false
  while (!isRead && isCurrent()) {
    isRead = await engine.transaction(async (tx) => {
      if (!isCurrent()) return true
      const sql = transactionOn(tx)
      const [size] = await sql.query<{ pages: number }>(
        `select pg_relation_size('contributions') / current_setting('block_size')::int as pages`,
      )
      const next = page + PAGES_AT_ONCE
      const [row] = await sql.query<TextPart>(READ_PART, [...list, `(${page},0)`, `(${next},0)`])
      if (row && row.ids !== '') parts.push(partOf(row))
      page = next
      const isLast = next >= (size?.pages ?? 0)
      if (isLast) done(parts)
      return isLast
    })
  }
}

type TextPart = Record<'names' | 'ids' | 'moments' | 'lists', string>

function partOf({ names, ids, moments, lists }: TextPart): Part {
  const count = ids.length / ID_LENGTH
  const starts = new Uint32Array(count + 1)
  const text = `${names}\n`
  for (let row = 1; row <= count; row += 1) starts[row] = text.indexOf('\n', starts[row - 1]) + 1
  return {
    names: text,
    starts,
    ids,
    moments: Float64Array.from(moments.split(' '), Number),
    lists: Uint8Array.from({ length: count }, (_, row) =>
      Number.parseInt(lists.slice(2 * row, 2 * row + 2), 16),
    ),
  }
}

function pageIn(
  parts: readonly Part[],
  search: string,
  { state, method, direction, page, size }: ListArgs,
): FoundPage {
  const wanted = (BITS.get(IN_STATE[state]) ?? 0) | (BITS.get(BY_METHOD[method]) ?? 0)
  const first = firstRows(page * size, direction === 'asc' ? 1 : -1)
  let total = 0
  for (const part of parts) {
    const { names, starts, lists } = part
    let row = 0
    let found = names.indexOf(search)
    while (found !== -1) {
      while ((starts[row + 1] ?? Infinity) <= found) row += 1
      if (((lists[row] ?? 0) & wanted) === wanted) {
        total += 1
        first.offer(part, row)
      }
      found = names.indexOf(search, starts[row + 1])
    }
  }
  return { ids: first.ids().slice((page - 1) * size), total }
}

interface Row {
  moment: number
  id: string
}

/** Keeps the first `count` of the rows that it is offered, in the order of their moments (1) or against it (-1). */
function firstRows(count: number, direction: 1 | -1) {
  const rows: Row[] = []

  function isBefore(a: Row, b: Row): boolean {
    if (a.moment !== b.moment) return direction * (a.moment - b.moment) < 0
    return direction === 1 ? a.id < b.id : a.id > b.id
  }

  return {
    offer({ moments, ids }: Part, index: number): void {
      const moment = moments[index] ?? 0
      const last = rows.length === count ? rows.at(-1) : undefined
      if (last && direction * (moment - last.moment) > 0) return
      const row = { moment, id: ids.slice(index * ID_LENGTH, (index + 1) * ID_LENGTH) }
      let place = rows.length
      while (place > 0 && isBefore(row, rows[place - 1] as Row)) place -= 1
      rows.splice(place, 0, row)
      if (rows.length > count) rows.pop()
    },
    ids: () => rows.map(({ id }) => id),
  }
}

/*
 * Finds part of a name among a colecta's contributions without the engine. LIKE reads all rows, and the index of
 * trigrams finds no single letter; here 100,000 names take 3 ms. The memory is some 60 bytes for each contribution.
 */
import type { Clock } from '../../shared/async.ts'
import { isLong } from '../../shared/contributions-csv.ts'
import { type ListArgs, listOf } from '../../shared/queries/collection-contributions.ts'
import type { Sql } from '../../shared/sql.ts'
import { fold } from '../../shared/text.ts'
import { type ReplicaEngine, transactionOn } from './replica-engine.ts'

/** The ids of one page, in order, and the number of rows in the whole list. */
export interface FoundPage {
  ids: string[]
  total: number
}

export interface NameSearch {
  /**
   * Returns a page of a search, or null when the engine must search: without a text to find, in another order than that
   * of time, on a late page, or before the names of the list are read. Reads them then: for a search at once, for a list
   * without a search when nothing has changed for a while.
   */
  find(args: ListArgs): FoundPage | null
  /** Forgets the names. To call inside each transaction that may change them. */
  forget(): void
}

/** Pages of PostgreSQL that one statement reads, about 10,000 rows: other queries of the replica wait for it. */
const PAGES_AT_ONCE = 256
/** Up to so many rows of a list the engine searches as fast. */
const SHORT = 1_999
/** A list that keeps changing is not read again after each change. */
const BEFORE_SEARCH = 2_000 // ms
/** Later pages of a search would hold many rows in order. */
const MOST_IN_ORDER = 500

/** For reading names after the search that asks for them. */
export interface Background {
  clock: Clock
  /** Gets an error of the engine, which no caller gets. */
  onFault: (error: unknown) => void
}

/** Returns the search in the names of `personId`'s colectas, without names at first. */
export function createNameSearch(
  engine: ReplicaEngine,
  personId: string,
  { clock, onFault }: Background,
): NameSearch {
  let names: (Reading & { parts: Part[] }) | null = null
  let reading: Reading | null = null

  function read(args: ListArgs, pause: number): void {
    const own = { list: listIn(args), collectionId: args.collectionId, pause }
    reading = own
    readParts(own, args)
      .catch(onFault)
      .finally(() => {
        if (reading === own) reading = null
      })
  }

  /** Keeps the names in the transaction that reads the last part: no change comes in between. Stops after a change. */
  async function readParts(own: Reading, args: ListArgs): Promise<void> {
    const { matching, params } = listOf({ ...args, search: '' }, personId)
    const parts: Part[] = []
    let pages: number | undefined
    let page = 0
    let isRead = false
    await clock.sleep(own.pause)
    while (!isRead) {
      await clock.sleep(0) // The engine runs in microtasks, and the worker gets no message between those.
      isRead = await engine.transaction(async (tx) => {
        if (reading !== own) return true
        const sql = transactionOn(tx)
        if (pages === undefined) {
          pages = await countPages(sql)
          // The engine finds the rows of a short list by index. To read its names is to read the whole table.
          const isMuch = pages > PAGES_AT_ONCE
          if (isMuch && !(await isLong(sql, args.collectionId, SHORT))) return true
        }
        const next = page + PAGES_AT_ONCE
        const range = [`(${page},0)`, `(${next},0)`]
        const [row] = await sql.query<TextPart>(sqlOfPart(matching, params.length), [
          ...params,
          ...range,
        ])
        if (row?.ids) parts.push(partOf(row)) // null without rows
        page = next
        const isLast = next >= pages
        if (isLast) names = { ...own, parts }
        return isLast
      })
    }
  }

  return {
    find(args) {
      const search = fold(args.search)
      if (search === '') {
        // Other lists may be prefetched.
        const isShown = args.state === 'all' && args.method === 'all'
        const isOf = (one: Reading | null) => one?.collectionId === args.collectionId
        if (isShown && !isOf(names) && !isOf(reading)) read(args, BEFORE_SEARCH)
        return null
      }
      if (args.sort !== 'date' || args.page * args.size > MOST_IN_ORDER) return null
      const list = listIn(args)
      if (names?.list === list) return pageIn(names.parts, search, args)
      if (reading?.list !== list || reading.pause > 0) read(args, 0)
      return null
    },

    forget() {
      names = null
      reading = null
    },
  }
}

interface Reading {
  list: string
  collectionId: string
  /** Before it begins, in ms. */
  pause: number
}

function listIn({ collectionId, state, method }: ListArgs): string {
  return `${collectionId} ${state} ${method}`
}

/** Some of the contributions of a list, in any order. */
interface Part {
  /** Folded names, each with a line break after it. */
  names: string
  /** The place of each name in `names`, and at the end the length of `names`. */
  starts: Uint32Array
  /** Ids, each as 32 hexadecimal digits. */
  ids: string
  /** Moments of payment, in µs since 2000. */
  moments: Float64Array
}

const ID_DIGITS = 32
const MOMENT_DIGITS = 16

/** Returns how many pages of PostgreSQL the table of contributions has. */
async function countPages(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ pages: number }>(
    `select pg_relation_size('contributions') / current_setting('block_size')::int as pages`,
  )
  return row?.pages ?? 0
}

/**
 * SQL: the rows between two places of the table, the parameters after `count`. Each column is one text, because PGlite takes a
 * µs or more for each value of a row.
 */
function sqlOfPart(matching: string, count: number): string {
  return `
    select string_agg(c.contributor_folded, e'\\n') as "names",
           encode(string_agg(uuid_send(c.id), ''), 'hex') as "ids",
           encode(string_agg(timestamptz_send(c.payment_date), ''), 'hex') as "moments"
    from contributions c
    where c.ctid >= $${count + 1}::text::tid and c.ctid < $${count + 2}::text::tid and ${matching}`
}

type TextPart = Record<'names' | 'ids' | 'moments', string>

function partOf({ names, ids, moments }: TextPart): Part {
  const text = `${names}\n`
  const count = ids.length / ID_DIGITS
  const part = {
    names: text,
    ids,
    starts: new Uint32Array(count + 1),
    moments: new Float64Array(count),
  }
  for (let row = 0; row < count; row += 1) {
    part.starts[row + 1] = text.indexOf('\n', part.starts[row]) + 1
    const place = row * MOMENT_DIGITS
    const high = Number.parseInt(moments.slice(place, place + 8), 16)
    const low = Number.parseInt(moments.slice(place + 8, place + MOMENT_DIGITS), 16)
    part.moments[row] = (high | 0) * 2 ** 32 + low
  }
  return part
}

function pageIn(
  parts: readonly Part[],
  search: string,
  { direction, page, size }: ListArgs,
): FoundPage {
  const first = firstRows(page * size, direction === 'asc' ? 1 : -1)
  let total = 0
  for (const part of parts) {
    const { names, starts } = part
    let row = 0
    let found = names.indexOf(search)
    while (found !== -1) {
      while ((starts[row + 1] ?? Infinity) <= found) row += 1
      total += 1
      first.offer(part, row)
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
      const row = { moment, id: ids.slice(index * ID_DIGITS, (index + 1) * ID_DIGITS) }
      let place = rows.length
      while (place > 0 && isBefore(row, rows[place - 1] as Row)) place -= 1
      rows.splice(place, 0, row)
      if (rows.length > count) rows.pop()
    },
    ids: () => rows.map(({ id }) => id),
  }
}

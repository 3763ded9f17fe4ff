/* Times the queries of the list of contributions: on the screen, at the server and on plain arrays. */
import type { Page } from '@playwright/test'
import { collectionContributions } from '../../shared/queries/collection-contributions.ts'
import { SYNCED_TABLES } from '../../shared/sync.ts'
import type { Shown } from './page-watch.ts'

/** Orders of the list, with the screen's labels. */
const SORTS = [
  { header: 'Aportante', sort: 'name' },
  { header: 'Monto', sort: 'amount' },
  { header: 'Método', sort: 'method' },
  { header: 'Mensaje', sort: 'message' },
  { header: 'Fecha', sort: 'date' },
] as const

/** Rare and common names, without accents, with different first letters. */
const WORDS = ['nunez', 'martin', 'gonzalo', 'quiroga', 'sofia', 'ramiro', 'villalba', 'xy']

/** Every prefix of every word, as a person types it. */
export const SEARCHES = WORDS.flatMap((word) =>
  Array.from(word, (_, index) => word.slice(0, index + 1)),
)

interface PageQuery {
  sort: (typeof SORTS)[number]['sort']
  direction: 'asc' | 'desc'
  /** From 1. */
  page: number
}

/** Returns queries for the first and last pages of every order, both ways. */
export function pageQueries(pageCount: number): PageQuery[] {
  return SORTS.flatMap(({ sort }) =>
    (['asc', 'desc'] as const).flatMap((direction) =>
      [1, 2, pageCount, pageCount - 1].map((page) => ({ sort, direction, page })),
    ),
  )
}

/** Shows the first and last pages of every order, both ways. */
export async function timePages(page: Page): Promise<Shown[]> {
  const shown: Shown[] = []
  const press = async (target: ReturnType<Page['getByRole']>) => {
    await page.evaluate(() => window.watch.expectShown())
    await target.click()
    shown.push(await page.evaluate(() => window.watch.shown))
  }
  const pager = page.locator('#aportes').getByRole('navigation', { name: 'Páginas' })
  for (const { header } of SORTS) {
    const column = page.getByRole('columnheader', { name: header }).getByRole('button')
    for (const _ of ['first direction', 'other direction']) {
      await press(column)
      await press(pager.getByRole('button', { name: 'Página siguiente' }))
      await press(pager.getByRole('button').nth(-2)) // the last page
      await press(pager.getByRole('button', { name: 'Página anterior' }))
    }
  }
  return shown
}

/** Types words into the search, each key after the previous result is on the screen. */
export async function timeTyping(page: Page): Promise<Shown[]> {
  const shown: Shown[] = []
  const filter = page.getByLabel('Buscar por nombre')
  for (const word of WORDS) {
    await filter.fill('')
    await page.waitForTimeout(400) // until the URL has changed and earlier queries are done
    await filter.focus()
    for (const key of word) {
      await page.evaluate(() => window.watch.expectShown())
      await page.keyboard.press(key)
      shown.push(await page.evaluate(() => window.watch.shown))
    }
  }
  return shown
}

/** Sends the same queries to the server, one after another. Returns ms from request to parsed response. */
export function timeServer(
  page: Page,
  collectionId: string,
  queries: readonly object[],
): Promise<number[]> {
  const paths = queries.map((query) => {
    const args = JSON.stringify({ collectionId, ...query })
    return `/api/query/${collectionContributions.name}?args=${encodeURIComponent(args)}`
  })
  return page.evaluate(async (paths) => {
    const durations: number[] = []
    for (const path of paths) {
      const began = performance.now()
      const response = await fetch(path)
      if (!response.ok) throw new Error(await response.text())
      await response.json()
      durations.push(performance.now() - began)
    }
    return durations
  }, paths)
}

interface ArrayTimes {
  /** Fetches everything and parses it, in ms. */
  load: number
  pages: number[]
  searches: number[]
}

interface ArrayOptions {
  columns: readonly string[]
  collectionId: string
  pages: readonly PageQuery[]
  searches: readonly string[]
}

/** Runs the same queries on an array of objects, which it filters, sorts and slices. Returns ms without rendering. */
export function timeArrays(
  page: Page,
  options: Omit<ArrayOptions, 'columns'>,
): Promise<ArrayTimes> {
  return page.evaluate(arraysInPage, { ...options, columns: SYNCED_TABLES.contributions })
}

async function arraysInPage(options: ArrayOptions): Promise<ArrayTimes> {
  const { columns, collectionId, pages, searches } = options
  type Row = Record<string, string>
  const COLUMN = {
    date: 'payment_date',
    name: 'contributor_folded',
    amount: 'amount',
    method: 'payment_method',
    message: 'message',
  }

  async function load(): Promise<Row[]> {
    const response = await fetch('/api/sync/snapshot/contributions')
    const csv = await response.text()
    const cells = /"((?:[^"]|"")*)"([,\n]|$)|([,\n])/g
    const rows: Row[] = []
    let row: Row = {}
    let column = 0
    for (const [, quoted, separator, separatorOfEmpty] of csv.matchAll(cells)) {
      const text = quoted?.includes('"') ? quoted.replaceAll('""', '"') : quoted
      row[columns[column] ?? ''] = text ?? ''
      column += 1
      if ((separator ?? separatorOfEmpty) === ',') continue
      rows.push(row)
      row = {}
      column = 0
    }
    return rows
  }

  function select(rows: Row[], { sort, direction, page }: PageQuery, search: string) {
    const key = COLUMN[sort]
    const sign = direction === 'asc' ? 1 : -1
    const found = rows.filter(
      (row) =>
        row.collection_id === collectionId &&
        row.deleted_at === '' &&
        (search === '' || row.contributor_folded?.includes(search)),
    )
    // Amounts are compared as numbers, other values as text.
    const order =
      sort === 'amount'
        ? (a: Row, b: Row) => Number(a[key]) - Number(b[key])
        : (a: Row, b: Row) => {
            const [one = '', other = ''] = [a[key], b[key]]
            return one < other ? -1 : one > other ? 1 : 0
          }
    found.sort((a, b) => sign * order(a, b))
    return { rows: found.slice((page - 1) * 10, page * 10), total: found.length }
  }

  function time(work: () => { total: number }): number {
    const started = performance.now()
    // The result is used, so that the engine cannot skip the work.
    if (work().total < 0) throw new Error('A total is never negative')
    return performance.now() - started
  }

  const started = performance.now()
  const rows = await load()
  const loaded = performance.now() - started
  const newest = { sort: 'date', direction: 'desc', page: 1 } as const
  return {
    load: loaded,
    pages: pages.map((query) => time(() => select(rows, query, ''))),
    searches: searches.map((search) => time(() => select(rows, newest, search))),
  }
}

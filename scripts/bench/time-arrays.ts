import type { Page } from '@playwright/test'
import { COPIED_TABLES } from '../../shared/sync.ts'
import type { PageQuestion } from './questions.ts'

export interface ArrayTimes {
  /** Fetches everything and parses it, in ms. */
  load: number
  pages: number[]
  searches: number[]
}

interface Asked {
  columns: readonly string[]
  collectionId: string
  pages: readonly PageQuestion[]
  searches: readonly string[]
}

/** A page without a database, in ms without rendering: each query filters, sorts and slices an array of objects. */
export function timeArrays(page: Page, asked: Omit<Asked, 'columns'>): Promise<ArrayTimes> {
  return page.evaluate(arraysInPage, { ...asked, columns: COPIED_TABLES.contributions })
}

async function arraysInPage(asked: Asked): Promise<ArrayTimes> {
  const { columns, collectionId, pages, searches } = asked
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
    for (const [, quoted, after, empty] of csv.matchAll(cells)) {
      const text = quoted?.includes('"') ? quoted.replaceAll('""', '"') : quoted
      row[columns[column] ?? ''] = text ?? ''
      column += 1
      if ((after ?? empty) === ',') continue
      rows.push(row)
      row = {}
      column = 0
    }
    return rows
  }

  function answer(rows: Row[], { sort, direction, page }: PageQuestion, search: string) {
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
    if (work().total < 0) throw new Error('An array is longer than that')
    return performance.now() - started
  }

  const started = performance.now()
  const rows = await load()
  const loaded = performance.now() - started
  const newest = { sort: 'date', direction: 'desc', page: 1 } as const
  return {
    load: loaded,
    pages: pages.map((question) => time(() => answer(rows, question, ''))),
    searches: searches.map((search) => time(() => answer(rows, newest, search))),
  }
}

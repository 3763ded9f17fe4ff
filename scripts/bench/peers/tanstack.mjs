/*
 * Benchmark peer of ../peers.ts: TanStack DB on IndexedDB, one index per order. The shown page and its count are live
 * queries.
 */
import {
  and,
  BTreeIndex,
  count,
  createCollection,
  createIndexedDB,
  createLiveQueryCollection,
  eq,
  indexedDBCollectionOptions,
  like,
} from '@tanstack/db'
import { csvOf, fetchRows, PAGE_SIZE, servePage } from './peer-page.mjs'

const SORTS = ['date', 'folded', 'amount', 'method', 'start', 'state']

servePage(async (isNew) => {
  const db = await createIndexedDB({ name: 'peers', version: 1, stores: ['rows'] })
  const rows = createCollection(
    indexedDBCollectionOptions({ db, name: 'rows', getKey: (row) => row.id }),
  )
  // Codes, not words in a language, order the texts.
  for (const sort of SORTS)
    rows.createIndex((row) => row[sort], {
      indexType: BTreeIndex,
      options: { compareOptions: { stringSort: 'lexical' } },
    })
  await rows.preload()
  if (isNew) await rows.insert(await fetchRows()).isPersisted.promise

  /** Lives as long as the page shows it. */
  async function open(view) {
    const shown = createLiveQueryCollection((q) =>
      windowOf(matching(q.from({ row: rows }), view), view),
    )
    const counted = createLiveQueryCollection((q) =>
      matching(q.from({ row: rows }), view).select(({ row }) => ({ total: count(row.id) })),
    )
    const isAll = view.state === 'all' && view.search === ''
    await Promise.all([shown.preload(), isAll ? undefined : counted.preload()])
    return {
      shown,
      result: () => ({
        rows: shown.toArray,
        total: isAll ? rows.size : (counted.toArray[0]?.total ?? 0),
      }),
      close: () => Promise.all([shown.cleanup(), counted.cleanup()]),
    }
  }

  return {
    async findRows(view) {
      const query = await open(view)
      const result = query.result()
      void query.close()
      return result
    },
    watch(view, onResult) {
      const opening = open(view).then((query) => {
        onResult(query.result())
        const subscription = query.shown.subscribeChanges(() => onResult(query.result()))
        return { query, subscription }
      })
      return async () => {
        const { query, subscription } = await opening
        subscription.unsubscribe()
        await query.close()
      }
    },
    apply: ({ row, id, state }) =>
      (row
        ? rows.insert(row)
        : rows.update(id, (draft) => {
            draft.state = state
          })
      ).isPersisted.promise,
    csv: () => csvOf(rows.toArray.sort((a, b) => order(b.date, a.date) || order(b.id, a.id))),
  }
})

function matching(query, { state, search }) {
  const conditions = (row) => [
    ...(state === 'all' ? [] : [eq(row.state, state)]),
    ...(search === '' ? [] : [like(row.folded, `%${search}%`)]),
  ]
  if (state === 'all' && search === '') return query
  return query.where(({ row }) => {
    const [first, second] = conditions(row)
    return second === undefined ? first : and(first, second)
  })
}

function windowOf(query, { sort, direction, page }) {
  const how = { direction, stringSort: 'lexical' }
  return query
    .orderBy(({ row }) => row[sort], how)
    .orderBy(({ row }) => row.id, how)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
}

function order(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}

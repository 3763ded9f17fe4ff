/*
 * Benchmark peer of ../peers.ts: Dexie, with a compound index for each order. It has none for substrings, so a search reads
 * all rows.
 */
import Dexie, { liveQuery } from 'dexie'
import { csvOf, fetchRows, PAGE_SIZE, servePage } from './peer-page.mjs'

servePage(async (isNew) => {
  const database = new Dexie('peers', { chromeTransactionDurability: 'relaxed' })
  database.version(1).stores({
    rows: 'id, [date+id], [folded+id], [amount+id], [method+id], [start+id], [state+date+id]',
  })
  const { rows } = database
  if (isNew) await rows.bulkAdd(await fetchRows())

  function find({ sort, state }) {
    if (state === 'all') return rows.orderBy(`[${sort}+id]`)
    return rows
      .where('[state+date+id]')
      .between([state, Dexie.minKey, Dexie.minKey], [state, Dexie.maxKey, Dexie.maxKey])
  }

  async function findRows(view) {
    if (view.search !== '') return search(view)
    const total = await find(view).count()
    // A cursor skips rows one by one, so it begins at the nearer end.
    const skipped = (view.page - 1) * PAGE_SIZE
    const size = Math.max(0, Math.min(PAGE_SIZE, total - skipped))
    const fromEnd = skipped > total / 2
    const found = find(view)
    const all = (view.direction === 'desc') === fromEnd ? found : found.reverse()
    const page = await all
      .offset(fromEnd ? Math.max(0, total - skipped - size) : skipped)
      .limit(size)
      .toArray()
    return { rows: fromEnd ? page.reverse() : page, total }
  }

  /** All rows at once: a filter of its own would read them one by one, by a cursor. */
  async function search(view) {
    const { page, direction } = view
    const all = await find(view).toArray()
    const found = all.filter((row) => row.folded.includes(view.search))
    if (direction === 'desc') found.reverse()
    return { rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), total: found.length }
  }

  return {
    findRows,
    watch(view, onResult) {
      const subscription = liveQuery(() => findRows(view)).subscribe(onResult)
      return () => subscription.unsubscribe()
    },
    apply: ({ row, id, state }) => (row ? rows.add(row) : rows.update(id, { state })),
    csv: async () => csvOf(await rows.orderBy('[date+id]').reverse().toArray()),
  }
})

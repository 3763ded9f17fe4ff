/*
 * Benchmark peer of ../peers.ts: an array of objects per order, sorted when it is first needed. The rows are stored in
 * IndexedDB.
 */
import { openDB } from 'idb'
import { csvOf, fetchRows, PAGE_SIZE, servePage } from './peer-page.mjs'

servePage(async (isNew) => {
  const database = await openDB('peers', 1, {
    upgrade: (database) => database.createObjectStore('rows', { keyPath: 'id' }),
  })
  const rows = isNew ? await fetchRows() : await database.getAll('rows')
  if (isNew) {
    const transaction = database.transaction('rows', 'readwrite', { durability: 'relaxed' })
    for (const row of rows) transaction.store.put(row)
    await transaction.done
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  /** By the column of the order. */
  const sorted = new Map()

  function inOrder(sort) {
    const known = sorted.get(sort)
    if (known) return known
    const all = [...byId.values()].sort((a, b) => compare(a, b, sort))
    sorted.set(sort, all)
    return all
  }

  return {
    findRows({ sort, direction, page, state, search }) {
      const all = inOrder(sort)
      const isAll = state === 'all' && search === ''
      const found = isAll
        ? all
        : all.filter(
            (row) =>
              (state === 'all' || row.state === state) &&
              (search === '' || row.folded.includes(search)),
          )
      const [from, to] = [(page - 1) * PAGE_SIZE, page * PAGE_SIZE]
      const total = found.length
      if (direction === 'asc') return { rows: found.slice(from, to), total }
      return {
        rows: found.slice(Math.max(0, total - to), Math.max(0, total - from)).reverse(),
        total,
      }
    },
    async apply(change) {
      const row = change.row ?? { ...byId.get(change.id), state: change.state }
      const before = byId.get(row.id)
      byId.set(row.id, row)
      for (const [sort, all] of sorted) {
        const place = placeOf(all, row, sort)
        all.splice(place, before ? 1 : 0, row)
      }
      await database.put('rows', row)
    },
    csv: () => csvOf(inOrder('date').toReversed()),
  }
})

function compare(a, b, sort) {
  if (a[sort] !== b[sort]) return a[sort] < b[sort] ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** No change moves a row within an order. */
function placeOf(all, row, sort) {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(all[middle], row, sort) < 0) low = middle + 1
    else high = middle
  }
  return low
}

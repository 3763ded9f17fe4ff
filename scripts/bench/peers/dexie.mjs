/* Dexie: a compound index for each order; it has none for substrings, so a search reads all rows. */
import Dexie, { liveQuery } from 'dexie'
import { csvOf, fetchRows, offer, PAGE_SIZE } from './questions.mjs'

offer(async (isNew) => {
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

  async function ask(question) {
    if (question.search !== '') return search(question)
    const total = await find(question).count()
    // A cursor skips rows one by one, so it begins at the nearer end.
    const skipped = (question.page - 1) * PAGE_SIZE
    const size = Math.max(0, Math.min(PAGE_SIZE, total - skipped))
    const fromEnd = skipped > total / 2
    const found = find(question)
    const all = (question.direction === 'desc') === fromEnd ? found : found.reverse()
    const page = await all
      .offset(fromEnd ? Math.max(0, total - skipped - size) : skipped)
      .limit(size)
      .toArray()
    return { rows: fromEnd ? page.reverse() : page, total }
  }

  /** All rows at once: a filter of its own would read them one by one, by a cursor. */
  async function search(question) {
    const { page, direction } = question
    const all = await find(question).toArray()
    const found = all.filter((row) => row.folded.includes(question.search))
    if (direction === 'desc') found.reverse()
    return { rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), total: found.length }
  }

  return {
    ask,
    watch(question, onAnswer) {
      const subscription = liveQuery(() => ask(question)).subscribe(onAnswer)
      return () => subscription.unsubscribe()
    },
    apply: ({ row, id, state }) => (row ? rows.add(row) : rows.update(id, { state })),
    csv: async () => csvOf(await rows.orderBy('[date+id]').reverse().toArray()),
  }
})

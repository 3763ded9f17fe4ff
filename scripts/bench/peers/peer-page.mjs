/*
 * Runs in the page of one benchmark peer: opens its store, and lets ../peers.ts run and time queries on it. A time is
 * that from a call on the main thread to its rows. The script of each store calls `servePage(open)`. `open(isNew)` fills
 * a new store with /rows.json or /rows.csv, or opens the filled one, and returns
 *
 *   findRows({ sort, direction, page, state, search }) -> { rows, total }: ten rows, and the number of all that match
 *   apply(change): adds `{ row }`, or sets `{ id, state }`; resolves when it is stored
 *   watch(view, onResult) -> stop: optional; calls onResult with each new result
 *   csv() -> Blob of all rows, newest first
 *   settle(): optional; resolves when everything is indexed and on the disk
 */

export const PAGE_SIZE = 10
const NEWEST = { sort: 'date', direction: 'desc', page: 1, state: 'all', search: '' }

export function servePage(open) {
  if (!location.protocol.startsWith('http')) return
  const opened = openStore(open)
  globalThis.peer = {
    opened: async () => (await opened).took,
    settle: async () => (await opened).store.settle?.(),
    findRows: async (views) => findAll((await opened).store, views),
    live: async (changes) => applyAll((await opened).store, changes),
    csv: async () => exportCsv((await opened).store),
  }
}

/** `took`: ms from the page's start to its first rows. */
async function openStore(open) {
  const isNew = localStorage.getItem('filled') === null
  const store = await open(isNew)
  await store.findRows(NEWEST)
  const took = performance.now()
  localStorage.setItem('filled', 'yes')
  return { store, took }
}

async function findAll(store, views) {
  const results = []
  for (const view of views) {
    const started = performance.now()
    const { rows, total } = await store.findRows({ ...NEWEST, ...view })
    const took = performance.now() - started
    results.push({ took, result: `${total}: ${rows.map(({ id }) => id).join(' ')}` })
  }
  return results
}

async function applyAll(store, changes) {
  const results = []
  for (const change of changes) {
    const date = new Date().toISOString().replace('Z', '000Z')
    const { took, rows } = await applyOne(
      store,
      change.row ? { row: { ...change.row, date } } : change,
    )
    results.push({ took, result: rows.map(({ id, state }) => `${id} ${state}`).join(', ') })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return results
}

/** Returns the rows of the shown page once they hold the change, and the ms that it took. */
async function applyOne(store, change) {
  const { id, state } = change.row ?? change
  const isRight = (rows) => rows.some((row) => row.id === id && row.state === state)
  const watch = store.watch ?? watchByFinding
  let onResult = () => {}
  const next = () =>
    new Promise((resolve) => {
      onResult = resolve
    })
  const first = next()
  const stop = watch(NEWEST, ({ rows }) => onResult(rows))
  await first

  const started = performance.now()
  let shown = next()
  const applied = (async () => {
    await store.apply(change)
    if (!store.watch) onResult((await store.findRows(NEWEST)).rows)
  })()
  let rows = await shown
  while (!isRight(rows)) {
    shown = next()
    rows = await shown
  }
  const took = performance.now() - started
  await applied
  ;(await stop)()
  return { took, rows }
}

/** For a store without live queries: applyOne finds the rows again after the change. */
async function watchByFinding(_, onResult) {
  onResult({ rows: [] })
  return () => {}
}

async function exportCsv(store) {
  const started = performance.now()
  const file = await store.csv()
  const took = performance.now() - started
  // No message has a line break.
  return { took, lines: (await file.text()).trimEnd().split('\n').length }
}

/** Returns the rows of /rows.json as objects. */
export async function fetchRows() {
  const { columns, rows } = await (await fetch('/rows.json')).json()
  return rows.map((cells) =>
    Object.fromEntries(columns.map((column, index) => [column, cells[index]])),
  )
}

const quoted = (value) => `"${String(value).replaceAll('"', '""')}"`

/** Returns the columns of the product's file. */
export function csvOf(rows) {
  const lines = rows.map((row) =>
    [row.date, row.name, row.amount, row.method, row.state, row.message].map(quoted).join(),
  )
  return new Blob([lines.join('\n')], { type: 'text/csv' })
}

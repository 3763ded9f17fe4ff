/*
 * Runs in a page: opens a store, asks it every question and times each from the question to its rows on the main
 * thread. `offer(open)` is called by the adapter of each store. `open(isNew)` fills a new store with /rows, or opens
 * the filled one, and returns
 *
 *   ask({ sort, direction, page, state, search }) -> { rows, total }: ten rows, and the number of all that match
 *   apply(change): adds `{ row }`, or sets `{ id, state }`; resolves when it is stored
 *   watch(question, onAnswer) -> stop: optional; calls onAnswer with each new answer
 *   csv() -> Blob of all rows, newest first
 *   settle(): optional; resolves when everything is indexed and on the disk
 */

export const PAGE_SIZE = 10
const NEWEST = { sort: 'date', direction: 'desc', page: 1, state: 'all', search: '' }

export function offer(open) {
  if (!location.protocol.startsWith('http')) return
  const opened = openAndAsk(open)
  globalThis.peer = {
    opened: async () => (await opened).took,
    settle: async () => (await opened).store.settle?.(),
    ask: async (questions) => askAll((await opened).store, questions),
    live: async (changes) => applyAll((await opened).store, changes),
    csv: async () => exportCsv((await opened).store),
  }
}

/** `took`: ms from the page's start to its first rows. */
async function openAndAsk(open) {
  const isNew = localStorage.getItem('filled') === null
  const store = await open(isNew)
  await store.ask(NEWEST)
  const took = performance.now()
  localStorage.setItem('filled', 'yes')
  return { store, took }
}

async function askAll(store, questions) {
  const answers = []
  for (const question of questions) {
    const started = performance.now()
    const { rows, total } = await store.ask({ ...NEWEST, ...question })
    const took = performance.now() - started
    answers.push({ took, answer: `${total}: ${rows.map(({ id }) => id).join(' ')}` })
  }
  return answers
}

async function applyAll(store, changes) {
  const answers = []
  for (const change of changes) {
    const date = new Date().toISOString().replace('Z', '000Z')
    const { took, rows } = await applyOne(
      store,
      change.row ? { row: { ...change.row, date } } : change,
    )
    answers.push({ took, answer: rows.map(({ id, state }) => `${id} ${state}`).join(', ') })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return answers
}

/** Returns the rows of the shown page once they hold the change, and the ms that it took. */
async function applyOne(store, change) {
  const { id, state } = change.row ?? change
  const isRight = (rows) => rows.some((row) => row.id === id && row.state === state)
  const watch = store.watch ?? watchByAsking
  let onAnswer = () => {}
  const next = () =>
    new Promise((resolve) => {
      onAnswer = resolve
    })
  const first = next()
  const stop = watch(NEWEST, ({ rows }) => onAnswer(rows))
  await first

  const started = performance.now()
  let shown = next()
  const applied = (async () => {
    await store.apply(change)
    if (!store.watch) onAnswer((await store.ask(NEWEST)).rows)
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

/** For a store that watches nothing: who changes it asks again. */
async function watchByAsking(_, onAnswer) {
  onAnswer({ rows: [] })
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

/* Benchmark peer of ../peers.ts: PGlite in its own PGliteWorker. Its live queries return the page and the count. */
import { live } from '@electric-sql/pglite/live'
import { PGliteWorker } from '@electric-sql/pglite/worker'
import { csvOf, PAGE_SIZE, servePage } from './peer-page.mjs'

const SCHEMA = `
  create extension pg_trgm;
  create table rows (
    id text collate "C", name text, folded text collate "C", amount bigint, method text collate "C",
    message text, start text collate "C", date text collate "C", state text
  );`
const INDEXES = `
  alter table rows add primary key (id);
  create index on rows (date, id);
  create index on rows (folded, id);
  create index on rows (amount, id);
  create index on rows (method, id);
  create index on rows (start, id);
  create index on rows (state, date, id);
  create index on rows using gin (folded gin_trgm_ops);
  analyze rows;`

servePage(async (isNew) => {
  const database = await PGliteWorker.create(new Worker('/pglite-worker.js', { type: 'module' }), {
    extensions: { live },
  })
  if (isNew) {
    await database.exec(SCHEMA)
    const blob = await (await fetch('/rows.csv')).blob()
    await database.query(`copy rows from '/dev/blob' with (format csv, header)`, [], { blob })
    await database.exec(INDEXES)
  }

  return {
    async findRows(view) {
      const { text, params } = selection(view)
      const counted = database.query(`select count(*)::int as total from (${text}) r`, params)
      const { rows } = await database.query(pageOf(view), params)
      return { rows, total: (await counted).rows[0].total }
    },
    watch(view, onResult) {
      const { text, params } = selection(view)
      const { sort, direction, page } = view
      const watched = database.live.query({
        query: `${text} order by ${sort} ${direction}, id ${direction}`,
        params,
        offset: (page - 1) * PAGE_SIZE,
        limit: PAGE_SIZE,
        callback: ({ rows, totalCount }) => onResult({ rows, total: totalCount }),
      })
      return async () => (await watched).unsubscribe()
    },
    apply: ({ row, id, state }) =>
      row
        ? database.query(
            `insert into rows (${Object.keys(row)})
             values (${Object.keys(row).map((_, index) => `$${index + 1}`)})`,
            Object.values(row),
          )
        : database.query('update rows set state = $1 where id = $2', [state, id]),
    async csv() {
      const { rows } = await database.query('select * from rows order by date desc, id desc')
      return csvOf(rows)
    },
  }
})

function selection({ state, search }) {
  const params = [...(state === 'all' ? [] : [state]), ...(search === '' ? [] : [`%${search}%`])]
  const conditions = [
    ...(state === 'all' ? [] : ['state = $1']),
    ...(search === '' ? [] : [`folded like $${params.length}`]),
  ]
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  return { text: `select * from rows ${where}`, params }
}

function pageOf({ sort, direction, page, ...view }) {
  const { text } = selection(view)
  return `${text} order by ${sort} ${direction}, id ${direction}
          limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`
}

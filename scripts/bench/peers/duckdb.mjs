/*
 * Benchmark peer of ../peers.ts: DuckDB WASM in its own worker, on a file of the OPFS. It has no indexes: no order would use
 * them.
 */
import { AsyncDuckDB, DuckDBAccessMode, VoidLogger } from '@duckdb/duckdb-wasm'
import { csvOf, PAGE_SIZE, servePage } from './peer-page.mjs'

const TYPES = {
  id: 'varchar',
  name: 'varchar',
  folded: 'varchar',
  amount: 'bigint',
  method: 'varchar',
  message: 'varchar',
  start: 'varchar',
  date: 'varchar',
  state: 'varchar',
}

servePage(async (isNew) => {
  const database = new AsyncDuckDB(new VoidLogger(), new Worker('/duckdb-browser-eh.worker.js'))
  await database.instantiate(new URL('/duckdb-eh.wasm', location.href).href)
  await database.open({
    path: 'opfs://peers.duckdb',
    accessMode: DuckDBAccessMode.READ_WRITE,
    query: { castBigIntToDouble: true },
  })
  const connection = await database.connect()
  if (isNew) await fill()

  async function fill() {
    const columns = Object.entries(TYPES).map(([name, type]) => `'${name}': '${type}'`)
    await database.registerFileText('rows.csv', await (await fetch('/rows.csv')).text())
    await connection.query(`
      create table rows as
      from read_csv('rows.csv', header = true, columns = {${columns}}, force_not_null = ['message', 'start'])`)
    await database.dropFile('rows.csv')
    await connection.query('checkpoint')
  }

  /** Prepared once, by their text. */
  const statements = new Map()
  async function query(text, params) {
    const prepared = statements.get(text) ?? connection.prepare(text)
    statements.set(text, prepared)
    const table = await (await prepared).query(...params)
    return table.toArray().map((row) => row.toJSON())
  }

  return {
    async findRows({ sort, direction, page, state, search }) {
      const conditions = [
        ...(state === 'all' ? [] : ['state = ?']),
        ...(search === '' ? [] : ['contains(folded, ?)']),
      ]
      const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
      const params = [...(state === 'all' ? [] : [state]), ...(search === '' ? [] : [search])]
      const [{ total }] = await query(`select count(*) as total from rows ${where}`, params)
      const rows = await query(
        `select * from rows ${where}
         order by ${sort} ${direction}, id ${direction}
         limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`,
        params,
      )
      return { rows, total }
    },
    apply: ({ row, id, state }) =>
      row
        ? query(
            `insert into rows (${Object.keys(row)}) values (${Object.keys(row).map(() => '?')})`,
            Object.values(row),
          )
        : query('update rows set state = ? where id = ?', [state, id]),
    csv: async () => csvOf(await query('select * from rows order by date desc, id desc', [])),
  }
})

/* Runs the statements of sqlite.mjs on a file of the origin private file system. */
import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { csvOf, fetchRows } from './peer-page.mjs'

const SCHEMA = `
  create table rows (
    id text primary key, name text, folded text, amount integer, method text,
    message text, start text, date text, state text
  ) without rowid;`
// The order's column and the primary key are in each index. They are built after the rows.
const INDEXES = `
  create index by_date on rows (date);
  create index by_folded on rows (folded);
  create index by_amount on rows (amount);
  create index by_method on rows (method);
  create index by_start on rows (start);
  create index by_state on rows (state, date);
  analyze;`

const opened = open()
/** Prepared once, by their text. */
const statements = new Map()

async function open() {
  const sqlite3 = await sqlite3InitModule()
  const pool = await sqlite3.installOpfsSAHPoolVfs({ name: 'peers' })
  return new pool.OpfsSAHPoolDb('/peers.sqlite3')
}

async function fill() {
  const database = await opened
  const rows = await fetchRows()
  database.exec(SCHEMA)
  database.transaction(() => {
    const names = Object.keys(rows[0])
    const insert = database.prepare(`insert into rows values (${names.map(() => '?')})`)
    for (const row of rows) insert.bind(Object.values(row)).stepReset()
    insert.finalize()
  })
  database.exec(INDEXES)
}

async function query(text, params) {
  const database = await opened
  const statement = statements.get(text) ?? database.prepare(text)
  statements.set(text, statement)
  if (params.length > 0) statement.bind(params)
  const rows = []
  while (statement.step()) rows.push(statement.get({}))
  statement.reset()
  return rows
}

const CALLS = {
  fill,
  query,
  csv: async () => csvOf(await query('select * from rows order by date desc, id desc', [])),
}

self.onmessage = async ({ data: { id, method, args } }) => {
  try {
    self.postMessage({ id, value: await CALLS[method](...args) })
  } catch (error) {
    self.postMessage({ id, error: String(error) })
  }
}

import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareStatements } from '../../shared/prepared-statements.ts'

let pglite: PGlite
/** The types of the messages that reached the engine: P parses, D describes, B binds, C closes. */
let sent = ''

beforeAll(async () => {
  pglite = await PGlite.create()
  const send = pglite.execProtocolStream.bind(pglite)
  pglite.execProtocolStream = (message, options) => {
    sent += String.fromCharCode(message[0] ?? 0)
    return send(message, options)
  }
  prepareStatements(pglite)
})
beforeEach(async () => {
  await pglite.exec(`
    drop table if exists notes;
    create table notes (id int primary key, text text, at date);
    insert into notes values (1, 'uno', '2026-01-01'), (2, 'dos', null)`)
  sent = ''
})
afterAll(() => pglite.close())

const ask = async (sql: string, params: unknown[] = []) =>
  (await pglite.query<Record<string, unknown>>(sql, params)).rows

test('a repeated statement is parsed and described twice, then never again', async () => {
  const find = 'select id, text from notes where id = $1 or text = $2::text order by id'
  const answers = [
    await ask(find, [1, null]),
    await ask(find, [2, null]),
    await ask(find, [null, 'uno']),
    await ask(find, [7, 'ñandú “€”']),
  ]
  const [uno, dos] = [
    { id: 1, text: 'uno' },
    { id: 2, text: 'dos' },
  ]
  expect(answers).toEqual([[uno], [dos], [uno], []])
  expect(sent).toBe(`PDBDESPDBES${'BES'.repeat(2)}`)
})

test('alternating statements each return their own columns', async () => {
  for (let round = 0; round < 4; round++) {
    expect(await ask('select at from notes where id = $1', [2])).toEqual([{ at: null }])
    expect(await ask('select count(*)::int as n from notes')).toEqual([{ n: 2 }])
    expect(await ask('insert into notes values ($1, $2)', [10 + round, 'x'])).toEqual([])
    expect(await ask('delete from notes where id > $1 returning text', [9])).toEqual([
      { text: 'x' },
    ])
  }
})

test('a statement that failed works again, in and after its transaction', async () => {
  const insert = 'insert into notes (id, text) values ($1, $2) returning id'
  const add = (id: unknown) => ask(insert, [id, 'x'])
  await add(3)
  await add(4)
  await expect(add(4)).rejects.toMatchObject({ code: '23505' })
  await expect(add('no number')).rejects.toMatchObject({ code: '22P02' })
  expect(await add(5)).toEqual([{ id: 5 }])

  const failed = pglite.transaction(async (tx) => {
    await tx.query(insert, [6, 'x'])
    await tx.query(insert, [6, 'x']).catch(() => undefined)
    await tx.query(insert, [7, 'x'])
  })
  await expect(failed).rejects.toMatchObject({ code: '25P02' })
  expect(await add(6)).toEqual([{ id: 6 }])
  expect(await add(7)).toEqual([{ id: 7 }])

  for (let round = 0; round < 3; round++) {
    await expect(ask('select from nowhere')).rejects.toMatchObject({ code: '42P01' })
  }
})

test('a statement works on a table that was dropped and created again', async () => {
  const find = 'select text from notes where id = $1'
  for (let round = 0; round < 8; round++) expect(await ask(find, [1])).toEqual([{ text: 'uno' }])
  await pglite.exec('drop table notes')
  await expect(ask(find, [1])).rejects.toMatchObject({ code: '42P01' })
  await pglite.exec(`create table notes (more int, text text, id int);
    insert into notes values (0, 'otra', 1)`)
  expect(await ask(find, [1])).toEqual([{ text: 'otra' }])
})

test('only the 100 statements used last stay prepared', async () => {
  for (let n = 0; n < 150; n++) {
    for (let round = 0; round < 3; round++) {
      expect(await ask(`select $1::int + ${n} as sum`, [1])).toEqual([{ sum: n + 1 }])
      expect(await ask('select text from notes where id = 2')).toEqual([{ text: 'dos' }])
    }
  }
  const kept = (
    await ask('select statement from pg_prepared_statements order by prepare_time')
  ).map(({ statement }) => statement)
  expect(kept).toHaveLength(100)
  expect(kept).toContain('select text from notes where id = 2')
  expect(kept).toContain('select $1::int + 149 as sum')
  expect(kept).not.toContain('select $1::int + 1 as sum')
})

test('a statement that cannot be prepared is parsed each time', async () => {
  for (let round = 0; round < 3; round++) await ask('set local app.x = 1')
  expect(sent).toBe('PDBDES'.repeat(3))
})

/* The diagnosis page's calls to a replica: read-only SQL, and sizes. */
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import { MOST_ROWS } from '../../web/api/diagnosis.ts'
import { recentFaults } from '../../web/api/faults.ts'
import { diagnose, diagnoseNothing, querySql } from '../../web/replica/diagnosis.ts'
import { openEngine } from './person-replica.ts'

const LUCIA = newId()

let engine: PGlite

beforeAll(async () => {
  engine = await openEngine()
  await engine.exec(
    `set session_replication_role = replica; -- as the server's word: no trigger fires
     insert into users (id, email, first_name, last_name)
     values ('${LUCIA}', 'lucia@example.com', 'Lucía', 'Fernández');
     set session_replication_role = origin;
     update replica_state set cursor = 'a cursor';
     create function rename_all() returns void language sql
       as $$ update users set first_name = 'Nadie' $$;
     create procedure rename_and_commit() language plpgsql
       as $$ begin update users set first_name = 'Nadie'; commit; end $$`,
  )
})
afterAll(() => engine.close())

describe('a query', () => {
  it('returns columns and rows, each value as text', async () => {
    const answer = await querySql(
      engine,
      `select first_name, default_bank_account, 1.50::numeric as amount, date '2026-11-21' as day,
              timestamptz '2026-11-21 12:00Z' as moment, array[1, 2] as list, '{"a": 1}'::jsonb as json,
              true as yes, 12345678901234567890 as large
       from users;`,
    )
    expect(answer).toEqual({
      columns: [
        ...['first_name', 'default_bank_account', 'amount', 'day', 'moment', 'list', 'json'],
        ...['yes', 'large'],
      ],
      rows: [
        [
          ...['Lucía', null, '1.50', '2026-11-21', '2026-11-21 12:00:00+00', '[1,2]', '{"a": 1}'],
          ...['true', '12345678901234567890'],
        ],
      ],
      hasMore: false,
    })
  })

  it(`returns ${MOST_ROWS} rows at most, and says that there are more`, async () => {
    const answer = await querySql(engine, 'select * from generate_series(1, 1000000)')
    expect(answer.rows).toHaveLength(MOST_ROWS)
    expect(answer.hasMore).toBe(true)
    const all = await querySql(engine, `select * from generate_series(1, ${MOST_ROWS})`)
    expect(all).toMatchObject({ hasMore: false })
  })

  it('cuts a long value', async () => {
    const { rows } = await querySql(engine, `select repeat('x', 5000)`)
    expect(rows[0]?.[0]).toBe(`${'x'.repeat(1000)}…`)
    const whole = await querySql(engine, `select repeat('x', 1000), '\\x0102'::bytea`)
    expect(whole.rows).toEqual([['x'.repeat(1000), '2 bytes']])
  })

  it('may be a plan, a table or values', async () => {
    const plan = await querySql(engine, '\n EXPLAIN analyze select * from users')
    expect(plan.columns).toEqual(['QUERY PLAN'])
    expect((await querySql(engine, 'table users')).rows).toHaveLength(1)
    expect((await querySql(engine, 'values (1), (2)')).rows).toEqual([['1'], ['2']])
  })
})

describe('a query that writes is refused with the message of the engine, and changes nothing:', () => {
  it.each([
    'delete from users',
    `update users set first_name = 'Nadie'`,
    `with gone as (delete from users returning id) select * from gone`,
    'select rename_all()',
    'call rename_and_commit()',
    'commit; delete from users',
    'select 1; commit; delete from users',
    'rollback',
    'commit',
    'commit -- explain',
    'set transaction read write',
    `select set_config('transaction_read_only', 'off', true), rename_all()`,
    `select set_config('role', 'none', true), set_config('transaction_read_only', 'off', true), rename_all()`,
    `do $$ begin set transaction read write; delete from users; end $$`,
    'explain analyze delete from users',
    'explain analyze create table taken as select * from users',
    'explain select 1; commit; delete from users',
    'create table taken as select * from users',
    'create temp table taken (id int)',
    'select * into taken from users',
    'truncate users',
    'drop table users',
    `copy users to '/tmp/users'`,
    `copy (select 1) to '/dev/blob'`,
    `select lo_from_bytea(0, 'x')`,
    'vacuum users',
    'select * from users for update',
    '/* hidden */ delete from users',
    'select pg_terminate_backend(pg_backend_pid())',
    `select pg_read_file('postgresql.conf')`,
    'selec 1',
    '',
  ])('%s', async (text) => {
    const before = await contents()
    await expect(querySql(engine, text)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/\w/),
      cause: expect.any(Error),
    })
    expect(await contents()).toEqual(before)
    // The next one begins as if there had been none.
    expect(await querySql(engine, 'select current_user')).toMatchObject({
      rows: [['pg_read_all_data']],
    })
  })
})

it.each(['ENOSPC', undefined])(
  'rethrows an error that is no refusal of the engine, such as one with the code %s',
  async (code) => {
    const error = Object.assign(new Error('It fails.'), { code })
    const failing = Object.assign(Object.create(engine) as PGlite, {
      transaction: () => Promise.reject(error),
    })
    await expect(querySql(failing, 'select 1')).rejects.toBe(error)
  },
)

it('leaves role, mode and settings of the engine as they were', async () => {
  await querySql(engine, `select set_config('search_path', 'nowhere', false)`)
  const { rows } = await engine.query(
    `select current_user::text, current_setting('transaction_read_only') as mode,
            (select count(*)::int from users) as people`,
  )
  expect(rows).toEqual([{ current_user: 'postgres', mode: 'off', people: 1 }])
})

it('returns the cursor, the engine, and the rows of each table', async () => {
  const { cursor, engine: version, tables, bytes } = await diagnose(engine)
  expect(cursor).toBe('a cursor')
  expect(version).toMatch(/^\d+\.\d+/)
  expect(tables.map(({ name }) => name)).toEqual([
    ...['users', 'collections', 'contributed_collections', 'contributions'],
    ...['statement_matches', 'statement_keys', 'people'],
    ...['undo', 'local_mutations', 'touches'],
  ])
  expect(tables[0]).toMatchObject({ rows: 1, bytes: expect.any(Number) })
  expect(bytes).toBeGreaterThan(tables[0]?.bytes ?? 0)
})

it('returns only the errors of a device without a replica', () => {
  expect(diagnoseNothing()).toEqual({
    cursor: null,
    engine: null,
    tables: [],
    bytes: null,
    faults: recentFaults(),
  })
})

/** Of every table that a query might change, and which there are. */
async function contents() {
  const { rows } = await engine.query(
    `select (select jsonb_agg(u) from users u) as users,
            (select cursor from replica_state) as cursor,
            (select jsonb_agg(relname order by relname) from pg_class where relkind = 'r') as tables`,
  )
  return rows
}

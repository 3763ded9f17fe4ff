import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { vacuumChanged } from '../../../server/data/upkeep.ts'

/* PGlite has no autovacuum. `vacuumChanged` (server/data/upkeep.ts) does its work. */

let pglite: PGlite
beforeAll(async () => {
  pglite = await PGlite.create()
})
beforeEach(async () => {
  await pglite.exec('create table tiles (n int); insert into tiles select generate_series(1, 5000)')
})
afterEach(async () => {
  await pglite.exec('drop table tiles')
})
afterAll(() => pglite.close())

test('a table that grew is analysed, so that the planner knows its size', async () => {
  await statisticsArrive()
  expect(await knownRows()).toBe(-1)
  await vacuumChanged(pglite)
  expect(await knownRows()).toBe(5000)
})

test('dead rows are removed', async () => {
  await vacuumChanged(pglite)
  await pglite.exec('update tiles set n = n + 1')
  await statisticsArrive()
  await vacuumChanged(pglite)
  const { rows } = await pglite.query('select n_dead_tup from pg_stat_user_tables')
  expect(rows).toEqual([{ n_dead_tup: 0 }])
})

test('rows that were loaded and analysed can be read from an index alone', async () => {
  await pglite.exec('analyze tiles')
  await statisticsArrive()
  await vacuumChanged(pglite)
  const { rows } = await pglite.query(
    `select relallvisible = relpages as "all" from pg_class where relname = 'tiles'`,
  )
  expect(rows).toEqual([{ all: true }])
})

test('a table that hardly changed is not analysed again', async () => {
  await statisticsArrive()
  await vacuumChanged(pglite)
  await pglite.exec('insert into tiles values (0)')
  await statisticsArrive()
  await vacuumChanged(pglite)
  expect(await knownRows()).toBe(5000)
})

async function knownRows(): Promise<number | undefined> {
  const { rows } = await pglite.query<{ reltuples: number }>(
    `select reltuples from pg_class where relname = 'tiles'`,
  )
  return rows[0]?.reltuples
}

/** Postgres reports its counts with the first statement after a second. */
async function statisticsArrive(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1100))
  await pglite.query('select 1')
}

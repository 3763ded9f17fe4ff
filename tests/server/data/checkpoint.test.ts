import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { checkpointIfDue } from '../../../server/data/upkeep.ts'

test('runs a checkpoint when the log has grown enough, and not before', async () => {
  const pglite = await PGlite.create()
  const lastCheckpoint = async () => {
    const { rows } = await pglite.query<{ at: string }>(
      'select redo_lsn::text as at from pg_control_checkpoint()',
    )
    return rows[0]?.at
  }
  const first = await lastCheckpoint()
  await pglite.exec('create table tiles as select generate_series(1, 10000) as n')
  await checkpointIfDue(pglite)
  expect(await lastCheckpoint()).toBe(first)
  await checkpointIfDue(pglite, 100_000)
  expect(await lastCheckpoint()).not.toBe(first)
  await pglite.close()
})

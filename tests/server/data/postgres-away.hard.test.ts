import { chmodSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../scripts/start-postgres.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'
import type { Database } from '../../../server/data/database.ts'
import { openDatabase } from '../../../server/data/open.ts'
import { isTransientDatabaseError } from '../../../server/domain/outage-errors.ts'
import { SECOND } from '../../../shared/time.ts'
import { until } from '../../support/until.ts'

const AWAY = 4 * SECOND

describe('a PostgreSQL that goes away', () => {
  const folder = makeTemporaryFolder()
  let postgres: PostgresServer
  beforeAll(async () => {
    chmodSync(folder, 0o711) // PostgreSQL runs as a user of its own and must pass through
    postgres = await startPostgres(folder, { forgetful: true })
    return () => postgres.stop()
  })

  const open = () => openDatabase({ databaseUrl: postgres.url, dataDir: folder })

  it('fails queries within seconds, and works soon after it is back', async () => {
    const database = await open()
    await postgres.stop()
    const stopped = performance.now()
    while (performance.now() - stopped < AWAY) {
      const asked = performance.now()
      const errors = await Promise.all(
        Array.from({ length: 20 }, () => database.query('select 1').catch((error) => error)),
      )
      expect(errors.every(isTransientDatabaseError)).toBe(true)
      // The rule is a time: a person waits for the query.
      expect(performance.now() - asked).toBeLessThan(3 * SECOND)
      await sleep(50)
    }
    await postgres.start()
    const back = performance.now()
    while (!(await database.query('select 1').catch(() => null))) await sleep(50)
    // The rule is a time: the driver's own back-off grows to 20 s.
    expect(performance.now() - back).toBeLessThan(3 * SECOND)
    await database.close()
  })

  it('counts as unavailable after a lock timeout or a deadlock', async () => {
    const [one, other] = [await open(), await open()]
    await one.query('create table pair as select n from generate_series(1, 2) n')
    const late = await one.transaction(async (tx) => {
      await tx.query('select from pair for update')
      return other
        .transaction(async (tx) => {
          await tx.query(`set local lock_timeout = '50 ms'`)
          await tx.query('select from pair for update')
        })
        .catch((error) => error)
    })
    expect(late).toMatchObject({ code: '55P03' })
    expect(late).toSatisfy(isTransientDatabaseError)

    let go = () => {}
    const bothHoldOne = new Promise<void>((resolve) => {
      go = resolve
    })
    let holding = 0
    const cross = (database: Database, first: number, second: number) =>
      database.transaction(async (tx) => {
        await tx.query('select from pair where n = $1 for update', [first])
        if (++holding === 2) go()
        await bothHoldOne
        await tx.query('select from pair where n = $1 for update', [second]).catch((error) => {
          undone.push(error)
          throw error
        })
      })
    const undone: unknown[] = [] // `transaction` then runs it again
    await Promise.all([cross(one, 1, 2), cross(other, 2, 1)])
    expect(undone).toEqual([expect.objectContaining({ code: '40P01' })])
    expect(undone.every(isTransientDatabaseError)).toBe(true)
    await Promise.all([one.close(), other.close()])
  })

  it('does not block closing, even if it stopped during a query', async () => {
    const database = await open()
    const asked = database.query('select pg_sleep(30)').catch((error) => error)
    await sleep(SECOND / 2)
    await postgres.stop()
    expect(await asked).toSatisfy(isTransientDatabaseError)
    const closing = performance.now()
    await database.close()
    // The rule is a time: a stopping server has 9.5 s for everything.
    expect(performance.now() - closing).toBeLessThan(5 * SECOND)
    await postgres.start()
  })

  it('may break connections at any moment without ending the process', async () => {
    const database = await open()
    const other = await open()
    let isOver = false
    const ask = async (person: number) => {
      while (!isOver) {
        const asked = database.transaction(async (tx) => {
          await tx.query('select 1')
          if (person % 2 === 0) await new Promise(setImmediate)
          await tx.query('select pg_sleep(0.003)')
          if (person % 3 === 0) await sleep(5)
          // Beyond 1 KiB the driver writes a statement at once.
          await tx.query(`select 2 -- ${'x'.repeat(person * 40)}`)
        })
        await asked.catch((error) => expect(error).toSatisfy(isTransientDatabaseError))
      }
    }
    const asking = Promise.all(Array.from({ length: 60 }, (_, person) => ask(person)))
    for (let round = 0; round < 60; round += 1) {
      await sleep(50 + Math.random() * 100)
      await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend' and random() < $1`,
        [round % 3 === 0 ? 1 : 0.4],
      )
    }
    isOver = true
    await asking
    const onAllConnections = () =>
      Promise.all(
        Array.from({ length: database.connections }, () =>
          database.transaction((tx) => tx.query('select pg_sleep(0.1)')),
        ),
      )
    // The last break may still reach the next statement of a connection.
    await until(onAllConnections)
    await Promise.all([database.close(), other.close()])
  })
})

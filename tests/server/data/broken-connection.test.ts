import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../../scripts/listen.ts'
import type { Database } from '../../../server/data/database.ts'
import { openPostgres } from '../../../server/data/postgres.ts'
import { isTransientDatabaseError } from '../../../server/domain/outage-errors.ts'
import { newId } from '../../../shared/id.ts'
import type { Transaction } from '../../../shared/sql.ts'
import { SECOND } from '../../../shared/time.ts'
import { configsOf, databasesOf } from '../../support/database.ts'
import { until } from '../../support/until.ts'

const configs = configsOf('postgres')

describe('a connection to PostgreSQL that breaks in the middle of a transaction', () => {
  const open = databasesOf('postgres')
  let database: Database
  let name: string
  let other: Database
  beforeAll(async () => {
    database = await open()
    const [row] = await database.query<{ name: string }>('select current_database() as name')
    name = row?.name ?? ''
    other = await open()
    await database.query('create table kept (word text)')
  })

  const ownProcess = async (tx: Transaction) => {
    const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
    return row?.pid ?? Number.NaN
  }
  /** `statement`: a pattern of SQL. */
  const processOf = (statement: string) =>
    until(async () => {
      const [row] = await other.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where state = 'active' and query like $1 and datname = $2`,
        [statement, name],
      )
      expect(row).toBeDefined()
      return row?.pid ?? Number.NaN
    })
  const breakOff = (pid: number) => other.query('select pg_terminate_backend($1)', [pid])
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no failure',
      (error) => error,
    )

  const onAllConnections = <T>(work: (tx: Transaction) => Promise<T>) =>
    Promise.all(Array.from({ length: database.connections }, () => database.transaction(work)))

  /** The server's last message may still reach the next statement of a connection. */
  const untilAllWork = () => until(() => onAllConnections((tx) => tx.query('select 1')))

  it.each([
    ['at once', 0],
    ['before it connects again', 50],
    ['after it has connected again', 400],
  ])('fails the transaction when the next statement comes %s', async (_, pause) => {
    for (const _ of ['one', 'two', 'three']) {
      let next: unknown
      const broken = database.transaction(async (tx) => {
        await breakOff(await ownProcess(tx))
        await sleep(pause)
        next = await failure(tx.query("insert into kept values ('lost')"))
        await failure(tx.query('select 1'))
      })
      expect(await failure(broken)).toSatisfy(isTransientDatabaseError)
      await until(() => expect(next).toSatisfy(isTransientDatabaseError))
      await untilAllWork()
    }
    expect(await database.query("select from kept where word = 'lost'")).toEqual([])
  })

  const MANY_ROWS = `select n, repeat('x', 500) from generate_series(1, 300000) n`
  it.each<[string, () => Promise<unknown>]>([
    ['copied out', () => database.copyOut(newId(), MANY_ROWS)],
    ['read as they come', () => database.inBulk((session) => readAll(session.readCsv(MANY_ROWS)))],
    ['copied in', () => database.copyIn('kept', ['word'], endless())],
  ])('fails a transaction whose rows are %s', async (_, copy) => {
    const broken = failure(copy())
    await breakOff(await processOf('copy%'))
    expect(await broken).toSatisfy(isTransientDatabaseError)
    await untilAllWork()
  })

  async function readAll(blocks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const _ of blocks) await sleep(1)
  }

  async function* endless() {
    for (;;) {
      yield 'word\n'.repeat(1000)
      await sleep(1)
    }
  }

  it('fails the transaction in the middle of a statement', async () => {
    const broken = database.transaction(async (tx) => {
      const waiting = failure(tx.query('select pg_sleep(20)'))
      await breakOff(await processOf('select pg_sleep(20)'))
      expect(await waiting).toSatisfy(isTransientDatabaseError)
      await failure(tx.query('select 1'))
      throw new Error('of the work')
    })
    expect(await failure(broken)).toBeInstanceOf(Error)
    await untilAllWork()
  })

  it('runs no late statement in the transaction that has the connection by then', async () => {
    let goOn = () => {}
    const othersWrote = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let late: unknown = 'never asked'
    let ended = () => {}
    const workEnded = new Promise<void>((resolve) => {
      ended = resolve
    })
    const broken = database.transaction(async (tx) => {
      try {
        await breakOff(await ownProcess(tx))
        await othersWrote
        late = await failure(tx.query("insert into kept values ('late')"))
        throw new Error('of the work')
      } finally {
        ended()
      }
    })
    expect(await failure(broken)).toSatisfy(isTransientDatabaseError)

    let writing = 0
    await onAllConnections(async (tx) => {
      await tx.query("insert into kept values ('next')")
      if (++writing === database.connections) goOn()
      await workEnded
      await sleep(50)
    })
    expect(late).toSatisfy(isTransientDatabaseError)
    const kept = await database.query<{ word: string }>('select word from kept')
    expect(kept).toEqual(Array.from({ length: database.connections }, () => ({ word: 'next' })))
  })
})

it('replaces its connections when the host vanished without closing them, as in a failover', async () => {
  const url = new URL((await configs()).databaseUrl ?? '')
  const port = Number(url.port)
  const sockets: Socket[] = []
  const network = createServer((client) => {
    const upstream = connect(port, url.hostname)
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) sockets.push(socket.on('error', () => {}))
  })
  const vanish = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  url.port = String(await listen(network))
  const engine = openPostgres(String(url), 3 * SECOND)
  await Promise.all([1, 2].map(() => engine.query('select pg_sleep(0.1)'))) // on two connections
  let alone: Promise<unknown> | undefined
  const inTransaction = engine.begin(async (session) => {
    await session.query('select 1')
    vanish()
    alone = engine.query('select 1').catch((error) => error)
    await session.query('select 1')
  })
  expect(await inTransaction.catch((error) => error)).toSatisfy(isTransientDatabaseError)
  expect(await alone).toSatisfy(isTransientDatabaseError)
  expect(await engine.query('select 1 as one')).toEqual([{ one: 1 }])
  await engine.close()
  for (const socket of sockets) socket.destroy()
  network.close()
})

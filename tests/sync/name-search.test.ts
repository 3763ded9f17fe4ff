import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { fillDatabase } from '../../scripts/seed/fill-database.ts'
import { type Clock, systemClock } from '../../shared/async.ts'
import {
  collectionContributions,
  contributionsWithIds,
  type ListArgs,
} from '../../shared/queries/collection-contributions.ts'
import { createNameSearch, type FoundPage, type NameSearch } from '../../web/replica/name-search.ts'
import { createReplicaDatabase } from '../../web/replica/replica-database.ts'
import { type ReplicaEngine, transactionOn } from '../../web/replica/replica-engine.ts'
import { databasesOf } from '../support/database.ts'
import { manualInput, type Person } from '../support/people.ts'
import { buildApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { buildReplica, openEngine, type PersonReplica, pendingMutation } from './person-replica.ts'

const open = databasesOf('embedded')
/** More than one statement reads. */
const MANY = 12_000
const STRANGE = ['100% de ana', 'ana_b', 'c\\ana', "d'ana", 'ñandú ana']

let engine: PGlite
let lucia: Person
let replica: PersonReplica
let collectionId: string
let names: NameSearch
const onFault = vi.fn()

beforeAll(async () => {
  const app = await buildApp(await open())
  engine = await openEngine()
  const { largest } = await fillDatabase(app.database, {
    contributions: MANY,
    seed: 1,
    now: new Date(),
  })
  collectionId = largest.id
  lucia = { id: largest.organiserId } as Person
  replica = await buildReplica(app, lucia, engine)
  await replica.fillFromServer()
  await engine.exec(`
    begin;
    set local session_replication_role = replica;
    create temp view numbered as
      select id, row_number() over (order by id) as number from contributions
      where collection_id = '${collectionId}';
    -- In two steps, so that the table's order is not the order of the ids.
    update contributions c set payment_date = '2026-11-01 12:00:00.123456Z'
    from numbered n where n.id = c.id and n.number % 10 = 5;
    update contributions c set payment_date = '2026-11-01 12:00:00.123456Z'
    from numbered n where n.id = c.id and n.number % 10 = 0;
    update contributions c set deleted_at = now()
    from numbered n where n.id = c.id and n.number % 7 = 0;
    update contributions c set payment_method = 'MODO'
    from numbered n where n.id = c.id and n.number % 11 = 0;
    update contributions c set contributor_folded = case n.number
      ${STRANGE.map((name, index) => `when ${index + 1} then '${name.replace("'", "''")}'`).join(' ')}
      end
    from numbered n where n.id = c.id and n.number <= ${STRANGE.length};
    commit`)
})
beforeEach(() => {
  onFault.mockReset()
  names = createNameSearch(engine, lucia.id, { clock: systemClock, onFault })
})
afterAll(() => engine.close())

const argsOf = (search: string, more: Partial<ListArgs> = {}): ListArgs =>
  collectionContributions.args.parse({ collectionId, search, ...more })

/** Waits until the names are read. */
function find(args: ListArgs, index = names): Promise<FoundPage> {
  return until(() => {
    const found = index.find(args)
    if (!found) throw new Error('The names are not read')
    return found
  })
}

const LISTS: Partial<ListArgs>[] = [
  {},
  { direction: 'asc' },
  { page: 2, size: 50 },
  { page: 50, direction: 'asc' },
  { state: 'unverified', page: 3 },
  { state: 'verified', direction: 'asc', size: 50 },
  { state: 'pending' },
  { state: 'rejected', direction: 'asc' },
  { method: 'Transferencia', page: 2 },
  { method: 'Manual', direction: 'asc' },
  { state: 'verified', method: 'MODO' },
  { state: 'pending', method: 'Transferencia' },
  { method: 'MercadoPago' },
  { state: 'hidden', method: 'MODO' },
]

it.each(['a', 'n', 'ana', 'gonza', 'Núñez', 'xyzzy', '%', '_', '\\', "'", 'ñ', 'a s'])(
  'finds the pages that the engine finds for "%s"',
  async (search) => {
    for (const list of LISTS) {
      const args = argsOf(search, list)
      const { ids, total } = await find(args)
      const [expected, rows] = await engine.transaction(async (tx) => {
        const sql = transactionOn(tx)
        return [
          await collectionContributions.answer(sql, args, lucia.id),
          await contributionsWithIds(sql, ids, args),
        ]
      })
      expect({ rows, total }).toEqual(expected)
    }
    expect(onFault).not.toHaveBeenCalled()
  },
)

it.each<[string, Partial<ListArgs>]>([
  ['without a text', { search: ' ' }],
  ['in the order of amounts', { sort: 'amount' }],
  ['on a late page', { page: 51 }],
])('lets the engine search %s', async (_, more) => {
  await find(argsOf('ana'))
  expect(names.find({ ...argsOf('ana'), ...more })).toBeNull()
})

/** A search whose pauses take no time, with the results of its transactions: true for the last of a list. */
function watchedSearch() {
  const sleeps: number[] = []
  const isLast: unknown[] = []
  const clock: Clock = { ...systemClock, sleep: async (ms) => void sleeps.push(ms) }
  const watched: ReplicaEngine = {
    async transaction(work) {
      const result = await engine.transaction(work)
      isLast.push(result)
      return result
    },
  }
  return { index: createNameSearch(watched, lucia.id, { clock, onFault }), isLast, sleeps }
}

it('reads the names of a list that is shown, before any search', async () => {
  const { index, isLast, sleeps } = watchedSearch()
  expect(index.find(argsOf(''))).toBeNull()
  expect(index.find(argsOf('', { sort: 'name' }))).toBeNull()
  await until(() => expect(isLast).toEqual([false, true]))
  expect(sleeps).toEqual([2_000, 0, 0])
  expect(index.find(argsOf('ana'))?.total).toBeGreaterThan(STRANGE.length - 1)
  // Another list of the colecta is prefetched.
  expect(index.find(argsOf('', { state: 'pending' }))).toBeNull()
  expect(index.find(argsOf('ana'))).not.toBeNull()
  expect(isLast).toHaveLength(2)
})

it.each<Partial<ListArgs>>([{ state: 'pending' }, { method: 'MODO' }])(
  'reads no names of a list that is only prefetched: %o',
  (list) => {
    const { index, sleeps } = watchedSearch()
    expect(index.find(argsOf('', list))).toBeNull()
    expect(sleeps).toEqual([])
  },
)

it('reads the names at once for a search, and stops the reading that waits', async () => {
  const { index, isLast, sleeps } = watchedSearch()
  index.find(argsOf(''))
  index.find(argsOf('ana'))
  expect(sleeps).toEqual([2_000, 0])
  index.find(argsOf('a')) // the same list
  expect(sleeps).toEqual([2_000, 0])
  await until(() => expect(isLast).toEqual([true, false, true]))
  expect(index.find(argsOf('ana'))).not.toBeNull()
})

it('keeps the names of the list of the last search', async () => {
  await find(argsOf('a'))
  await find(argsOf('a', { state: 'pending' }))
  expect(names.find(argsOf('a', { state: 'pending', method: 'Manual' }))).toBeNull()
  expect(names.find(argsOf('a'))).toBeNull()
})

it('leaves a short list among many contributions to the engine', async () => {
  const { rows } = await engine.query<{ id: string }>(
    'select id from collections where id <> $1 and confirmed_count > 0 limit 1',
    [collectionId],
  )
  const { index, isLast } = watchedSearch()
  const inOther = argsOf('a', { collectionId: rows[0]?.id ?? '' })
  for (const looks of [1, 2]) {
    expect(index.find(inOther)).toBeNull()
    await until(() => expect(isLast).toEqual(new Array(looks).fill(true)))
  }
})

it('forgets names, also those that are being read', async () => {
  expect(names.find(argsOf('ana'))).toBeNull()
  names.forget()
  await engine.transaction(async () => {})
  await engine.transaction(async () => {})
  expect(names.find(argsOf('ana'))).toBeNull()
  await find(argsOf('ana'))
  names.forget()
  expect(names.find(argsOf('ana'))).toBeNull()
})

it('answers a search without the engine once the names are read', async () => {
  const statements: string[] = []
  const recorded: ReplicaEngine = {
    transaction: (work) =>
      engine.transaction((tx) =>
        work({
          exec: (text) => tx.exec(text),
          query(text, params, options) {
            statements.push(text)
            return tx.query(text, params, options)
          },
        }),
      ),
  }
  const database = createReplicaDatabase(recorded, lucia.id)
  const search = async () => {
    statements.length = 0
    const page = await database.runQuery('collection-contributions', argsOf('gonza'))
    return { page, isByEngine: statements.some((text) => text.includes(' like ')) }
  }
  const first = await search()
  expect(first.isByEngine).toBe(true)
  await until(async () => expect(await search()).toEqual({ page: first.page, isByEngine: false }))
})

it('[S8] a change shows in the next search, at whatever moment it comes', async () => {
  const search = 'zzyzx'
  const totalOf = async () =>
    ((await replica.runQuery('collection-contributions', argsOf(search))) as { total: number })
      .total
  for (const pause of [0, 1, 5, 20, 80]) {
    const before = await totalOf()
    await new Promise((resolve) => setTimeout(resolve, pause))
    const input = manualInput(collectionId, { contributorName: `Uno ${search}` })
    await replica.run(pendingMutation('add-manual-contribution', input))
    for (let repeat = 0; repeat < 3; repeat++) expect(await totalOf()).toBe(before + 1)
  }
  await replica.rebase([])
  expect(await totalOf()).toBe(0)
})

it('reports a fault of the engine, and reads the names again at the next search', async () => {
  const fault = new Error('could not read block 7')
  let isBroken = true
  const sometimesBroken: ReplicaEngine = {
    transaction: (work) => (isBroken ? Promise.reject(fault) : engine.transaction(work)),
  }
  const index = createNameSearch(sometimesBroken, lucia.id, { clock: systemClock, onFault })
  expect(index.find(argsOf('ana'))).toBeNull()
  await until(() => expect(onFault).toHaveBeenCalledExactlyOnceWith(fault))
  isBroken = false
  expect((await find(argsOf('ana'), index)).total).toBeGreaterThan(STRANGE.length - 1)
})

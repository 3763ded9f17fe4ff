import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDatabase } from '../../scripts/seed/fill-database.ts'
import type { SqlValue } from '../../shared/sql.ts'
import { createReplicaDatabase } from '../../web/replica/replica-database.ts'
import type { ReplicaEngine } from '../../web/replica/replica-engine.ts'
import { CREATE_LATER_INDEXES } from '../../web/replica/replica-indexes.ts'
import { databasesOf } from '../support/database.ts'
import type { Person } from '../support/people.ts'
import { buildApp } from '../support/test-app.ts'
import { buildReplica, openEngine, type PersonReplica } from './person-replica.ts'

const open = databasesOf('embedded')
/** In the planner's unit. Reading all of 12,000 contributions costs more than 500. */
const MAX_COST = 200

let engine: PGlite
let replica: PersonReplica
let lucia: Person
let collectionId: string
let contributionId: string

beforeAll(async () => {
  const app = await buildApp(await open())
  engine = await openEngine()
  const { largest } = await fillDatabase(app.database, {
    contributions: 12_000,
    seed: 1,
    now: new Date(),
  })
  collectionId = largest.id
  lucia = { id: largest.organiserId } as Person
  replica = await buildReplica(app, lucia, engine)
  await replica.fillFromServer()
  const { rows } = await engine.query<{ id: string }>(
    'select id from contributions where collection_id = $1 limit 1',
    [collectionId],
  )
  contributionId = rows[0]?.id ?? ''
})
afterAll(() => engine.close())

/** Returns the statements of a named query that cost too much, with their costs. */
async function costly(name: string, args: object): Promise<[cost: number, text: string][]> {
  const statements: [text: string, params: unknown[]][] = []
  const recorded: ReplicaEngine = {
    transaction: (work) =>
      engine.transaction((tx) =>
        work({
          exec: (text) => tx.exec(text),
          query(text, params = [], options) {
            statements.push([text, params])
            return tx.query(text, params, options)
          },
        }),
      ),
  }
  await createReplicaDatabase(recorded, lucia.id).runQuery(name, args)
  expect(statements).not.toEqual([])
  const costs: [number, string][] = []
  for (const [text, params] of statements) {
    const { rows } = await engine.query<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
      `explain (format json) ${text}`,
      params,
    )
    costs.push([rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? Number.NaN, text])
  }
  return costs.filter(([cost]) => !(cost < MAX_COST))
}

it.each<[string, Record<string, SqlValue>]>([
  ['my-collections', {}],
  ['my-contributions', {}],
  ['collection-contributions', {}],
  ['collection-contributions', { direction: 'asc' }],
  ['people-count', {}],
  ['contribution-matches', {}],
])('[S5] has indexes for the first screens after a fill: %s %o', async (name, args) => {
  expect(await costly(name, { collectionId, contributionId, ...args })).toEqual([])
})

describe('once the replica is idle', () => {
  beforeAll(async () => {
    for (const statement of CREATE_LATER_INDEXES) await engine.exec(statement)
  })

  it.each<[string, Record<string, SqlValue>]>([
    ...['name', 'amount', 'method', 'message'].flatMap((sort) =>
      ['asc', 'desc'].map(
        (direction) => ['collection-contributions', { sort, direction }] as never,
      ),
    ),
    ['collection-contributions', { state: 'hidden' }],
    ['collection-contributions', { search: 'xyzzy' }],
    ['find-by-name', { search: 'xyzzy' }],
    ['contribution-review', {}],
  ])('has an index for %s %o', async (name, args) => {
    expect(await costly(name, { collectionId, id: contributionId, ...args })).toEqual([])
  })

  it('has none of them during the next fill, which they would slow down', async () => {
    const names = async () => {
      const { rows } = await engine.query<{ name: string }>(
        `select indexname as name from pg_indexes
         where tablename = 'contributions' and schemaname = 'public' order by 1`,
      )
      return rows.map(({ name }) => name)
    }
    const before = await names()
    await replica.fillFromServer()
    const after = await names()
    expect(after).toEqual([
      'contributions_by_date',
      'contributions_contributor',
      'contributions_pkey',
    ])
    expect(before).toEqual(expect.arrayContaining([...after, 'contributions_found']))
    expect(before).toHaveLength(11)
  })
})

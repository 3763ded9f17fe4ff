/* Lists of thousands of contributions, whose plans differ from those of short ones. */
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import type { Database } from '../../server/data/database.ts'
import { collectionContributions } from '../../shared/queries/collection-contributions.ts'
import type { Sql, SqlValue } from '../../shared/sql.ts'
import { compareTexts, fold } from '../../shared/text.ts'
import { eachEngine } from '../support/database.ts'
import { buildCollection, buildOwnReport, buildPerson, type Person } from '../support/people.ts'
import { announce } from '../support/receipts.ts'
import { serveApp } from '../support/serve-app.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { visitor } from '../support/visitor.ts'

/** In the planner's unit. Reading 20,000 contributions costs more than 1,000, an index of them 10. */
const MAX_COST = 300

eachEngine((open) => {
  let app: TestApp
  let lucia: Person

  beforeAll(async () => {
    app = await buildApp(await open())
    lucia = await buildPerson(app)
  })

  const ask = async (args: object) => (await lucia.query('collection-contributions', args)).body

  it('filters by method at any length, and returns every page in order', async () => {
    const long = await buildCollection(app, lucia)
    await app.database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded,
         payment_method, amount, payment_status
       )
       select gen_random_uuid(), $1::uuid, $2::uuid, 'N' || n, 'n' || n,
              case when n % 4 = 0 then 'MercadoPago' else 'Transferencia' end, n, 'confirmed'
       from generate_series(1, 8000) n`,
      [long, lucia.id],
    )
    const page = async (method: string, page: number) => {
      const { rows, total } = await ask({ collectionId: long, method, sort: 'amount', page })
      return [total, rows.at(0)?.amount, rows.at(-1)?.amount]
    }
    expect(await page('Transferencia', 1)).toEqual([6_000, 7_999_00, 7_987_00])
    expect(await page('Transferencia', 600)).toEqual([6_000, 13_00, 1_00])
    expect(await page('MercadoPago', 1)).toEqual([2_000, 8_000_00, 7_964_00])
    expect(await page('MercadoPago', 200)).toEqual([2_000, 40_00, 4_00])
    expect(await page('MODO', 1)).toEqual([0, undefined, undefined])
  })

  it('finds names by their trigrams under the policies, and finds texts that have no trigrams too', async () => {
    const long = await buildCollection(app, lucia)
    const other = await buildPerson(app)
    const names = ['ana o’nil', 'nahuel núñez', 'a-b 100%', 'x_q', 'zoe']
    const nameOf = (n: number) => `${names[n % names.length]} ${n}`
    const insert = (collection: string, organiser: Person) =>
      app.database.query(
        `insert into contributions (
           id, collection_id, organiser_id, contributor_name, contributor_folded,
           payment_method, amount, payment_status, deleted_at
         )
         select gen_random_uuid(), $1::uuid, $2::uuid, name, name, 'Transferencia', 1, 'confirmed',
                case when name like 'zoe %9' then now() end
         from jsonb_array_elements_text($3::text::jsonb) name`,
        [
          collection,
          organiser.id,
          JSON.stringify(Array.from({ length: 12_000 }, (_, n) => fold(nameOf(n)))),
        ],
      )
    await insert(long, lucia)
    await insert(await buildCollection(app, other), other)
    await app.database.query('vacuum analyze contributions')

    const shown = Array.from({ length: 12_000 }, (_, n) => fold(nameOf(n))).filter(
      (name) => !/^zoe .*9$/.test(name),
    )
    const searches = ['núñez 61', 'nil', 'zoe 1', 'a', 'zo', 'x_', '%', '- b', '---', '’', '\\\\']
    // PostgreSQL may keep the plan of a statement after five runs, for whatever is searched then.
    for (let round = 0; round < 7; round++) {
      for (const search of searches) {
        const found = shown.filter((name) => name.includes(fold(search)))
        const { rows, total } = await ask({ collectionId: long, search, sort: 'name' })
        expect([search, total]).toEqual([search, found.length])
        const expected = found.sort(compareTexts).reverse().slice(0, 10)
        expect(rows.map((row: { contributorName: string }) => row.contributorName)).toEqual(
          expected,
        )
      }
    }
    const plan = await app.database.asMember(lucia.id, (tx) =>
      tx.query(
        `explain select from contributions c
         where c.organiser_id = $1 and c.contributor_folded like '%nunez 61%'`,
        [lucia.id],
      ),
    )
    expect(JSON.stringify(plan)).toContain('contributions_found')
  })

  it('reads all names once for one or two letters, however many names match', async () => {
    const long = await buildCollection(app, lucia)
    await app.database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_date,
         payment_method, amount, payment_status
       )
       select gen_random_uuid(), $1::uuid, $2::uuid, name, name, now() - interval '1 s' * n,
              'Transferencia', n, 'confirmed'
       from generate_series(1, 8000) n,
            concat(case when n % 8 = 0 then 'q' end, case when n % 100 = 0 then 'x' end, 'ana') name`,
      [long, lucia.id],
    )
    const page = (args: object) =>
      app.database.asMember(lucia.id, async (tx) => {
        const statements: string[] = []
        const sql = {
          query: <Row extends object>(text: string, params?: readonly SqlValue[]) => {
            statements.push(text)
            return tx.query<Row>(text, params)
          },
        }
        const list = { collectionId: long, sort: 'amount', direction: 'asc', ...args }
        const { rows, total } = await collectionContributions.answer(sql, list, lucia.id)
        return { total, amounts: [rows[0]?.amount, rows.at(-1)?.amount], statements }
      })
    const expected = {
      an: [8_000, 1_00, 10_00],
      q: [1_000, 8_00, 80_00],
      x: [80, 100_00, 1_000_00],
    }
    for (const [search, [total, first, last]] of Object.entries(expected)) {
      expect(await page({ search })).toMatchObject({ total, amounts: [first, last] })
      expect(await page({ search, page: 2 })).toMatchObject({ total })
    }
    expect(await page({ search: 'zz' })).toMatchObject({
      total: 0,
      amounts: [undefined, undefined],
    })
    expect((await page({ search: 'q', page: 100 })).amounts).toEqual([7_928_00, 8_000_00])

    // The count, and a page along the index of its order.
    const { statements } = await page({ search: 'an' })
    expect(statements).toHaveLength(2)
    expect(statements[0]).toContain('count(*)')
    expect(statements.join()).not.toContain('materialized')
  })

  it('skips the pages before one by date without reading their rows', async () => {
    const long = await buildCollection(app, lucia)
    await app.database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_date,
         payment_method, amount, payment_status
       )
       select gen_random_uuid(), $1::uuid, $2::uuid, 'N', 'n', now() - interval '1 s' * n,
              'Transferencia', n, 'confirmed'
       from generate_series(1, 8000) n`,
      [long, lucia.id],
    )
    await app.database.query('vacuum analyze contributions')
    const { rows } = await ask({ collectionId: long, page: 400 })
    expect(rows[0].amount).toBe(3_991_00)

    const plan = await app.database.asMember(lucia.id, (tx) =>
      tx.query(
        `explain select c.id from contributions c
         where c.collection_id = $1 and c.organiser_id = $2 and c.deleted_at is null
         order by c.payment_date desc, c.id desc
         limit 10 offset 3990`,
        [long, lucia.id],
      ),
    )
    expect(JSON.stringify(plan)).toContain('Index Only Scan Backward using contributions_by_date')
  })

  it('handles one contribution without reading the others, from its report to the deletion of its account', async () => {
    const long = await buildCollection(app, lucia)
    await app.database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, contributor_email,
         payment_method, amount, payment_status
       )
       select gen_random_uuid(), $1::uuid, $2::uuid, 'N', 'n', 'n' || n || '@example.com',
              'Transferencia', n, 'confirmed'
       from generate_series(1, 20000) n`,
      [long, lucia.id],
    )
    await app.database.query('analyze')
    const { database, statements } = recording(app.database)
    const recorded = await buildApp(database)
    const server = await serveApp(recorded)
    onTestFinished(() => server.close())

    const guest = visitor(recorded)
    const token = (await guest.get(`/api/collections/${long}`)).body.formToken
    const query = new URLSearchParams({ email: 'nadie@example.com', token })
    const exists = await guest.get(`/api/collections/${long}/contributions/exists?${query}`)
    expect(exists.body).toEqual({ exists: false })
    const own = await buildOwnReport(guest, long)
    const receipt = picture(2_000)
    for (const _ of ['first', 'repeated']) {
      const { capability } = await announce(recorded, long)
      await upload(server.origin, receipt, metadataOf(receipt, capability))
    }
    const changes = { amount: 6_000_00 }
    for (const [step, more] of [
      ['', {}],
      ['/correction', { changes }],
      ['/removal', {}],
      ['/withdrawal', { isWithdrawn: true }],
      ['/withdrawal', { isWithdrawn: false }],
    ] as const)
      expect((await guest.post(`/api/reports/own${step}`, { ...own, ...more })).status).toBe(200)
    const organiser = { ...lucia, ...visitor(recorded) }
    organiser.cookies.set('session', await recorded.context.sessions.create(lucia.id))
    for (const [mutation, more] of [
      ['set-contribution-state', { state: 'verified' }],
      ['hide-contributions', { ids: [own.id] }],
      ['show-contributions', { ids: [own.id] }],
    ] as const)
      expect(await organiser.mutate(mutation, { id: own.id, ...more })).toMatchObject({ ok: true })
    const member = await buildPerson(recorded)
    await buildOwnReport(member, long)
    expect((await member.get('/api/account')).status).toBe(200)
    expect((await member.post('/api/account/delete', { proof: member.email })).status).toBe(204)

    const costs: [cost: number, text: string][] = []
    for (const [text, params] of statements) {
      if (!/^\s*(select|with|insert|update|delete)\b/.test(text)) continue
      const [row] = await app.database.query<{
        'QUERY PLAN': { Plan: { 'Total Cost': number } }[]
      }>(`explain (format json) ${text}`, params)
      costs.push([row?.['QUERY PLAN'][0]?.Plan['Total Cost'] ?? Number.NaN, text])
    }
    expect(costs.length).toBeGreaterThan(20)
    expect(costs.filter(([cost]) => !(cost < MAX_COST))).toEqual([])
  })

  it('returns the keys of all matches, oldest first, in pages that continue after the last key', async () => {
    const long = await buildCollection(app, lucia)
    await app.database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_date,
         payment_method, amount, payment_status, deleted_at
       )
       select gen_random_uuid(), $1::uuid, $2::uuid, 'Ñ' || n, 'n' || n,
              now() - interval '1 s' * (n / 3), 'Transferencia', n, 'pending',
              case when n % 2 = 0 then now() end
       from generate_series(1, 14000) n`,
      [long, lucia.id],
    )
    const keys = async (args: object) =>
      (await lucia.query('contribution-keys', { collectionId: long, ...args })).body
    const first = await keys({})
    const { id, paymentDate } = first.at(-1)
    const rest = await keys({ after: { id, paymentDate } })
    expect([first.length, rest.length]).toEqual([5_000, 2_000])
    const seen = [...first, ...rest].map((key: { id: string }) => key.id)
    expect(new Set(seen)).toHaveLength(7_000)
    const { rows } = await ask({ collectionId: long, direction: 'asc' })
    expect(seen.slice(0, 10)).toEqual(rows.map((row: { id: string }) => row.id))
    expect(first[0]).toMatchObject({ state: 'pending', paymentMethod: 'Transferencia' })

    expect(await keys({ search: 'Ñ1399', state: 'hidden' })).toHaveLength(5)
    for (const [sort, amount] of [
      ['date', 2_00],
      ['amount', 14_000_00],
    ] as const) {
      const hidden = await ask({ collectionId: long, state: 'hidden', sort, page: 1 })
      expect([hidden.total, hidden.rows.length]).toEqual([7_000, 10])
      expect(hidden.rows[0].amount).toBe(amount)
    }
    expect(
      (await (await buildPerson(app)).query('contribution-keys', { collectionId: long })).body,
    ).toEqual([])
  })
})

/** Returns the database with a record of its statements, each with its last parameters. */
function recording(database: Database) {
  const statements = new Map<string, readonly SqlValue[]>()
  const noting = <Connection extends Sql>(sql: Connection): Connection => ({
    ...sql,
    query(text, params = []) {
      statements.set(text, params)
      return sql.query(text, params)
    },
  })
  const recorded: Database = {
    ...noting(database),
    transaction: (work) => database.transaction((tx) => work(noting(tx))),
    asMember: (personId, work) => database.asMember(personId, (tx) => work(noting(tx))),
  }
  return { database: recorded, statements }
}

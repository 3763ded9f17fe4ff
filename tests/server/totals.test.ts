import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import { MAX_AMOUNT, MAX_TOTAL } from '../../shared/money.ts'
import type { Transaction } from '../../shared/sql.ts'
import { eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { visitor } from '../support/visitor.ts'

/*
 * Triggers compute a collection's totals. After any statements, on one row or many, in one collection or two, the
 * totals equal the sums of the rows.
 */

type Step = { do: string; amounts: number[]; state: number; half: boolean }

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('insert', 'state', 'amount', 'hide', 'show', 'move', 'delete', 'undone'),
  amounts: fc.array(fc.integer({ min: 1, max: 999_999_99 }), { minLength: 1, maxLength: 4 }),
  state: fc.nat({ max: 3 }),
  half: fc.boolean(),
})

const STATES = [
  `payment_status = 'pending', verified_at = null`,
  `payment_status = 'confirmed', verified_at = null`,
  `payment_status = 'confirmed', verified_at = now()`,
  `payment_status = 'rejected', verified_at = null`,
]

const KEPT = `
  select id, amount_collected, amount_verified, amount_reported,
         confirmed_count, verified_count, pending_count, rejected_count
  from collections
  where id = any($1)
  order by id`

const RECOMPUTED = `
  select k.id,
    coalesce(sum(amount) filter (where payment_status = 'confirmed'), 0)::numeric(20,2) as amount_collected,
    coalesce(sum(amount) filter (where verified_at is not null), 0)::numeric(20,2) as amount_verified,
    coalesce(sum(amount), 0)::numeric(20,2) as amount_reported,
    count(*) filter (where payment_status = 'confirmed') as confirmed_count,
    count(*) filter (where verified_at is not null) as verified_count,
    count(*) filter (where payment_status = 'pending') as pending_count,
    count(*) filter (where payment_status = 'rejected') as rejected_count
  from collections k
  left join contributions c on c.collection_id = k.id and c.deleted_at is null
  where k.id = any($1)
  group by k.id
  order by k.id`

eachEngine((open) => {
  let app: TestApp
  let lucia: Person

  beforeAll(async () => {
    app = await buildApp(await open())
    lucia = await buildPerson(app)
  })

  it('totals equal the sums of the rows after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const ids = [await buildCollection(app, lucia), await buildCollection(app, lucia)]
        for (const one of steps) await apply(one, ids)
        const [kept, recomputed] = [
          await app.database.query(KEPT, [ids]),
          await app.database.query(RECOMPUTED, [ids]),
        ]
        expect(kept).toEqual(recomputed)
      }),
      { numRuns: 30 },
    )
  })

  it('accepts contributions after any number of the largest amount', async () => {
    const id = await buildCollection(app, lucia)
    const figures = async () => [
      (await lucia.query('collection', { id })).body.amountCollected,
      (await lucia.query('collection', { id })).body.amountVerified,
      (await visitor(app).get(`/api/collections/${id}`)).body.amountCollected,
    ]
    const give = (count: number) =>
      app.database.query(
        `insert into contributions (
           id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method,
           amount, payment_status, verified_at
         )
         select gen_random_uuid(), $1, $2, 'x', 'x', 'Transferencia', $3::numeric / 100, 'confirmed', now()
         from generate_series(1, $4)`,
        [id, lucia.id, MAX_AMOUNT, count],
      )
    // A report of so much waits until it is confirmed.
    const confirmReport = async () => {
      const reported = await buildReport(app, id, { amount: MAX_AMOUNT })
      await lucia.mutate('set-contribution-state', { id: reported, state: 'confirmed' })
    }
    await give(100)
    await confirmReport()
    await buildManualContribution(lucia, id, { amount: MAX_AMOUNT })
    expect(await figures()).toEqual([102 * MAX_AMOUNT, 101 * MAX_AMOUNT, 102 * MAX_AMOUNT])

    await give(9_000)
    await confirmReport()
    expect(await figures()).toEqual([MAX_TOTAL, MAX_TOTAL, MAX_TOTAL])
    expect((await lucia.query('my-totals')).body.amountReported).toBe(MAX_TOTAL)
    const largest = { sort: 'amountCollected', direction: 'desc' }
    expect((await lucia.query('my-collections', largest)).body.rows[0]).toMatchObject({
      id,
      amountCollected: MAX_TOTAL,
    })
  })

  async function apply({ do: what, amounts, state, half }: Step, ids: string[]): Promise<void> {
    const [first = '', second = ''] = ids
    const rows = `collection_id = any($1) and ${half ? `right(id::text, 1) < '8'` : 'true'}`
    const one = (text: string) => app.database.query(text, [ids])
    switch (what) {
      case 'insert':
        await app.database.transaction((tx) => insert(tx, amounts, state, ids))
        break
      case 'state':
        await one(`update contributions set ${STATES[state]} where ${rows}`)
        break
      case 'amount':
        await one(`update contributions set amount = amount + 0.01 where ${rows}`)
        break
      case 'hide':
        await one(`update contributions set deleted_at = now() where ${rows}`)
        break
      case 'show':
        await one(`update contributions set deleted_at = null where ${rows}`)
        break
      case 'move':
        await app.database.query(
          'update contributions set collection_id = $2 where collection_id = $1',
          [first, second],
        )
        break
      case 'delete':
        await one(`delete from contributions where ${rows}`)
        break
      case 'undone':
        await expect(
          app.database.transaction(async (tx) => {
            await insert(tx, amounts, state, ids)
            throw new Error('undone')
          }),
        ).rejects.toThrow('undone')
    }
  }

  /** All in one statement, by turns into both collections. */
  async function insert(tx: Transaction, amounts: number[], state: number, ids: string[]) {
    const values = amounts.map((amount, n) => {
      const status = ['pending', 'confirmed', 'confirmed', 'rejected'][state]
      const verified = state === 2 ? 'now()' : 'null'
      return `('${newId()}', '${ids[n % 2]}', '${lucia.id}', 'x', 'x', 'Transferencia',
               ${amount}::numeric / 100, '${status}', ${verified})`
    })
    await tx.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method,
         amount, payment_status, verified_at
       )
       values ${values.join(', ')}`,
    )
  }
})

import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { MAX_TOTAL } from '../../shared/money.ts'
import type { Statistics } from '../../shared/statistics.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'

engineOfTier((open) => {
  let app: TestApp
  let admin: Person

  beforeAll(async () => {
    app = await buildApp(await open())
    admin = await buildPerson(app)
    await app.database.query('update users set is_admin = true where id = $1', [admin.id])
    const lucia = await buildPerson(app)
    const early = await buildCollection(app, lucia, { totalAmount: 100_000_50 })
    const rejected = await buildReport(app, early, { amount: 1_000_25 })
    const pending = await buildReport(app, early, { amount: 2_000_00 })
    // Days have more than one of each, so that the largest is not the sum.
    const newcomer = await buildPerson(app)
    await buildReport(app, early, { amount: 500_50 })
    await buildCollection(app, lucia, { totalAmount: 7_000_25 })
    const gone = await buildCollection(app, lucia)
    await buildReport(app, gone)
    await lucia.mutate('delete-collection', { id: gone })
    const manual = await buildManualContribution(lucia, early)
    await lucia.mutate('delete-contribution', { id: manual })
    // They count whatever became of them.
    await lucia.mutate('set-contribution-state', { id: rejected, state: 'rejected' })
    await lucia.mutate('set-contribution-state', { id: pending, state: 'pending' })
    await lucia.mutate('set-collection-status', { id: early, status: 'cerrada' })
    await app.database.query('update users set email_confirmed_at = null where id = $1', [
      newcomer.id,
    ])
    // Half an hour before and after a midnight of Buenos Aires.
    const moments = ['2026-11-20T02:30:00Z', '2026-11-20T03:30:00Z']
    await app.database.query(
      `update users set created_at = case when id = $1 then $2::timestamptz else $3::timestamptz end`,
      [lucia.id, moments[0] ?? '', moments[1] ?? ''],
    )
    await app.database.query('update collections set created_at = $1', [moments[0] ?? ''])
    // A contribution may be registered days after its payment.
    await app.database.query(
      `update contributions set created_at = '2026-11-23T15:00:00Z', payment_date =
         case when amount = 2000 then $1::timestamptz else $2::timestamptz end`,
      [moments[1] ?? '', moments[0] ?? ''],
    )
    app.clock.forward(Date.parse('2026-11-25T15:00:00Z') - app.clock.now().getTime())
    // The session she had is older than that.
    admin.cookies.set('session', await app.context.sessions.create(admin.id))
  })

  const ask = async (days: string): Promise<Statistics> =>
    (await admin.get(`/api/admin/statistics?days=${days}`)).body

  it('counts by the days of Buenos Aires, with empty days and without deleted rows', async () => {
    const { days, total } = await ask('7')
    const none = {
      users: 0,
      collections: 0,
      collectionsAmount: 0,
      contributions: 0,
      contributionsAmount: 0,
    }
    expect(days.map(({ day }) => day)).toEqual([
      '2026-11-25',
      '2026-11-24',
      '2026-11-23',
      '2026-11-22',
      '2026-11-21',
      '2026-11-20',
      '2026-11-19',
    ])
    expect(days[0]).toEqual({ day: '2026-11-25', ...none })
    expect(days[5]).toEqual({
      ...none,
      day: '2026-11-20',
      users: 2,
      contributions: 1,
      contributionsAmount: 2_000_00,
    })
    expect(days[6]).toEqual({
      day: '2026-11-19',
      users: 1,
      collections: 2,
      collectionsAmount: 107_000_75,
      contributions: 2,
      contributionsAmount: 1_500_75,
    })
    expect(total).toEqual({
      users: 3,
      collections: 2,
      collectionsAmount: 107_000_75,
      contributions: 3,
      contributionsAmount: 3_500_75,
    })
  })

  it('caps sums at the largest number', async () => {
    const wealthy = await buildPerson(app)
    await app.database.query(
      `insert into collections (
         id, creator_id, creator_email, title, title_folded, suggested_amount, total_amount, deadline,
         bank_account, created_at
       )
       select gen_random_uuid(), $1, $2, 'x', 'x', 1, 999999999999.99, '2026-12-01', 'x',
              $3::timestamptz - day * interval '1 day'
       from generate_series(0, 1) day, generate_series(1, 91)`,
      [wealthy.id, wealthy.email, app.clock.now().toISOString()],
    )
    const { days, total } = await ask('7')
    await app.database.query('delete from users where id = $1', [wealthy.id])
    expect([days[0], days[1], total].map((counts) => counts?.collectionsAmount)).toEqual([
      MAX_TOTAL,
      MAX_TOTAL,
      MAX_TOTAL,
    ])
  })

  it('an error of a statistics query is returned and logged', async () => {
    const { query } = app.context.database
    const asking = vi.spyOn(app.context.database, 'query')
    onTestFinished(() => asking.mockRestore())
    asking.mockImplementation(async (text, params) => {
      if (text.includes('generate_series')) throw new Error('no figures today')
      return query(text, params)
    })
    const { status, body } = await admin.get('/api/admin/statistics?days=7')
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'internal' })
    expect(app.logged.join()).toContain('no figures today')
  })

  it('accepts the defined periods, and defaults to seven days', async () => {
    for (const days of ['7', '30', '90', '365']) {
      expect((await ask(days)).days).toHaveLength(Number(days))
    }
    expect((await admin.get('/api/admin/statistics')).body.days).toHaveLength(7)
    for (const days of ['8', '-7', '0', 'x', '1e9']) {
      const { status, body } = await admin.get(`/api/admin/statistics?days=${days}`)
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: 'El período debe ser de 7, 30, 90, 365 días.',
      })
    }
  })
})

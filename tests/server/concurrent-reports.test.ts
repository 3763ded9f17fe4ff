import { beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { DatabaseError } from '../../server/data/database-error.ts'
import { createLimits, noLimits } from '../../server/domain/limits.ts'
import { createReports } from '../../server/domain/reports.ts'
import type { CheckoutRequest, ContributionReport } from '../../shared/contribution.ts'
import { newId } from '../../shared/id.ts'
import type { User } from '../../shared/user.ts'
import { eachEngine } from '../support/database.ts'
import { buildCollection, buildPerson, type Person, reportInput } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/* Concurrent reports are stored in batches of few statements. Each still has its own outcome, and no deadlock. */

const GUEST = { user: null, address: '198.51.100.7' }
const NOBODY = { id: newId(), email: 'nadie@example.com' } as User

eachEngine((open, engine) => {
  let database: Database
  let app: TestApp
  let lucia: Person
  let colectas: string[]

  beforeAll(async () => {
    database = await open()
    app = await buildApp(database)
    lucia = await buildPerson(app)
    colectas = await Promise.all(Array.from({ length: 6 }, () => buildCollection(app, lucia)))
  })

  const report = (changes: object = {}) =>
    reportInput({ message: '', hasReceipt: false, ...changes }) as ContributionReport
  const checkoutInput = () =>
    ({
      ...reportInput({ message: '', paymentMethod: 'MODO' }),
      reference: newId(),
    }) as unknown as CheckoutRequest & { reference: string }
  const reportsOf = (of: Database) =>
    createReports({ database: of, limits: noLimits, now: () => new Date() })
  const outcomes = async (filings: Promise<{ repeated: boolean }>[]) =>
    (await Promise.allSettled(filings)).map((one) =>
      one.status === 'fulfilled' ? (one.value.repeated ? 'again' : 'filed') : one.reason.code,
    )
  const colecta = (index: number) => colectas[index % colectas.length] ?? ''

  async function totals() {
    const rows = await database.query<{ kept: boolean }>(
      `select k.confirmed_count = count(c.id) and k.amount_collected = coalesce(sum(c.amount), 0) as kept
       from collections k left join contributions c on c.collection_id = k.id
       group by k.id`,
    )
    return rows.every(({ kept }) => kept)
  }

  /** The database and the statements that ran on it. */
  function recorded() {
    const statements: string[] = []
    const recording: Database = {
      ...database,
      query: (text, params) => {
        statements.push(text)
        return database.query(text, params)
      },
    }
    return { recording, statements }
  }

  it('concurrent reports are stored by few statements', async () => {
    const { recording, statements } = recorded()
    const { file } = reportsOf(recording)
    const filings = Array.from({ length: 60 }, (_, n) => file(colecta(n), report(), GUEST))
    expect(new Set(await outcomes(filings))).toEqual(new Set(['filed']))
    expect(statements.length).toBeLessThan(10)
    expect(await totals()).toBe(true)
  })

  it('the limits of a hundred concurrent reports are counted by one statement', async () => {
    const { recording, statements } = recorded()
    const now = () => new Date()
    const limits = createLimits({ database: recording, secret: newId(), now })
    const { file } = createReports({ database, limits, now })
    const filings = Array.from({ length: 100 }, (_, n) =>
      file(colecta(n), report(), { user: null, address: `203.0.113.${n}` }),
    )
    expect(new Set(await outcomes(filings))).toEqual(new Set(['filed']))
    expect(statements.filter((text) => text.includes('insert into limits'))).toHaveLength(1)
  })

  it('the others are stored when one of them cannot be', async () => {
    const { file } = reportsOf(database)
    const filings = Array.from({ length: 12 }, (_, n) =>
      file(colecta(0), report(), n === 5 ? { ...GUEST, user: NOBODY } : GUEST),
    )
    const expected = filings.map((_, n) => (n === 5 ? FOREIGN_KEY_VIOLATION : 'filed'))
    expect(await outcomes(filings)).toEqual(expected)
    await expect(filings[5]).rejects.toBeInstanceOf(DatabaseError)
    expect(await totals()).toBe(true)
  })

  it('each report gets its own outcome', async () => {
    const { file } = reportsOf(database)
    const one = report()
    const closed = await buildCollection(app, lucia)
    await lucia.mutate('set-collection-status', { id: closed, status: 'cerrada' })
    const other = report()
    const filings = [
      file(colecta(0), one, GUEST),
      file(colecta(0), one, GUEST),
      file(colecta(0), { ...one, amount: one.amount + 1 }, GUEST),
      file(colecta(1), one, GUEST),
      file(newId(), report(), GUEST),
      file(closed, other, GUEST),
      file(colecta(1), other, GUEST),
    ]
    const outcome = await outcomes(filings)
    // Of one id under two colectas, either may be first.
    expect([
      ['filed', 'again', 'conflict', 'conflict', 'not-found', 'collection-closed', 'filed'],
      ['conflict', 'conflict', 'conflict', 'filed', 'not-found', 'collection-closed', 'filed'],
    ]).toContainEqual(outcome)
    expect(await totals()).toBe(true)
  })

  it('reports fail with not-found when their organiser is deleted meanwhile, and the others are stored', async () => {
    const failing: Database = {
      ...database,
      query: (text, params) =>
        String(params?.[0]).includes(colecta(0)) && text.includes('insert into contributions')
          ? Promise.reject(
              new DatabaseError('gone', FOREIGN_KEY_VIOLATION, 'contributions_organiser_id_fkey'),
            )
          : database.query(text, params),
    }
    const { file } = reportsOf(failing)
    const filings = [0, 1].map((index) => file(colecta(index), report(), GUEST))
    expect(await outcomes(filings)).toEqual(['not-found', 'filed'])
  })

  it('each report of a checkout opens one, beside reports of transfers', async () => {
    const { file } = reportsOf(database)
    const checkout = checkoutInput()
    const filings = [report(), checkout, report()].map((one) => file(colecta(0), one, GUEST))
    expect(await outcomes(filings)).toEqual(['filed', 'filed', 'filed'])
    const opened = await database.query('select contribution_id as id, reference from checkouts')
    expect(opened).toEqual([{ id: checkout.id, reference: checkout.reference }])
    await database.query('delete from contributions where id = $1', [checkout.id]) // it is pending
  })

  it('a repeated report does not count towards the limits', async () => {
    const giveBack = vi.fn(async () => {})
    const { file } = createReports({
      database,
      limits: { ...noLimits, giveBack },
      now: () => new Date(),
    })
    const checkout = checkoutInput()
    const ofAddress = ['reports from address', GUEST.address]
    for (const [given, returned] of [
      [checkout, [ofAddress]],
      [
        report(),
        [
          ofAddress,
          ['reports to collection from address', colecta(0), GUEST.address],
          ['reports to collection', colecta(0)],
        ],
      ],
    ] as const) {
      giveBack.mockClear()
      expect(await file(colecta(0), given, GUEST)).toMatchObject({ repeated: false })
      expect(giveBack).not.toHaveBeenCalled()
      expect(await file(colecta(0), given, GUEST)).toMatchObject({ repeated: true })
      expect(giveBack.mock.calls).toEqual(returned)
    }
    await database.query('delete from contributions where id = $1', [checkout.id]) // it is pending
  })

  it('reports of several processes wait for each other without a deadlock', async () => {
    const failures: unknown[] = []
    const watched: Database = {
      ...database,
      query: (text, params) =>
        database.query<never>(text, params).catch((error) => {
          failures.push(error.code)
          throw error
        }),
    }
    const processes = Array.from({ length: engine === 'postgres' ? 3 : 1 }, () =>
      reportsOf(watched),
    )
    for (let round = 0; round < 5; round++) {
      const reports = Array.from({ length: 100 }, (_, n) => ({ to: colecta(n), report: report() }))
      const filings = processes.flatMap(({ file }, turn) =>
        (turn % 2 ? reports.toReversed() : reports).map((one) => file(one.to, one.report, GUEST)),
      )
      const outcome = await outcomes(filings)
      expect(outcome.filter((one) => one === 'filed')).toHaveLength(reports.length)
      expect(outcome.filter((one) => one === 'again')).toHaveLength(filings.length - reports.length)
    }
    expect(failures).toEqual([])
    expect(await totals()).toBe(true)
  })
})

const FOREIGN_KEY_VIOLATION = '23503'

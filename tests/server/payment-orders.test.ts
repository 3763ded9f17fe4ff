/*
 * Payments, refunds, notices and crashes in many random orders (a property test). In the end, with every notice
 * received or reconciled without one, the contribution has the state of the provider's payments, no money counts
 * twice, and the total is right to the centavo.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { reconcilePayments } from '../../server/domain/payments/reconcile-payments.ts'
import type { Transaction } from '../../shared/sql.ts'
import { DAY } from '../../shared/time.ts'
import {
  type MercadoPago,
  type Payment,
  type PaymentStatus,
  type SignedNotice,
  startMercadoPago,
} from '../support/mercado-pago.ts'
import { buildCollection, buildPerson, reportInput } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { byTier, eachEngineWhenHard } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

const ORDERS = byTier({ test: 40, hard: 250 }) // for each engine
const AMOUNT = 1_234_57

type Step =
  | { name: 'create' }
  | { name: 'look' }
  | { name: 'pay'; status: PaymentStatus; isWrong: boolean }
  | { name: 'change'; which: number; status: PaymentStatus }
  | { name: 'refund'; which: number; centavos: number }
  | { name: 'tell'; which: number }
  | { name: 'repeat'; which: number }
  | { name: 'reconcile' }

/** The process dies before this many more statements, or after the commit of that transaction. */
interface Fate {
  crash: number | null
  isAfterCommit: boolean
}
type Order = (Fate & { step: Step })[]

const status = fc.constantFrom<PaymentStatus>(
  'pending',
  'in_process',
  'approved',
  'approved',
  'rejected',
  'cancelled',
  'refunded',
  'charged_back',
)
const which = fc.nat(5)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ name: fc.constant('create' as const) }),
  fc.record({ name: fc.constant('look' as const) }),
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constant('pay' as const),
      status,
      isWrong: fc.nat(9).map((n) => n === 0),
    }),
  },
  fc.record({ name: fc.constant('change' as const), which, status }),
  fc.record({
    name: fc.constant('refund' as const),
    which,
    centavos: fc.integer({ min: 1, max: AMOUNT }),
  }),
  { weight: 3, arbitrary: fc.record({ name: fc.constant('tell' as const), which }) },
  fc.record({ name: fc.constant('repeat' as const), which }),
  fc.record({ name: fc.constant('reconcile' as const) }),
)
const fated = (step: fc.Arbitrary<Step>) =>
  fc.record({
    step,
    crash: fc.option(fc.nat(8), { nil: null, freq: 3 }),
    isAfterCommit: fc.boolean(),
  })
const order: fc.Arbitrary<Order> = fc
  .tuple(
    fated(fc.constant({ name: 'create' })),
    fc.array(fated(step), { minLength: 3, maxLength: 12 }),
  )
  .map(([first, others]) => [first, ...others])

let provider: MercadoPago
beforeAll(async () => {
  provider = await startMercadoPago()
})
afterAll(() => provider.stop())

eachEngineWhenHard((open) => {
  let app: TestApp
  let mortal: ReturnType<typeof mortalDatabase>

  beforeAll(async () => {
    mortal = mortalDatabase(await open())
    app = await buildApp(mortal.database, { env: provider.env })
  })

  describe('in any order', () => {
    it(
      `the contribution ends in the provider’s state after ${ORDERS} orders of events`,
      async () => {
        const lucia = await buildPerson(app)
        await provider.connect(lucia)
        const met = { confirmed: 0, pending: 0, rejected: 0, gone: 0, crashes: 0 }
        await fc.assert(
          fc.asyncProperty(order, async (steps) => {
            const collection = await buildCollection(app, lucia)
            // So that reconciling looks at this order's own.
            await app.database.query('update checkouts set next_check_at = null')
            const world = await play(collection, steps)
            met.crashes += world.crashes
            const state = await settled(collection, world)
            met[state] += 1
          }),
          { numRuns: ORDERS },
        )
        console.log(app.database.engine, met)
        for (const count of Object.values(met)) expect(count).toBeGreaterThan(ORDERS / 200)
        // So many orders take minutes.
      },
      byTier({ test: 60_000, hard: 600_000 }),
    )
  })

  interface World {
    request: ReturnType<typeof reportInput>
    /** The payment page, once the person got its address. */
    page: string | undefined
    ids: number[]
    sent: SignedNotice[]
    crashes: number
  }

  async function play(collection: string, steps: Order): Promise<World> {
    const world: World = {
      request: reportInput({ paymentMethod: 'MercadoPago', amount: AMOUNT }),
      page: undefined,
      ids: [],
      sent: [],
      crashes: 0,
    }
    for (const { step, crash, isAfterCommit } of steps) {
      mortal.dieBefore(crash, isAfterCommit)
      await act(collection, world, step)
      if (mortal.revive()) world.crashes += 1
    }
    return world
  }

  async function act(collection: string, world: World, step: Step): Promise<void> {
    const { request, ids, sent } = world
    const pick = <T>(all: T[], index: number): T | undefined => all[index % (all.length || 1)]
    switch (step.name) {
      case 'create':
        world.page ??= (
          await visitor(app).post(`/api/collections/${collection}/checkout`, request)
        ).body.url
        return
      case 'look':
        await visitor(app).get(`/api/payments/${request.id}`)
        return
      case 'pay': {
        // Without the address of the page nobody can pay.
        if (!world.page) return
        const wrong = step.isWrong ? { transaction_amount: 1 } : {}
        ids.push(provider.pay(request.id, step.status, wrong).id)
        return
      }
      case 'change': {
        const id = pick(ids, step.which)
        if (id !== undefined) provider.change(id, step.status)
        return
      }
      case 'refund': {
        const id = pick(ids, step.which)
        const payment = provider.payments.get(String(id))
        if (payment?.status !== 'approved') return
        const given = Math.min(step.centavos, centavos(payment.transaction_amount))
        provider.change(payment.id, 'approved', { transaction_amount_refunded: given / 100 })
        return
      }
      case 'tell': {
        const id = pick(ids, step.which)
        if (id === undefined) return
        const notice = provider.noticeOf(id)
        sent.push(notice)
        await tell(notice)
        return
      }
      case 'repeat': {
        const notice = pick(sent, step.which)
        if (notice) await tell(notice)
        return
      }
      case 'reconcile':
        await reconcileAfter(DAY)
    }
  }

  const tell = ({ path, headers, body }: SignedNotice) =>
    visitor(app).send('POST', path, body, headers)

  /** A process that dies there is started again later. */
  async function reconcileAfter(ms: number): Promise<void> {
    const now = () => new Date(app.clock.now().getTime() + ms)
    await reconcilePayments({ ...app.context, now }).catch(() => undefined)
  }

  /** Delivers every notice, or reconciles without it; then state and totals must be right. */
  async function settled(collection: string, { request, ids }: World) {
    if (ids.length % 2 === 0) for (const id of ids) await tell(provider.noticeOf(id))
    else await reconcileAfter(2 * DAY)

    const [contribution] = await app.database.query<{
      state: 'confirmed' | 'pending' | 'rejected'
    }>('select payment_status as state from contributions where id = $1', [request.id])
    const [totals] = await app.database.query(
      `select (amount_collected * 100)::int8 as collected, confirmed_count as confirmed,
              pending_count as pending, rejected_count as rejected
       from collections where id = $1`,
      [collection],
    )
    const books = booksOf(ids)
    const state = contribution?.state ?? 'gone'
    expect(state).toBe(books?.state ?? state)
    expect(totals).toEqual({
      collected: books?.kept ?? 0,
      confirmed: state === 'confirmed' ? 1 : 0,
      pending: state === 'pending' ? 1 : 0,
      rejected: state === 'rejected' ? 1 : 0,
    })
    return state
  }

  /** The provider's record: the larger of two valid payments; null when nobody paid. */
  function booksOf(ids: number[]): { state: string; kept: number } | null {
    const payments = ids.flatMap((id) => provider.payments.get(String(id)) ?? [])
    if (payments.length === 0) return null
    const isRight = ({ transaction_amount }: Payment) => centavos(transaction_amount) === AMOUNT
    const given = ({ transaction_amount_refunded }: Payment) =>
      centavos(transaction_amount_refunded)
    const approved = payments.filter(({ status }) => status === 'approved')
    const kept = Math.max(0, ...approved.filter(isRight).map((one) => AMOUNT - given(one)))
    if (kept > 0) return { state: 'confirmed', kept }
    const isOpen =
      payments.some(({ status }) => status === 'pending' || status === 'in_process') ||
      approved.some((one) => !isRight(one))
    return { state: isOpen ? 'pending' : 'rejected', kept: 0 }
  }
})

const centavos = (pesos: number) => Math.round(pesos * 100)

class Crash extends Error {}

/** A database whose process dies before a chosen statement, or, of a transaction, after its commit. */
function mortalDatabase(real: Database) {
  let left: number | null = null
  let isAfterCommit = false
  let isDead = false

  function live(): void {
    if (isDead) throw new Crash()
    if (left === null) return
    if (left === 0) {
      isDead = true
      throw new Crash()
    }
    left -= 1
  }

  const database: Database = {
    ...bound(real),
    async query(text, params) {
      live()
      return real.query(text, params)
    },
    async transaction(work) {
      live()
      const result = await real.transaction((tx) =>
        work({
          ...tx,
          kind: 'transaction',
          async query(text, params) {
            if (!isAfterCommit) live()
            return tx.query(text, params)
          },
        } satisfies Transaction),
      )
      live()
      return result
    },
  }
  return {
    database,
    dieBefore(statement: number | null, afterCommit: boolean) {
      left = statement
      isAfterCommit = afterCommit
    },
    /** Returns true if it had died. */
    revive(): boolean {
      const died = isDead
      isDead = false
      left = null
      return died
    },
  }
}

function bound(real: Database): Database {
  return {
    engine: real.engine,
    connections: real.connections,
    query: (text, params) => real.query(text, params),
    transaction: (work) => real.transaction(work),
    asMember: (id, work) => real.asMember(id, work),
    inSnapshotAsMember: (id, work) => real.inSnapshotAsMember(id, work),
    copyIn: (table, columns, csv) => real.copyIn(table, columns, csv),
    copyOut: (id, query, format) => real.copyOut(id, query, format),
    inBulk: (work) => real.inBulk(work),
    close: () => real.close(),
  }
}

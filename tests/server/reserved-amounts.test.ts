import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freeAmounts, pickAmount } from '../../server/domain/reserved-amounts.ts'
import { newId } from '../../shared/id.ts'
import { DAY, HOUR } from '../../shared/time.ts'
import { eachEngine } from '../support/database.ts'
import { buildCollection, buildPerson, type Person, reportInput } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

describe('an amount of their own', () => {
  it('is a little above the requested one, free, and never in whole pesos', () => {
    const centavos = fc.integer({ min: 1_00, max: 50_000_000_00 })
    fc.assert(
      fc.property(centavos, fc.array(fc.nat(5_000)), fc.nat(), (asked, others, seed) => {
        const taken = new Set(others.map((more) => asked + more))
        const amount = pickAmount(asked, taken, (below) => seed % below)
        if (amount === null) return
        expect(amount).toBeGreaterThan(asked)
        expect(amount - asked).toBeLessThanOrEqual(Math.max(99, asked * 0.005))
        expect(amount % 100).not.toBe(0)
        expect(taken.has(amount)).toBe(false)
      }),
    )
  })

  it('takes the next range when the first is full, as far as half a percent', () => {
    const until = (last: number) => new Set(Array.from({ length: last }, (_, at) => 15_000_01 + at))
    const pick = (taken: Set<number>) => pickAmount(15_000_00, taken, () => 0)
    expect(pick(until(0))).toBe(15_000_01)
    expect(pick(until(99))).toBe(15_001_01)
    expect(pick(until(999))).toBe(15_010_01)
    expect(pick(until(75_00))).toBeNull()
    expect(pickAmount(1_000_00, new Set(until(0)), () => 98)).toBe(1_000_99)
    expect(pickAmount(10_00, new Set(Array.from({ length: 99 }, (_, at) => 10_01 + at)))).toBeNull()
  })
})

eachEngine((open) => {
  let app: TestApp
  let lucia: Person
  let guest: Visitor
  let gift: string

  beforeAll(async () => {
    app = await buildApp(await open())
    guest = visitor(app)
  })
  beforeEach(async () => {
    lucia = await buildPerson(app)
    gift = await buildCollection(app, lucia, { uniqueCents: true })
  })

  const ask = async (id = newId(), amount = 15_000_00, to = gift) =>
    (await guest.post(`/api/collections/${to}/amount`, { contributionId: id, amount })).body
  const report = (id: string, amount: number) =>
    guest.post(`/api/collections/${gift}/contributions`, reportInput({ id, amount }))
  const isUnique = async (id: string) => {
    const account = (await lucia.query('collection', { id: gift })).body.bankAccount
    const { body } = await lucia.query('waiting-contributions', { account })
    return body.find((row: { id: string }) => row.id === id).isUnique
  }

  it('is the same when it is requested again, and another for another amount', async () => {
    const id = newId()
    const first = await ask(id)
    expect(first.amount).toBeGreaterThan(15_000_00)
    expect(first.amount).toBeLessThan(15_001_00)
    const heldFor = Date.parse(first.expiresAt) - app.clock.now().getTime()
    expect(Math.round(heldFor / HOUR)).toBe(72)
    expect(await ask(id)).toEqual(first)
    const other = await ask(id, 20_000_00)
    expect(other.amount).toBeGreaterThan(20_000_00)
    expect(await reserved()).toEqual([other.amount])
  })

  it('is unique on its account, over all collections of its organiser', async () => {
    const trip = await buildCollection(app, lucia, { uniqueCents: true })
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, at) => ask(newId(), 15_000_00, at % 2 === 0 ? gift : trip)),
    )
    expect(new Set(asked.map(({ amount }) => amount)).size).toBe(60)
  })

  it('is unique after the account of its collection was changed', async () => {
    const guests = (count: number) => Array.from({ length: count }, () => ask(newId(), 10_000_00))
    const before = await Promise.all(guests(60))
    const changes = { bankAccount: 'otro.alias.regalo' }
    await lucia.mutate('update-collection', { id: gift, changes })
    const amounts = [...before, ...(await Promise.all(guests(60)))].map(({ amount }) => amount)
    expect(new Set(amounts).size).toBe(amounts.length)
  })

  it('is the plain one when the option is off, none is left, or the collection is closed', async () => {
    const plain = { amount: 15_000_00, expiresAt: null }
    const simple = await buildCollection(app, lucia)
    expect(await ask(newId(), 15_000_00, simple)).toEqual(plain)
    for (let held = 0; held < 200; held += 1) await ask()
    expect(await ask()).toEqual(plain)
    await lucia.mutate('set-collection-status', { id: gift, status: 'cerrada' })
    expect(await ask()).toEqual(plain)
    expect((await guest.post(`/api/collections/${newId()}/amount`, {})).status).toBe(400)
    const unknown = { contributionId: newId(), amount: 15_000_00 }
    expect((await guest.post(`/api/collections/${newId()}/amount`, unknown)).status).toBe(404)
  })

  it('identifies the report, until its guest corrects the amount', async () => {
    const [id, other] = [newId(), newId()]
    const { amount } = await ask(id)
    const { body } = await report(id, amount)
    expect((await report(other, amount)).status).toBe(201)
    expect([await isUnique(id), await isUnique(other)]).toEqual([true, false])
    expect(await ask(id)).toEqual({ amount, expiresAt: null })
    const changes = { amount: 15_000_00 }
    await guest.post('/api/reports/own/correction', { id, key: body.key, changes })
    expect(await isUnique(id)).toBe(false)
  })

  it('is free after three days without a report, and long after the collection closed', async () => {
    const [id, left] = [newId(), newId()]
    const { amount } = await ask(id)
    const held = await ask(left)
    const other = await buildCollection(app, await buildPerson(app), { uniqueCents: true })
    // Another colecta does not take it away.
    expect((await ask(left, 15_000_00, other)).expiresAt).toBeNull()
    expect(await ask(left)).toEqual(held)
    await report(id, amount)
    app.clock.forward(71 * HOUR)
    await freeAmounts({ database: app.database, now: app.clock.now })
    expect(await reserved()).toHaveLength(2)
    app.clock.forward(HOUR)
    await freeAmounts({ database: app.database, now: app.clock.now })
    expect(await reserved()).toEqual([amount])
    await lucia.mutate('set-collection-status', { id: gift, status: 'cerrada' })
    app.clock.forward(34 * DAY)
    await freeAmounts({ database: app.database, now: app.clock.now })
    expect(await reserved()).toEqual([amount])
    app.clock.forward(2 * DAY)
    await freeAmounts({ database: app.database, now: app.clock.now })
    expect(await reserved()).toEqual([])
  })

  it('is free long after its collection was deleted', async () => {
    const id = newId()
    const { amount } = await ask(id)
    await report(id, amount)
    await lucia.mutate('delete-collection', { id: gift })
    for (const left of [[amount], []]) {
      app.clock.forward(34 * DAY)
      await freeAmounts({ database: app.database, now: app.clock.now })
      expect(await reserved()).toEqual(left)
    }
  })

  describe('[A5] from one address', () => {
    let limited: TestApp
    let addresses = 0
    let far: Visitor
    let near: Visitor

    beforeAll(async () => {
      const env = { RATE_LIMITS: 'on', TRUSTED_PROXY: '1' }
      limited = await buildApp(app.database, { env, overrides: { now: app.clock.now } })
    })
    beforeEach(() => {
      const at = () => visitor(limited, { 'x-forwarded-for': `100.64.1.${++addresses}` })
      far = at()
      near = at()
    })

    const isReserved = async (who: Visitor, id = newId(), amount = 15_000_00) => {
      const { body } = await who.post(`/api/collections/${gift}/amount`, {
        contributionId: id,
        amount,
      })
      return body.expiresAt !== null
    }

    it('is for fifty guests at once, so that others get theirs', async () => {
      for (let held = 0; held < 50; held += 1) expect(await isReserved(far)).toBe(true)
      for (let more = 0; more < 151; more += 1) expect(await isReserved(far)).toBe(false)
      expect(await isReserved(near)).toBe(true)
      app.clock.forward(72 * HOUR)
      expect(await isReserved(far)).toBe(true)
    })

    it('counts a guest once, and not after the report', async () => {
      const [reported, kept] = [newId(), newId()]
      for (let times = 0; times < 60; times += 1) {
        expect(await isReserved(far, kept, times % 2 === 0 ? 15_000_00 : 20_000_00)).toBe(true)
      }
      for (let held = 0; held < 49; held += 1) {
        expect(await isReserved(far, held === 0 ? reported : newId())).toBe(true)
      }
      expect(await isReserved(far)).toBe(false)
      expect(await isReserved(far, kept)).toBe(true)
      const input = reportInput({ id: reported, amount: await amountOf(reported) })
      expect((await far.post(`/api/collections/${gift}/contributions`, input)).status).toBe(201)
      expect([await isReserved(far), await isReserved(far)]).toEqual([true, false])
    })

    it('counts after a report of another amount than the reserved one', async () => {
      for (let held = 0; held < 50; held += 1) expect(await isReserved(far)).toBe(true)
      const input = reportInput({ amount: 10_000_01 })
      expect((await far.post(`/api/collections/${gift}/contributions`, input)).status).toBe(201)
      expect(await isReserved(far)).toBe(false)
    })

    async function amountOf(id: string): Promise<number> {
      const [row] = await app.database.query<{ amount: number }>(
        'select (amount * 100)::int8 as amount from reserved_amounts where contribution_id = $1',
        [id],
      )
      return row?.amount ?? 0
    }
  })

  async function reserved(): Promise<number[]> {
    const rows = await app.database.query<{ amount: number }>(
      'select (amount * 100)::int8 as amount from reserved_amounts where collection_id = $1',
      [gift],
    )
    return rows.map(({ amount }) => amount)
  }
})

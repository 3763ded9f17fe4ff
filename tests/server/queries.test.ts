import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { DAY } from '../../shared/time.ts'
import { eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  type Person,
  paidBy,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

eachEngine((open) => {
  let app: TestApp

  beforeAll(async () => {
    app = await buildApp(await open())
  })

  describe('my-collections', () => {
    let lucia: Person

    beforeAll(async () => {
      lucia = await buildPerson(app)
      await buildCollection(app, await buildPerson(app), { title: 'De otra persona' })
      // Every column puts them in another order.
      const filed = [
        ['Ñoquis del 29', 3, 2, 4],
        ['asado', 1, 5, 1],
        ['Árbol', 5, 3, 6],
        ['Viaje 100% seguro', 6, 4, 2],
        ['zapatos', 2, 6, 3],
        ['Bici', 4, 1, 5],
      ] as const
      for (const [title, suggested, days, collected] of filed) {
        const id = await buildCollection(app, lucia, {
          title,
          suggestedAmount: suggested * 1_000_00,
          deadline: addDays(today(app.clock.now()), days),
        })
        await buildReport(app, id, { amount: collected * 1_000_00 })
        if (title === 'Bici') await lucia.mutate('set-collection-status', { id, status: 'cerrada' })
      }
    })

    const titles = async (args: object) =>
      (await lucia.query('my-collections', args)).body.rows.map(
        (row: { title: string }) => row.title,
      )

    it('returns the first five by title, without regard to accents and capitals', async () => {
      const { body } = await lucia.query('my-collections')
      expect(body.total).toBe(6)
      expect(await titles({})).toEqual([
        'Árbol',
        'asado',
        'Bici',
        'Ñoquis del 29',
        'Viaje 100% seguro',
      ])
      expect(await titles({ page: 2 })).toEqual(['zapatos'])
      expect(await titles({ page: 3 })).toEqual([])
      const searched = await lucia.query('my-collections', { search: 'a' })
      expect(searched.body).toMatchObject({ total: 4, rows: { length: 4 } })
      const open = await lucia.query('my-collections', { status: 'abierta' })
      expect(open.body).toMatchObject({ total: 5, rows: { length: 5 } })

      // Alike in what they are sorted by, they still come in one order: no page repeats or skips any.
      const ana = await buildPerson(app)
      await app.database.query(
        `insert into collections (
           id, creator_id, creator_email, title, title_folded, suggested_amount, total_amount, deadline,
           bank_account
         )
         select gen_random_uuid(), $1, $2, 'La misma', 'la misma', 1, 9, '2026-12-01', 'x'
         from generate_series(1, 30)`,
        [ana.id, ana.email],
      )
      const seen: string[] = []
      for (const page of [1, 2, 3, 4, 5, 6]) {
        const { rows } = (await ana.query('my-collections', { page, sort: 'status' })).body
        seen.push(...rows.map((row: { id: string }) => row.id))
      }
      expect([seen.length, new Set(seen).size]).toEqual([30, 30])
      // A search and a filter have pages of the same size.
      for (const filter of [{ search: 'misma' }, { status: 'abierta' }]) {
        const { body } = await ana.query('my-collections', filter)
        expect(body).toMatchObject({ total: 30, rows: { length: 5 } })
      }
    })

    const allTitles = async (args: object) => [
      ...(await titles(args)),
      ...(await titles({ ...args, page: 2 })),
    ]

    it.each([
      ['title', 'Árbol, asado, Bici, Ñoquis del 29, Viaje 100% seguro, zapatos'],
      ['suggestedAmount', 'asado, zapatos, Ñoquis del 29, Bici, Árbol, Viaje 100% seguro'],
      ['amountCollected', 'asado, Viaje 100% seguro, zapatos, Ñoquis del 29, Bici, Árbol'],
      ['deadline', 'Bici, Ñoquis del 29, Árbol, Viaje 100% seguro, asado, zapatos'],
    ])('sorts by %s, either way', async (sort, expected) => {
      const ascending = expected.split(', ')
      expect(await allTitles({ sort, direction: 'asc' })).toEqual(ascending)
      expect(await allTitles({ sort, direction: 'desc' })).toEqual(ascending.toReversed())
    })

    it('sorts by status, either way', async () => {
      expect((await allTitles({ sort: 'status', direction: 'asc' })).at(-1)).toBe('Bici')
      expect((await allTitles({ sort: 'status', direction: 'desc' })).at(0)).toBe('Bici')
    })

    it.each([
      ['NOQUIS', ['Ñoquis del 29']],
      ['arbol', ['Árbol']],
      ['0%', ['Viaje 100% seguro']],
      ['%', ['Viaje 100% seguro']],
      ['_', []],
      ["'", []],
      ['otra persona', []],
    ])('finds by %j', async (search, found) => {
      expect(await titles({ search })).toEqual(found)
    })

    it('filters by status', async () => {
      expect(await titles({ status: 'CERRADA' })).toEqual(['Bici'])
      expect((await lucia.query('my-collections', { status: 'abierta' })).body.total).toBe(5)
    })
  })

  describe('collection-contributions', () => {
    let lucia: Person
    let collectionId: string
    /** In the order of their dates; every other column puts them in another one. */
    const filed: { contributorName: string; amount: number; message: string }[] = []

    beforeAll(async () => {
      lucia = await buildPerson(app)
      collectionId = await buildCollection(app, lucia)
      const manual = { contributorName: 'Tía Ánima', amount: 2_500_00, message: '04 en efectivo' }
      await buildManualContribution(lucia, collectionId, manual)
      filed.push(manual)
      for (let n = 1; n <= 12; n++) {
        app.clock.forward(1000)
        const contribution = {
          contributorName: `Persona ${String((n * 3) % 13).padStart(2, '0')}`,
          amount: ((n * 5) % 13) * 1_000_00,
          message: `${String((n * 7) % 13).padStart(2, '0')} gracias`,
        }
        const id = await buildReport(app, collectionId, contribution)
        filed.push(contribution)
        if (n <= 3) await lucia.mutate('set-contribution-state', { id, state: 'rejected' })
        if (n === 4) await lucia.mutate('set-contribution-state', { id, state: 'pending' })
      }
    })

    const ask = async (args: object = {}) =>
      (await lucia.query('collection-contributions', { collectionId, ...args })).body
    const names = async (args: object) =>
      (await ask(args)).rows.map((row: { contributorName: string }) => row.contributorName)

    it('returns the latest ten and how many there are', async () => {
      const { rows, total } = await ask()
      expect([rows.length, total]).toEqual([10, 13])
      expect(await names({ page: 2 })).toEqual(['Persona 06', 'Persona 03', 'Tía Ánima'])
      // All have an n: a search has pages of the same size.
      const searched = await ask({ search: 'n' })
      expect([searched.rows.length, searched.total]).toEqual([10, 13])
      expect(await names({ search: 'n', page: 2 })).toEqual(await names({ page: 2 }))
    })

    const allNames = async (args: object) => [
      ...(await names(args)),
      ...(await names({ ...args, page: 2 })),
    ]

    it.each([
      ['date', () => filed],
      ['name', () => filed.toSorted(by(({ contributorName }) => contributorName))],
      ['amount', () => filed.toSorted((a, b) => a.amount - b.amount)],
      ['message', () => filed.toSorted(by(({ message }) => message))],
    ] as const)('sorts by %s, either way', async (sort, order) => {
      const ascending = order().map(({ contributorName }) => contributorName)
      expect(await allNames({ sort, direction: 'asc' })).toEqual(ascending)
      expect(await allNames({ sort, direction: 'desc' })).toEqual(ascending.toReversed())
    })

    // By name she is the last.
    it('sorts by method, either way', async () => {
      expect((await allNames({ sort: 'method', direction: 'asc' })).at(0)).toBe('Tía Ánima')
      expect((await allNames({ sort: 'method', direction: 'desc' })).at(-1)).toBe('Tía Ánima')
    })

    it('pages through every order without missing or repeating a row', async () => {
      for (const sort of ['date', 'name', 'amount', 'method', 'message']) {
        for (const direction of ['asc', 'desc']) {
          const pages = [
            ...(await names({ sort, direction })),
            ...(await names({ sort, direction, page: 2 })),
          ]
          expect(new Set(pages)).toHaveLength(13)
        }
      }
    })

    it.each([
      ['all', 13],
      ['unverified', 8],
      ['verified', 1],
      ['pending', 1],
      ['rejected', 3],
    ])('filters by state %s, alike with and without a search', async (state, total) => {
      const [counted, searched] = [await ask({ state }), await ask({ state, search: 'n' })]
      expect([counted.total, searched.total]).toEqual([total, total])
      expect(counted.rows).toHaveLength(Math.min(10, total))
    })

    it.each([
      [{ method: 'Transferencia' }, 12],
      [{ method: 'Manual' }, 1],
      [{ method: 'MercadoPago' }, 0],
      [{ method: 'Transferencia', state: 'rejected' }, 3],
      [{ method: 'Manual', state: 'rejected' }, 0],
    ])('filters by %j, alike with and without a search', async (filter, total) => {
      const [counted, searched] = [await ask(filter), await ask({ ...filter, search: 'n' })]
      expect([counted.total, searched.total]).toEqual([total, total])
      expect(counted.rows).toHaveLength(Math.min(10, total))
      const methods = counted.rows.map((row: { paymentMethod: string }) => row.paymentMethod)
      expect(methods.every((method: string) => method === filter.method)).toBe(true)
    })

    it('finds by part of a name', async () => {
      expect(await names({ search: 'ONA 1', sort: 'name', direction: 'asc' })).toEqual([
        'Persona 10',
        'Persona 11',
        'Persona 12',
      ])
      expect(await names({ search: 'anima' })).toEqual(['Tía Ánima'])
    })

    it('returns fifty at a time where all are shown, and no other number', async () => {
      expect(await names({ size: 50 })).toEqual(await allNames({}))
      expect(await names({ size: 50, search: 'persona' })).toHaveLength(12)
      expect(await ask({ size: 50, page: 2 })).toEqual({ rows: [], total: 13 })
      expect(await ask({ size: 1_000 })).toMatchObject({ error: 'Los datos no son válidos.' })
    })

    it('returns no rows and the same total for a page past the end', async () => {
      const { total } = await ask({})
      expect(await ask({ page: 1_000 })).toEqual({ rows: [], total })
      expect(await ask({ page: 1_000, search: 'a' })).toMatchObject({ rows: [] })
    })

    it('returns nothing to another person', async () => {
      const beto = await buildPerson(app)
      const { body } = await beto.query('collection-contributions', { collectionId })
      expect(body).toEqual({ rows: [], total: 0 })
      expect((await beto.query('collection', { id: collectionId })).body).toBeNull()
      expect((await lucia.query('collection', { id: newId() })).body).toBeNull()
    })
  })

  describe('my-contributions', () => {
    it('returns the latest ten of this person, with the reason of each', async () => {
      const julieta = await buildPerson(app, { firstName: 'Julieta' })
      const organiser = await buildPerson(app)
      const gift = await buildCollection(app, organiser, { title: 'Regalo' })
      const trip = await buildCollection(app, organiser, { title: 'Víaje' })
      // Every column puts another one first.
      for (let n = 1; n <= 11; n++) {
        const amount = ((n * 5) % 12) * 1_000_00
        const id = await buildReport(app, n === 6 ? trip : gift, { amount }, julieta)
        if (n === 9) await paidBy(app, 'MODO', [id])
        const state = { 7: 'rejected', 8: 'pending', 10: 'verified' }[n]
        if (state) await organiser.mutate('set-contribution-state', { id, state })
        app.clock.forward(1000)
      }
      await buildReport(app, gift, { contributorEmail: julieta.email })
      // Filed last, but paid first: not among the latest.
      const old = await buildReport(app, gift, { amount: 12_000_00 }, julieta)
      await app.database.query(
        `update contributions set payment_date = payment_date - interval '1 day' where id = $1`,
        [old],
      )
      await organiser.mutate('set-collection-status', { id: trip, status: 'cerrada' })
      const ids = [await buildReport(app, gift, { amount: 13_000_00 }, julieta)]
      await organiser.mutate('hide-contributions', { ids })
      const { body } = await julieta.query('my-contributions')
      expect(body).toHaveLength(10)
      expect(body[0]).toEqual({
        id: expect.any(String),
        collectionId: gift,
        collectionTitle: 'Regalo',
        amount: 7_000_00,
        paymentMethod: 'Transferencia',
        paymentDate: expect.any(String),
        state: 'confirmed',
        rejectionReason: '',
        receipt: 'none',
      })
      expect(body.map(({ state }: { state: string }) => state)).toEqual([
        ...['confirmed', 'verified', 'confirmed', 'pending', 'rejected'],
        ...Array(5).fill('confirmed'),
      ])
      const found = await julieta.query('my-contributions', { search: 'VIAJE' })
      expect(found.body).toMatchObject([{ collectionTitle: 'Víaje', amount: 6_000_00 }])
      for (const [sort, first, last] of [
        ['date', 10_000_00, 7_000_00],
        ['amount', 1_000_00, 11_000_00],
      ] as const) {
        expect(await amountsBy(julieta, sort, 'asc')).toMatchObject({ first, last })
        expect(await amountsBy(julieta, sort, 'desc')).toMatchObject({ first: last, last: first })
      }
      expect(await amountsBy(julieta, 'collection', 'asc')).toMatchObject({ last: 6_000_00 })
      expect(await amountsBy(julieta, 'collection', 'desc')).toMatchObject({ first: 6_000_00 })
      expect(await amountsBy(julieta, 'method', 'asc')).toMatchObject({ first: 9_000_00 })
      expect(await amountsBy(julieta, 'method', 'desc')).toMatchObject({ last: 9_000_00 })
      expect((await organiser.query('my-contributions')).body).toEqual([])
    })

    /** The amounts at both ends of the list. */
    async function amountsBy(person: Person, sort: string, direction: string) {
      const { body } = await person.query('my-contributions', { sort, direction })
      return { first: body.at(0).amount, last: body.at(-1).amount }
    }

    it('returns a hundred at most', async () => {
      const julieta = await buildPerson(app)
      const gift = await buildCollection(app, await buildPerson(app))
      await app.database.query(
        `insert into contributions (
           id, collection_id, organiser_id, contributor_id, contributor_name, contributor_folded,
           payment_method, amount, payment_status
         )
         select gen_random_uuid(), k.id, k.creator_id, $2::uuid, 'Julieta', 'julieta',
                'Transferencia', 1, 'confirmed'
         from collections k, generate_series(1, 101)
         where k.id = $1`,
        [gift, julieta.id],
      )
      expect((await julieta.query('my-contributions', { latest: 100 })).body).toHaveLength(100)
      expect((await julieta.query('my-contributions', { latest: 101 })).status).toBe(400)
    })
  })

  describe('my-totals', () => {
    it('counts every report of existing collections', async () => {
      const lucia = await buildPerson(app)
      const zero = {
        collections: 0,
        amountReported: 0,
        contributionsThisWeek: 0,
        unverified: 0,
        mostUnverifiedId: null,
      }
      expect((await lucia.query('my-totals')).body).toEqual(zero)

      const [kept, closed] = [await buildCollection(app, lucia), await buildCollection(app, lucia)]
      const deleted = await buildCollection(app, lucia)
      const rejected = await buildReport(app, kept, { amount: 5_000_50 })
      const pending = await buildReport(app, closed, { amount: 300_00 })
      await buildReport(app, kept, { amount: 20_25 })
      await buildManualContribution(lucia, kept, { amount: 1_000_00 })
      await buildReport(app, deleted)
      await lucia.mutate('set-contribution-state', { id: rejected, state: 'rejected' })
      await lucia.mutate('set-contribution-state', { id: pending, state: 'pending' })
      await lucia.mutate('set-collection-status', { id: closed, status: 'cerrada' })
      await lucia.mutate('delete-collection', { id: deleted })
      expect((await lucia.query('my-totals')).body).toEqual({
        collections: 2,
        amountReported: 6_320_75,
        contributionsThisWeek: 4,
        unverified: 1,
        mostUnverifiedId: kept,
      })
    })
  })

  it('a query that only a newer server knows is refused', async () => {
    const lucia = await buildPerson(app)
    expect(await lucia.query('nobody-knows-it')).toMatchObject({
      status: 404,
      body: { code: 'not-found', error: 'Esta versión del servidor no conoce esa consulta.' },
    })
  })

  it('a long response is compressed', async () => {
    const lucia = await buildPerson(app)
    const gzip = { 'accept-encoding': 'gzip' }
    const { headers } = await app.fetch('/api/query/my-totals', {
      headers: { ...gzip, cookie: `session=${lucia.cookies.get('session')}` },
    })
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('deleting an account deletes its sessions', async () => {
    const lucia = await buildPerson(app)
    app.clock.forward(DAY)
    await app.database.query('delete from users where id = $1', [lucia.id])
    expect((await lucia.query('profile')).status).toBe(401)
    expect((await lucia.get('/api/session')).body.user).toBeNull()
  })
})

/** Compares by a text, as a person would order it. */
function by<Row>(text: (row: Row) => string) {
  return (a: Row, b: Row) => text(a).localeCompare(text(b), 'es')
}

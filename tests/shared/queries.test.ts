import { beforeAll, describe, expect, it, test } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { newId } from '../../shared/id.ts'
import { MAX_TOTAL } from '../../shared/money.ts'
import { queries } from '../../shared/queries/queries.ts'
import { fold } from '../../shared/text.ts'
import { HOUR } from '../../shared/time.ts'
import { databasesOf } from '../support/database.ts'

/* Each query on a database with known rows, without the server around it. */

const open = databasesOf('embedded')
const [lucia, beto, julieta] = [newId(), newId(), newId()]
const [gift, trip, closed, gone] = [newId(), newId(), newId(), newId()]
const NOW = Date.now()

let database: Database

beforeAll(async () => {
  database = await open()
  for (const [id, name] of Object.entries({
    [lucia]: 'Lucía',
    [beto]: 'Beto',
    [julieta]: 'Julia',
  })) {
    await database.query(
      `insert into users (id, email, first_name, last_name, default_bank_account)
       values ($1::uuid, $1::uuid || '@example.com', $2, 'Paz', $3)`,
      [id, name, id === lucia ? 'lucia.fer' : null],
    )
  }
  await addCollection(gift, 'Regalo', { amount: 300, deadline: '2026-12-01' })
  await addCollection(trip, 'Árbol', { amount: 100, deadline: '2026-12-03' })
  await addCollection(closed, 'Cena', { amount: 200, deadline: '2026-12-02', status: 'cerrada' })
  await addCollection(gone, 'Borrada', { amount: 1, deadline: '2026-12-04', deleted: true })
  await addCollection(newId(), 'De Beto', { amount: 1, deadline: '2026-12-04', creator: beto })
})

interface CollectionRow {
  amount: number
  deadline: string
  status?: string
  deleted?: boolean
  creator?: string
}

async function addCollection(id: string, title: string, row: CollectionRow) {
  const { amount, deadline, status = 'abierta', deleted = false, creator = lucia } = row
  await database.query(
    `insert into collections (
       id, creator_id, creator_email, title, title_folded, description, suggested_amount,
       total_amount, deadline, bank_account, account_identifier, cantidad_personas, status,
       created_at, deleted_at
     )
     values ($1, $2, 'l@example.com', $3, $4, 'Para la seño', $5, 1000.50, $6, 'lucia.fer',
             'Lucía Paz', 20, $7, '2026-11-01T12:00:00Z', $8)`,
    [
      ...[id, creator, title, title.toLowerCase().replace('á', 'a'), amount, deadline, status],
      deleted ? '2026-11-02T12:00:00Z' : null,
    ],
  )
}

interface ContributionRow {
  to?: string
  organiser?: string
  email?: string | null
  by?: string | null
  name?: string
  amount: number
  method?: string
  status?: string
  isVerified?: boolean
  message?: string
  hoursAgo: number
}

async function addContribution(row: ContributionRow): Promise<string> {
  const id = newId()
  const { to = gift, organiser = lucia, by = null, name = 'Ana', method = 'Transferencia' } = row
  const { email = 'a@example.com' } = row
  await database.query(
    `insert into contributions (
       id, collection_id, organiser_id, contributor_id, contributor_name, contributor_folded,
       contributor_email, payment_method, amount, payment_date, payment_status, verified_at, message
     )
     values ($1, $2, $3, $4, $5::text, lower($5::text), $12, $6, $7, $8, $9, $10, $11)`,
    [
      ...[id, to, organiser, by, name, method, row.amount],
      new Date(NOW - row.hoursAgo * HOUR).toISOString(),
      row.status ?? 'confirmed',
      row.isVerified ? new Date(NOW).toISOString() : null,
      row.message ?? '',
      email,
    ],
  )
  return id
}

// biome-ignore lint/suspicious/noExplicitAny: each query has an answer of its own
async function ask(name: string, input: object = {}, person = lucia): Promise<any> {
  return database.asMember(person, async (tx) => queries.get(name)?.answer(tx, input, person))
}

it('has one query for each name', () => {
  expect([...queries.keys()].sort()).toEqual([
    'arrivals',
    'collection',
    'collection-contributions',
    'conciliation-history',
    'contribution-keys',
    'contribution-matches',
    'contribution-review',
    'find-by-name',
    'my-collections',
    'my-contributions',
    'my-totals',
    'people',
    'people-count',
    'profile',
    'shared-accounts',
    'statement-key',
    'statement-matches',
    'waiting-contributions',
  ])
})

describe('profile', () => {
  it('returns the person', async () => {
    expect(await ask('profile')).toEqual({
      id: lucia,
      email: `${lucia}@example.com`,
      firstName: 'Lucía',
      lastName: 'Paz',
      defaultBankAccount: 'lucia.fer',
    })
    expect(await ask('profile', {}, newId())).toBeNull()
  })
})

describe('collection', () => {
  it('returns every column', async () => {
    expect(await ask('collection', { id: closed })).toEqual({
      id: closed,
      creatorId: lucia,
      creatorEmail: 'l@example.com',
      title: 'Cena',
      description: 'Para la seño',
      suggestedAmount: 200_00,
      totalAmount: 1_000_50,
      deadline: '2026-12-02',
      bankAccount: 'lucia.fer',
      accountIdentifier: 'Lucía Paz',
      cantidadPersonas: 20,
      status: 'cerrada',
      createdAt: '2026-11-01T12:00:00.000Z',
      updatedAt: null,
      amountCollected: 0,
      amountVerified: 0,
      confirmedCount: 0,
      verifiedCount: 0,
      pendingCount: 0,
      rejectedCount: 0,
      suspensionReason: null,
      notify: 'never',
      closesAlone: false,
      uniqueCents: false,
    })
  })

  it('returns null for a deleted one and for another person', async () => {
    expect(await ask('collection', { id: gone })).toBeNull()
    expect(await ask('collection', { id: gift }, beto)).toBeNull()
    await expect(ask('collection')).rejects.toMatchObject({ code: 'invalid-input', field: 'id' })
  })
})

describe('my-collections', () => {
  const titles = async (input: object) =>
    (await ask('my-collections', input)).rows.map(({ title }: { title: string }) => title)

  test.each([
    [{}, ['Árbol', 'Cena', 'Regalo']],
    [{ direction: 'desc' }, ['Regalo', 'Cena', 'Árbol']],
    [{ sort: 'title' }, ['Árbol', 'Cena', 'Regalo']],
    [{ sort: 'suggestedAmount' }, ['Árbol', 'Cena', 'Regalo']],
    [{ sort: 'suggestedAmount', direction: 'desc' }, ['Regalo', 'Cena', 'Árbol']],
    [{ sort: 'deadline' }, ['Regalo', 'Cena', 'Árbol']],
    [{ sort: 'status', direction: 'desc' }, ['Cena', 'Regalo', 'Árbol']],
    [{ search: 'ARB' }, ['Árbol']],
    [{ search: 'R', direction: 'desc' }, ['Regalo', 'Árbol']],
    [{ status: 'ABIERTA', direction: 'desc' }, ['Regalo', 'Árbol']],
    [{ status: 'CERRADA' }, ['Cena']],
    [{ page: 2 }, []],
  ])('for %j returns %j', async (input, expected) => {
    expect(await titles(input)).toEqual(expected)
  })

  it('sorts by what was collected', async () => {
    await addContribution({ to: closed, amount: 5, hoursAgo: 500 })
    const sort = { sort: 'amountCollected', direction: 'desc' }
    expect((await titles(sort))[0]).toBe('Cena')
  })

  it('sorts by the last contribution, or by when it was opened', async () => {
    const sort = { sort: 'activity', direction: 'desc' }
    const added = await addContribution({ to: trip, amount: 5, hoursAgo: 400 })
    expect(await titles(sort)).toEqual(['Árbol', 'Cena', 'Regalo'])
    await addContribution({ to: closed, amount: 5, hoursAgo: 300 })
    const hidden = await addContribution({ to: gift, amount: 5, hoursAgo: 200 })
    await database.query('update contributions set deleted_at = now() where id = $1', [hidden])
    expect(await titles(sort)).toEqual(['Cena', 'Árbol', 'Regalo'])
    await database.query('delete from contributions where id = any($1::uuid[])', [[added, hidden]])
  })

  it('refuses an unknown order', async () => {
    await expect(ask('my-collections', { sort: '' })).rejects.toMatchObject({ field: 'sort' })
  })

  it('returns five of a page, and how many there are', async () => {
    for (let n = 1; n <= 6; n++) {
      await addCollection(newId(), `Colecta ${n}`, {
        amount: n,
        deadline: '2026-12-01',
        creator: julieta,
      })
    }
    const pages = [{}, { page: 2 }].map((input) => ask('my-collections', input, julieta))
    const [first, second] = await Promise.all(pages)
    expect([first.rows.length, first.total, second.rows.length]).toEqual([5, 6, 1])
    expect(second.rows[0].title).toBe('Colecta 6')
  })
})

describe('find-by-name', () => {
  const mateo = newId()
  const [asado, mate] = [newId(), newId()]
  const find = (search: string) => ask('find-by-name', { search }, mateo)

  beforeAll(async () => {
    await database.query(
      `insert into users (id, email, first_name, last_name)
       values ($1::uuid, $1::uuid || '@example.com', 'Mateo', 'Paz')`,
      [mateo],
    )
    const row = { amount: 1, deadline: '2026-12-01', creator: mateo }
    await addCollection(asado, 'Asado', row)
    await addCollection(mate, 'El máte de Ana', row)
    const own = { organiser: mateo, amount: 1 }
    await addContribution({ ...own, to: asado, name: 'Mariana Díaz', hoursAgo: 1 })
    await addContribution({ ...own, to: asado, name: 'ana paz', hoursAgo: 9 })
    await addContribution({ ...own, to: asado, name: 'Ana Paz', hoursAgo: 5 })
    await addContribution({ ...own, to: mate, name: 'Ana Paz', hoursAgo: 7 })
    const hidden = await addContribution({ ...own, to: mate, name: 'Anahí', hoursAgo: 1 })
    await database.query('update contributions set deleted_at = now() where id = $1', [hidden])
  })

  it('finds colectas and people by part of a name, those that begin with it first', async () => {
    expect(await find('ANA')).toEqual({
      collections: [{ id: mate, title: 'El máte de Ana', status: 'abierta', waiting: 1 }],
      people: [
        { name: 'Ana Paz', collectionId: asado, collectionTitle: 'Asado', contributions: 2 },
        {
          name: 'Ana Paz',
          collectionId: mate,
          collectionTitle: 'El máte de Ana',
          contributions: 1,
        },
        { name: 'Mariana Díaz', collectionId: asado, collectionTitle: 'Asado', contributions: 1 },
      ],
    })
    expect((await find('mate')).collections).toHaveLength(1)
  })

  it('finds people of the lists who gave nothing by that name', async () => {
    const list = (to: string, name: string, organiser = mateo) =>
      database.query(
        `insert into people (id, organiser_id, collection_id, name, name_folded, position)
         values (gen_random_uuid(), $1, $2, $3, $4, 1)`,
        [organiser, to, name, fold(name)],
      )
    for (const name of ['ANA PÁZ', 'Íñigo Díaz', 'Díaz, Eva']) await list(asado, name)
    await list(gift, 'Íñigo Paz', lucia)
    const listed = { collectionId: asado, collectionTitle: 'Asado', contributions: 0 }
    expect((await find('dÍaz')).people).toEqual([
      { ...listed, name: 'Díaz, Eva' },
      { ...listed, name: 'Íñigo Díaz' },
    ])
    expect((await find('inigo')).people).toEqual([{ ...listed, name: 'Íñigo Díaz' }])
    // Her contribution has the same name, folded.
    const ofAna = (await find('ana paz')).people as { contributions: number }[]
    expect(ofAna.map(({ contributions }) => contributions)).toEqual([2, 1])
    await database.query('delete from people where organiser_id = any($1)', [[mateo, lucia]])
  })

  it('finds one or two letters at the beginning of a word', async () => {
    const names = async (search: string) =>
      (await find(search)).people.map(({ name }: { name: string }) => name)
    expect(await names('p')).toEqual(['Ana Paz', 'Ana Paz'])
    expect(await names('MÁ')).toEqual(['Mariana Díaz'])
    expect(await names('ri')).toEqual([])
    expect(await names('ria')).toEqual(['Mariana Díaz'])
    expect((await find('ma')).collections).toMatchObject([{ title: 'El máte de Ana' }])
  })

  it('counts all contributions of a person with a frequent name', async () => {
    await database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method,
         amount, payment_status
       )
       select gen_random_uuid(), $1, $2, 'Zoe', 'zoe', 'Manual', 1, 'confirmed'
       from generate_series(1, 350)`,
      [mate, mateo],
    )
    expect((await find('zoe')).people).toMatchObject([{ name: 'Zoe', contributions: 350 }])
    await database.query("delete from contributions where contributor_folded = 'zoe'")
  })

  it('returns the newest colectas and no people without a search', async () => {
    const { collections, people } = await find(' ')
    expect(collections).toHaveLength(2)
    expect(people).toEqual([])
  })

  it('takes a percent sign literally, and finds nothing of another organiser', async () => {
    expect(await find('%')).toEqual({ collections: [], people: [] })
    expect(await ask('find-by-name', { search: 'mariana' })).toEqual({
      collections: [],
      people: [],
    })
  })
})

describe('collection-contributions', () => {
  beforeAll(async () => {
    await addContribution({
      name: 'dora',
      amount: 4,
      hoursAgo: 1,
      method: 'Manual',
      isVerified: true,
    })
    await addContribution({ name: 'ana', amount: 3, hoursAgo: 4, status: 'pending', message: 'c' })
    await addContribution({
      name: 'beto',
      amount: 1,
      hoursAgo: 3,
      status: 'rejected',
      message: 'b',
    })
    await addContribution({ name: 'ciro', amount: 2.5, hoursAgo: 2, method: 'MODO', message: 'a' })
    await addContribution({
      name: 'eva',
      amount: 9,
      hoursAgo: 9,
      method: 'MercadoPago',
      message: 'd',
    })
  })

  const list = (input: object = {}) =>
    ask('collection-contributions', { collectionId: gift, ...input })
  const names = async (input: object) =>
    (await list(input)).rows
      .map((row: { contributorName: string }) => row.contributorName)
      .join(' ')

  it('returns every column', async () => {
    expect((await list({ search: 'ciro' })).rows).toEqual([
      {
        id: expect.any(String),
        collectionId: gift,
        contributorName: 'ciro',
        contributorEmail: 'a@example.com',
        amount: 2_50,
        paymentMethod: 'MODO',
        paymentDate: new Date(NOW - 2 * HOUR).toISOString(),
        state: 'confirmed',
        message: 'a',
        rejectionReason: '',
        version: 1,
        corrections: [],
        receipt: 'none',
        operationNumber: null,
        receiptRepeated: false,
      },
    ])
  })

  test.each([
    [{}, 'dora ciro beto ana eva'],
    [{ sort: 'date', direction: 'asc' }, 'eva ana beto ciro dora'],
    [{ sort: 'name' }, 'eva dora ciro beto ana'],
    [{ sort: 'amount' }, 'eva dora ana ciro beto'],
    [{ sort: 'amount', direction: 'asc', state: 'unverified' }, 'ciro eva'],
    [{ sort: 'message', direction: 'asc' }, 'dora ciro beto ana eva'],
    [{ sort: 'method', direction: 'asc', state: 'unverified' }, 'ciro eva'],
    [{ state: 'all' }, 'dora ciro beto ana eva'],
    [{ state: 'unverified' }, 'ciro eva'],
    [{ state: 'verified' }, 'dora'],
    [{ state: 'pending' }, 'ana'],
    [{ state: 'rejected' }, 'beto'],
    [{ method: 'all' }, 'dora ciro beto ana eva'],
    [{ method: 'Transferencia' }, 'beto ana'],
    [{ method: 'Manual' }, 'dora'],
    [{ method: 'MODO' }, 'ciro'],
    [{ method: 'MercadoPago' }, 'eva'],
    [{ search: 'A', sort: 'amount', direction: 'asc' }, 'ana dora eva'],
    [{ search: 'a', state: 'unverified' }, 'eva'],
    [{ search: 'nadie' }, ''],
    [{ page: 2 }, ''],
  ])('for %j returns %j', async (input, expected) => {
    expect(await names(input)).toBe(expected)
    const { total } = await list(input)
    if (!('page' in input)) expect(total).toBe(expected === '' ? 0 : expected.split(' ').length)
    else expect(total).toBe(5)
  })

  test.each([{ state: '' }, { method: '' }, { sort: '' }, { direction: '' }])(
    'refuses %j',
    async (input) => {
      await expect(list(input)).rejects.toMatchObject({ field: Object.keys(input)[0] })
    },
  )

  it('returns the same pages of ten from either end, with and without a search', async () => {
    for (let n = 10; n < 35; n++) {
      await addContribution({ to: trip, name: `n${n}`, amount: n, hoursAgo: 200 + n })
    }
    const page = async (page: number, search: string) => {
      const { rows, total } = await list({ collectionId: trip, page, search, sort: 'amount' })
      return [total, rows.length, rows.at(0)?.amount, rows.at(-1)?.amount]
    }
    for (const search of ['', 'n']) {
      expect(await page(1, search)).toEqual([25, 10, 34_00, 25_00])
      expect(await page(2, search)).toEqual([25, 10, 24_00, 15_00])
      expect(await page(3, search)).toEqual([25, 5, 14_00, 10_00])
      expect(await page(4, search)).toEqual([25, 0, undefined, undefined])
    }
  })

  it('walks through more matches than are gathered in one scan', async () => {
    const crowded = newId()
    await addCollection(crowded, 'Mundial', { amount: 1, deadline: '2026-12-01', creator: beto })
    await database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method,
         amount, payment_status
       )
       select gen_random_uuid(), $1, $2, 'n' || n, 'n' || n, 'Transferencia', n, 'confirmed'
       from generate_series(1, 5001) n`,
      [crowded, beto],
    )
    const page = async (page: number) => {
      const input = { collectionId: crowded, search: 'n', sort: 'amount', direction: 'asc', page }
      const { rows, total } = await ask('collection-contributions', input, beto)
      return [total, rows.length, rows.at(0)?.contributorName]
    }
    expect(await page(1)).toEqual([5001, 10, 'n1'])
    expect(await page(250)).toEqual([5001, 10, 'n2491'])
    expect(await page(501)).toEqual([5001, 1, 'n5001'])
  })

  it('returns nothing to another person', async () => {
    const input = { collectionId: gift, search: 'a' }
    expect(await ask('collection-contributions', input, beto)).toEqual({ rows: [], total: 0 })
    expect(await list({ collectionId: newId() })).toEqual({ rows: [], total: 0 })
  })

  it('returns the state of a receipt', async () => {
    const id = await addContribution({ to: closed, name: 'recibo', amount: 1, hoursAgo: 1 })
    const receipt = async (column: string, value: string) => {
      await database.query(`update contributions set ${column} = $2 where id = $1`, [id, value])
      return (await list({ collectionId: closed, search: 'recibo' })).rows[0].receipt
    }
    const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR).toISOString()
    expect(await receipt('receipt_expected_at', hoursAgo(23))).toBe('expected')
    expect(await receipt('receipt_expected_at', hoursAgo(25))).toBe('missing')
    expect(await receipt('transfer_id', newId())).toBe('attached')
  })
})

describe('my-contributions', () => {
  beforeAll(async () => {
    const add = (row: ContributionRow) => addContribution({ by: julieta, ...row })
    const expected = await add({ to: trip, amount: 5, hoursAgo: 600, status: 'pending' })
    const other = { to: gift, amount: 7, hoursAgo: 601, method: 'MODO', isVerified: true }
    const attached = await add(other)
    await add({ to: closed, amount: 6, hoursAgo: 602, method: 'Manual', status: 'rejected' })
    await database.query('update contributions set receipt_expected_at = $2 where id = $1', [
      expected,
      new Date(NOW).toISOString(),
    ])
    await database.query('update contributions set transfer_id = $1::uuid where id = $1', [
      attached,
    ])
  })

  const titles = async (input: object) =>
    (await ask('my-contributions', input, julieta))
      .map((row: { collectionTitle: string }) => row.collectionTitle)
      .join(' ')

  test.each([
    [{}, 'Árbol Regalo Cena'],
    [{ direction: 'asc' }, 'Cena Regalo Árbol'],
    [{ sort: 'collection', direction: 'asc' }, 'Árbol Cena Regalo'],
    [{ sort: 'collection', direction: 'desc' }, 'Regalo Cena Árbol'],
    [{ sort: 'amount', direction: 'asc' }, 'Árbol Cena Regalo'],
    [{ sort: 'amount', direction: 'desc' }, 'Regalo Cena Árbol'],
    [{ sort: 'method', direction: 'asc' }, 'Regalo Cena Árbol'],
    [{ sort: 'method', direction: 'desc' }, 'Árbol Cena Regalo'],
    [{ sort: 'date', direction: 'desc' }, 'Árbol Regalo Cena'],
    [{ search: 'ARBOL' }, 'Árbol'],
    [{ search: 'R', sort: 'amount', direction: 'asc' }, 'Árbol Regalo'],
    [{ search: 'R', sort: 'amount', direction: 'desc' }, 'Regalo Árbol'],
    [{ latest: 1 }, 'Árbol'],
  ])('for %j returns %j', async (input, expected) => {
    expect(await titles(input)).toBe(expected)
  })

  test.each([
    { sort: 'collection', direction: 'asc' },
    { sort: 'collection', direction: 'desc' },
    { sort: 'amount', direction: 'asc' },
    { sort: 'amount', direction: 'desc' },
    { sort: 'method', direction: 'asc' },
    { sort: 'method', direction: 'desc' },
  ])('with %j leaves the latest of equals first', async (input) => {
    const matias = newId()
    await database.query(
      `insert into users (id, email, first_name, last_name) values ($1, $2, 'Matías', 'Paz')`,
      [matias, `${matias}@example.com`],
    )
    for (const hoursAgo of [700, 702, 701]) {
      await addContribution({ by: matias, to: trip, amount: 5, hoursAgo })
    }
    const rows = await ask('my-contributions', input, matias)
    expect(
      rows.map(
        ({ paymentDate }: { paymentDate: string }) => (NOW - Date.parse(paymentDate)) / HOUR,
      ),
    ).toEqual([700, 701, 702])
  })

  test('returns the state and the receipt of each', async () => {
    expect(await ask('my-contributions', {}, julieta)).toMatchObject([
      { state: 'pending', receipt: 'expected' },
      { state: 'verified', receipt: 'attached' },
      { state: 'rejected', receipt: 'none' },
    ])
  })

  test('returns the reason of a rejection', async () => {
    const [latest] = await ask('my-contributions', {}, julieta)
    expect(latest.rejectionReason).toBe('')
    await database.query(
      `update contributions set payment_status = 'rejected', rejection_reason = 'Llegó menos'
       where id = $1`,
      [latest.id],
    )
    const [rejected] = await ask('my-contributions', {}, julieta)
    expect(rejected).toMatchObject({ state: 'rejected', rejectionReason: 'Llegó menos' })
  })

  test.each([{ latest: 0 }, { latest: 1.5 }, { latest: 101 }, { sort: '' }, { direction: '' }])(
    'refuses %j',
    async (input) => {
      await expect(ask('my-contributions', input)).rejects.toMatchObject({
        field: Object.keys(input)[0],
      })
    },
  )
})

describe('contribution-review', () => {
  const [raffle, dinner] = [newId(), newId()]
  const add = (row: ContributionRow) => addContribution({ organiser: beto, to: raffle, ...row })
  const review = (id: string, person = beto) => ask('contribution-review', { id }, person)
  let latest: string

  beforeAll(async () => {
    await addCollection(raffle, 'Rifa', { amount: 5, deadline: '2026-12-01', creator: beto })
    await addCollection(dinner, 'Locro', { amount: 5, deadline: '2026-12-01', creator: beto })
    await add({ amount: 1, hoursAgo: 350 })
    await add({ amount: 2, hoursAgo: 340, to: dinner, isVerified: true })
    await add({ amount: 3, hoursAgo: 330, status: 'rejected' })
    await add({ amount: 4, hoursAgo: 320 })
    await add({ amount: 5, hoursAgo: 315, email: 'b@example.com' })
    await addContribution({ amount: 6, hoursAgo: 314 }) // Lucía’s, before this week
    latest = await add({ amount: 7, hoursAgo: 310, name: 'Última' })
    await add({ amount: 8, hoursAgo: 305 })
  })

  it('returns the contribution, and the latest three before it with its address', async () => {
    const { contribution, earlier } = await review(latest)
    expect(contribution).toMatchObject({ id: latest, contributorName: 'Última', amount: 7_00 })
    expect(earlier).toEqual([
      {
        id: expect.any(String),
        collectionId: raffle,
        collectionTitle: 'Rifa',
        amount: 4_00,
        paymentDate: new Date(NOW - 320 * HOUR).toISOString(),
        state: 'confirmed',
      },
      expect.objectContaining({ amount: 3_00, state: 'rejected' }),
      expect.objectContaining({ amount: 2_00, state: 'verified', collectionTitle: 'Locro' }),
    ])
  })

  it('compares no addresses where there is none', async () => {
    await add({ amount: 1, hoursAgo: 3, email: null })
    const id = await add({ amount: 1, hoursAgo: 2, email: null })
    expect((await review(id)).earlier).toEqual([])
  })

  it('returns null for a hidden one and for another person', async () => {
    expect(await review(latest, lucia)).toBeNull()
    await database.query('update contributions set deleted_at = now() where id = $1', [latest])
    expect(await review(latest)).toBeNull()
  })

  it('leaves out hidden contributions, and those of a deleted colecta', async () => {
    const hidden = await add({ amount: 1, hoursAgo: 9, email: 'c@example.com' })
    await database.query('update contributions set deleted_at = now() where id = $1', [hidden])
    const old = newId()
    await addCollection(old, 'Vieja', {
      amount: 5,
      deadline: '2026-12-01',
      creator: beto,
      deleted: true,
    })
    await add({ amount: 1, hoursAgo: 8, email: 'c@example.com', to: old })
    const id = await add({ amount: 1, hoursAgo: 1, email: 'c@example.com' })
    expect((await review(id)).earlier).toEqual([])
  })
})

describe('shared-accounts', () => {
  it('returns the accounts of several open colectas', async () => {
    const olga = newId()
    const [first, second] = [newId(), newId()]
    await database.query(
      `insert into users (id, email, first_name, last_name)
       values ($1::uuid, $1::uuid || '@example.com', 'Olga', 'Paz')`,
      [olga],
    )
    const colecta = { amount: 10, deadline: '2026-12-01', creator: olga }
    await addCollection(first, 'Danza', colecta)
    await addCollection(newId(), 'Vieja', { ...colecta, status: 'cerrada' })
    await addCollection(newId(), 'Borrada', { ...colecta, deleted: true })
    expect(await ask('shared-accounts', {}, olga)).toEqual([])
    await addCollection(second, 'Coro', colecta)
    await addContribution({ organiser: olga, to: second, amount: 5, hoursAgo: 1 })
    expect(await ask('shared-accounts', {}, olga)).toEqual([
      {
        account: 'lucia.fer',
        accountIdentifier: 'Lucía Paz',
        collections: expect.arrayContaining([
          { id: first, title: 'Danza' },
          { id: second, title: 'Coro' },
        ]),
        waiting: 1,
      },
    ])
  })
})

describe('waiting-contributions', () => {
  it('returns those of all colectas on an account, the newest first', async () => {
    const nora = newId()
    const [dance, choir, other] = [newId(), newId(), newId()]
    await database.query(
      `insert into users (id, email, first_name, last_name)
       values ($1::uuid, $1::uuid || '@example.com', 'Nora', 'Paz')`,
      [nora],
    )
    const colecta = { amount: 10.5, deadline: '2026-12-01', creator: nora }
    await addCollection(dance, 'Danza', { ...colecta, amount: 10 })
    await addCollection(choir, 'Coro', colecta)
    await addCollection(other, 'Otra cuenta', colecta)
    await database.query(`update collections set bank_account = 'nora.otra' where id = $1`, [other])
    const add = (row: ContributionRow) => addContribution({ organiser: nora, to: dance, ...row })
    const first = await add({ amount: 12.37, hoursAgo: 9, email: null })
    await database.query(
      `update contributions set unique_amount = true, operation_number = '00123', transfer_id = 'dance/receipt.pdf'
       where id = $1`,
      [first],
    )
    const second = await add({ amount: 10.62, hoursAgo: 8, to: choir, status: 'rejected' })
    await add({ amount: 1, hoursAgo: 7, isVerified: true })
    await add({ amount: 1, hoursAgo: 6, method: 'Manual' })
    await add({ amount: 1, hoursAgo: 5, to: other })
    const hidden = await add({ amount: 1, hoursAgo: 4 })
    await database.query('update contributions set deleted_at = now() where id = $1', [hidden])

    const account = { account: 'lucia.fer' }
    expect(await ask('waiting-contributions', account, nora)).toEqual([
      expect.objectContaining({ id: second, state: 'rejected', isUnique: false }),
      {
        id: first,
        collectionId: dance,
        collectionTitle: 'Danza',
        collectionVerified: 1,
        contributorName: 'Ana',
        contributorEmail: null,
        amount: 12_37,
        operationNumber: '00123',
        paymentDate: new Date(NOW - 9 * HOUR).toISOString(),
        state: 'confirmed',
        receipt: 'attached',
        version: 1,
        isUnique: true,
        receiptId: 'dance/receipt.pdf',
      },
    ])
    expect(await ask('waiting-contributions', account, newId())).toEqual([])
  })
})

describe('arrivals', () => {
  it('counts contributions of others since a moment, and names the newest', async () => {
    const person = newId()
    const mine = newId()
    await database.query(
      `insert into users (id, email, first_name, last_name)
       values ($1::uuid, $1::uuid || '@example.com', 'Nora', 'Paz')`,
      [person],
    )
    await addCollection(mine, 'De Nora', { amount: 1, deadline: '2026-12-04', creator: person })
    const add = (row: Omit<ContributionRow, 'to' | 'organiser'>) =>
      addContribution({ to: mine, organiser: person, ...row })
    const at = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR).toISOString()
    const found = (since: string | null, collectionId: string | null = mine) =>
      ask('arrivals', { collectionId, since }, person)
    expect(await found(null)).toEqual({ count: 0, newest: null })
    await add({ name: 'Ana', amount: 10, hoursAgo: 5 })
    await add({ name: 'Beto', amount: 20, hoursAgo: 3, method: 'MercadoPago' })
    await add({ name: 'Carla', amount: 30, hoursAgo: 2, method: 'MODO', status: 'pending' })
    await add({ name: 'A mano', amount: 40, hoursAgo: 1, method: 'Manual' })
    await add({ name: 'Propio', amount: 50, hoursAgo: 1, by: person })
    const newest = {
      collectionId: mine,
      contributorName: 'Beto',
      amount: 20_00,
      paymentDate: at(3),
    }
    expect(await found(null)).toEqual({ count: 1, newest })
    expect(await found(at(6), null)).toEqual({ count: 2, newest })
    expect(await found(at(4))).toEqual({ count: 1, newest })
    expect(await found(at(3))).toEqual({ count: 0, newest: null })
    expect(await ask('arrivals', { collectionId: mine, since: at(6) }, beto)).toEqual({
      count: 0,
      newest: null,
    })
  })
})

describe('my-totals', () => {
  it('counts existing collections and this week’s contributions', async () => {
    const person = newId()
    await database.query(
      `insert into users (id, email, first_name, last_name) values ($1, 'nora@x.ar', 'Nora', 'Paz')`,
      [person],
    )
    expect(await ask('my-totals', {}, person)).toEqual({
      collections: 0,
      amountReported: 0,
      contributionsThisWeek: 0,
      unverified: 0,
      mostUnverifiedId: null,
    })
    expect(await ask('my-totals')).toMatchObject({ collections: 3, contributionsThisWeek: 6 })
  })

  it('counts pending contributions, and names the colecta with most of them', async () => {
    const counts = [
      [gift, 5, 3],
      [trip, 9, 2],
      [closed, 4, 4],
      [gone, 99, 0],
    ] as const
    for (const [id, confirmed, verified] of counts) {
      await database.query(
        'update collections set confirmed_count = $2, verified_count = $3 where id = $1',
        [id, confirmed, verified],
      )
    }
    expect(await ask('my-totals')).toMatchObject({ unverified: 9, mostUnverifiedId: trip })
  })

  it('returns the largest exact number for a sum beyond it', async () => {
    await database.query('update collections set amount_reported = 1e17 where id = $1', [closed])
    expect((await ask('my-totals')).amountReported).toBe(MAX_TOTAL)
  })
})

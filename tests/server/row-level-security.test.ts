import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import type { Sql, Transaction } from '../../shared/sql.ts'
import { eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  matchInput,
  type Person,
  paidBy,
  peopleInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/*
 * The row-level security policies of Postgres (A7): SQL that runs as role `member` reads and writes no more than that
 * person may. Checks every table of the schema for every kind of person.
 */

const FORBIDDEN = { code: '42501' }

/** Tables and what of them a member may read at all; the others refuse even to count. */
const READABLE = [
  'users',
  'collections',
  'contributions',
  'mutations',
  'contributed_collections',
  'receipts',
  'statement_matches',
  'statement_keys',
  'people',
  'feed',
  'sync_state',
]
const CLOSED = [
  'arrivals',
  'checkouts',
  'complaints',
  'digests',
  'guest_notices',
  'provider_payments',
  'payment_notices',
  'sellers',
  'seller_attempts',
  'limits',
  'uploads',
  'upload_locks',
  'passwords',
  'sessions',
  'email_tokens',
  'email_changes',
  'removal_requests',
  'reserved_amounts',
  'collection_pictures',
  'mail_queue',
  'doomed_files',
  'notification_subscriptions',
  'push_arrivals',
  'identities',
  'sign_in_attempts',
  'migrations',
  'public_collections',
]

eachEngine((open) => {
  let app: TestApp
  let lucia: Person
  let julieta: Person
  let beto: Person
  let collectionId: string
  let reported: string
  let manual: string
  let paid: string

  beforeAll(async () => {
    app = await buildApp(await open())
    lucia = await buildPerson(app, { firstName: 'Lucía' })
    julieta = await buildPerson(app, { firstName: 'Julieta' })
    beto = await buildPerson(app, { firstName: 'Beto' })
    collectionId = await buildCollection(app, lucia)
    reported = await buildReport(app, collectionId, {}, julieta)
    manual = await buildManualContribution(lucia, collectionId)
    paid = await buildReport(app, collectionId)
    await lucia.mutate('keep-statement-key', { key: 'k'.repeat(43) })
    await lucia.mutate('match-lines', { matches: [matchInput(paid)] })
    await lucia.mutate('add-people', peopleInput(collectionId, 'Marta Sosa'))
    await paidBy(app, 'MercadoPago', [paid])
    await app.database.query(
      `insert into receipts (contribution_id, collection_id, upload_id, path, name, type, size, sha256)
       values ($1, $2, 'upload', 'path', 'recibo.pdf', 'application/pdf', 100, repeat('0', 64))`,
      [reported, collectionId],
    )
  })

  const as = <T>(person: { id: string }, work: (tx: Transaction) => Promise<T>) =>
    app.database.asMember(person.id, work)

  /** Runs as role `member` without a person. */
  const asNobody = <T>(work: (tx: Transaction) => Promise<T>) =>
    app.database.transaction(async (tx) => {
      await tx.query('set local role member')
      return work(tx)
    })

  const count = async (sql: Sql, table: string) => {
    const [row] = await sql.query<{ n: number }>(`select count(*) as n from ${table}`)
    return row?.n
  }

  it('lists every table and view', async () => {
    const rows = await app.database.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')`,
    )
    expect(rows.map((row) => row.name).sort()).toEqual([...READABLE, ...CLOSED].sort())
  })

  describe('reading', () => {
    it.each([
      ['users', 1, 1, 1],
      ['collections', 1, 0, 0],
      ['contributions', 3, 1, 0],
      ['mutations', 5, 0, 0],
      ['contributed_collections', 0, 1, 0],
      ['receipts', 1, 1, 0],
      ['statement_matches', 1, 0, 0],
      ['statement_keys', 1, 1, 1], // each their own
      ['people', 1, 0, 0],
    ])(
      'of %s shows %i to the organiser, %i to a contributor, %i to a stranger',
      async (table, ...seen) => {
        const found = [
          await as(lucia, (tx) => count(tx, table)),
          await as(julieta, (tx) => count(tx, table)),
          await as(beto, (tx) => count(tx, table)),
        ]
        expect(found).toEqual(seen)
        expect(await as({ id: newId() }, (tx) => count(tx, table))).toBe(0)
        expect(await asNobody((tx) => count(tx, table))).toBe(0)
      },
    )

    it('of the feed shows each person the lines that are theirs', async () => {
      for (const person of [lucia, julieta, beto]) {
        const read = 'select distinct person_id as id from feed'
        expect(await as(person, (tx) => tx.query(read))).toEqual([{ id: person.id }])
      }
      expect(await asNobody((tx) => count(tx, 'feed'))).toBe(0)
    })

    it.each(CLOSED)('of %s is denied to every member', async (table) => {
      for (const person of [lucia, julieta, beto]) {
        await expect(as(person, (tx) => count(tx, table))).rejects.toMatchObject(FORBIDDEN)
      }
      await expect(asNobody((tx) => count(tx, table))).rejects.toMatchObject(FORBIDDEN)
    })

    it.each(['is_admin', 'email_confirmed_at'])('of users leaves out %s', async (column) => {
      const read = as(lucia, (tx) => tx.query(`select ${column} from users`))
      await expect(read).rejects.toMatchObject(FORBIDDEN)
    })

    it("of a contributed collection leaves out the organiser's address and the sums", async () => {
      const [row] = await as(julieta, (tx) => tx.query('select * from contributed_collections'))
      expect(Object.keys(row ?? {})).toEqual([
        'id',
        'title',
        'description',
        'organiser_name',
        'suggested_amount',
        'total_amount',
        'amount_collected',
        'deadline',
        'bank_account',
        'account_identifier',
        'cantidad_personas',
        'status',
        'created_at',
      ])
    })
  })

  describe('writing', () => {
    it.each([
      ["update users set is_admin = true where id = '$lucia'"],
      ["update users set email = 'otra@example.com' where id = '$lucia'"],
      ['update users set email_confirmed_at = now()'],
      ["delete from users where id = '$lucia'"],
      ["update collections set amount_collected = 1 where id = '$collection'"],
      ["update collections set amount_verified = 1 where id = '$collection'"],
      ["update collections set creator_id = '$beto' where id = '$collection'"],
      ["delete from collections where id = '$collection'"],
      ["update contributions set amount = 1 where id = '$reported'"],
      ["update contributions set contributor_name = 'x' where id = '$reported'"],
      ["update contributions set message = 'x', version = 9 where id = '$reported'"],
      ["update contributions set corrections = '[]' where id = '$paid'"],
      ["update contributions set transfer_id = 'x' where id = '$reported'"],
      ["update contributions set deleted_at = now() where id = '$paid'"],
      ["delete from contributions where id = '$reported'"],
      ["update statement_matches set line_amount = 1, part = 1 where contribution_id = '$paid'"],
      ['delete from statement_matches'],
      ['update people set position = 7'],
      ["update statement_keys set key = repeat('x', 43)"],
      ["update mutations set outcome = '{}'"],
      ['delete from mutations'],
      ["insert into feed (person_id, table_name, row_id) values ('$lucia', 'users', '$lucia')"],
      ['delete from feed'],
      ['update sync_state set epoch = gen_random_uuid()'],
      ["insert into passwords (user_id, hash) values ('$lucia', 'x')"],
      ["insert into sessions (id, user_id, expires_at) values ('x', '$lucia', now())"],
      [
        "insert into users (id, email, first_name, last_name) values (gen_random_uuid(), 'x', 'x', 'x')",
      ],
      ['create table mine (id int)'],
      ["select mark_repeated('{}')"],
      ['select renew_epoch()'],
    ])('is refused to the organiser: %s', async (text) => {
      await expect(as(lucia, (tx) => tx.query(filled(text)))).rejects.toMatchObject(FORBIDDEN)
    })

    it.each([
      ["update users set first_name = 'x' where id = '$lucia'"],
      ["update collections set title = 'x' where id = '$collection'"],
      ["update collections set deleted_at = now() where id = '$collection'"],
      ["update contributions set payment_status = 'rejected' where id = '$reported'"],
      ["update contributions set deleted_at = now() where id = '$manual'"],
      ["update contributions set amount = 1 where id = '$manual'"],
      ["update contributions set deleted_at = now() where id = '$reported'"],
      ['update statement_matches set undone_at = now()'],
      ['update people set missing_since = now()'],
      ["update people set name = 'x', name_folded = 'x', email = null, phone = null"],
      ['delete from people'],
    ])('finds nothing as a stranger or a contributor: %s', async (text) => {
      for (const person of [beto, julieta]) {
        const changed = await as(person, (tx) => tx.query(`${filled(text)} returning 1`))
        expect(changed).toEqual([])
      }
      expect(await asNobody((tx) => tx.query(`${filled(text)} returning 1`))).toEqual([])
    })

    const contribution = (organiser: Person, method: string, collection = collectionId) =>
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method,
         amount, payment_status
       )
       values ('${newId()}', '${collection}', '${organiser.id}', 'x', 'x', '${method}', 1, 'confirmed')`

    it('adds only manual contributions, and only to collections of their own', async () => {
      const add = (person: Person, text: string) => as(person, (tx) => tx.query(text))
      const betos = await buildCollection(app, beto)
      for (const [person, text] of [
        [lucia, contribution(lucia, 'Transferencia')],
        [lucia, contribution(lucia, 'MercadoPago')],
        [lucia, contribution(lucia, 'Manual', betos)],
        [lucia, contribution(beto, 'Manual', betos)],
        [beto, contribution(beto, 'Manual')],
        [beto, contribution(lucia, 'Manual')],
        [julieta, contribution(lucia, 'Manual')],
      ] as const) {
        await expect(add(person, text)).rejects.toMatchObject(FORBIDDEN)
      }
      await expect(add(lucia, contribution(lucia, 'Manual'))).resolves.toEqual([])
    })

    it('matches no contribution of another, and not in the name of another', async () => {
      const match = (organiser: Person) =>
        `insert into statement_matches (
           id, organiser_id, contribution_id, line_id, line_day, line_amount, part, reason,
           is_automatic, source, state_before, matched_at
         )
         values ('${newId()}', '${organiser.id}', '${reported}', repeat('y', 43), '2026-11-20', 1, 1,
                 'by-hand', false, '', 'confirmed', now())`
      for (const [person, organiser] of [
        [beto, beto],
        [beto, lucia],
        [julieta, julieta],
      ] as const) {
        const insert = as(person, (tx) => tx.query(match(organiser)))
        await expect(insert).rejects.toMatchObject(FORBIDDEN)
      }
      await expect(as(lucia, (tx) => tx.query(match(lucia)))).resolves.toEqual([])
    })

    it('adds no people to another’s collection or in another’s name', async () => {
      const person = (organiser: Person, contribution = 'null') =>
        `insert into people (
           id, organiser_id, collection_id, name, name_folded, position, contribution_id
         )
         values ('${newId()}', '${organiser.id}', '${collectionId}', 'x', 'x', 0, ${contribution})`
      for (const [by, organiser] of [
        [beto, beto],
        [beto, lucia],
        [julieta, julieta],
      ] as const) {
        await expect(as(by, (tx) => tx.query(person(organiser)))).rejects.toMatchObject(FORBIDDEN)
      }
      const elsewhere = await buildReport(app, await buildCollection(app, lucia))
      const linked = as(lucia, (tx) => tx.query(person(lucia, `'${elsewhere}'`)))
      await expect(linked).rejects.toMatchObject(FORBIDDEN)
      const own = as(lucia, (tx) => tx.query(person(lucia, `'${reported}'`)))
      await expect(own).resolves.toEqual([])
    })

    it('opens no collection in the name of another', async () => {
      const insert = `
        insert into collections (
          id, creator_id, creator_email, title, title_folded, suggested_amount, total_amount,
          deadline, bank_account
        )
        values ('${newId()}', '${lucia.id}', 'x', 'x', 'x', 1, 1, '2030-01-01', 'x')`
      await expect(as(beto, (tx) => tx.query(insert))).rejects.toMatchObject(FORBIDDEN)
    })

    it('stores no outcome in another’s name', async () => {
      const insert = `insert into mutations (id, person_id, name, outcome)
        values ('${newId()}', '${lucia.id}', 'x', '{}')`
      await expect(as(beto, (tx) => tx.query(insert))).rejects.toMatchObject(FORBIDDEN)
    })
  })

  it('role and person are reset after the transaction', async () => {
    await as(lucia, (tx) => count(tx, 'collections'))
    const [row] = await app.database.query(
      `select current_user <> 'member' as free, coalesce(current_setting('app.person', true), '') as person`,
    )
    expect(row).toEqual({ free: true, person: '' })
  })

  function filled(text: string): string {
    const ids: Record<string, string> = {
      $lucia: lucia.id,
      $beto: beto.id,
      $collection: collectionId,
      $reported: reported,
      $manual: manual,
      $paid: paid,
    }
    return text.replace(/\$\w+/g, (name) => ids[name] ?? name)
  }
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { runNamedQuery } from '../../server/domain/queries.ts'
import { newId } from '../../shared/id.ts'
import { MOST_PEOPLE, MOST_PEOPLE_AT_ONCE } from '../../shared/people/person.ts'
import type { ListedPerson } from '../../shared/queries/people.ts'
import type { Transaction } from '../../shared/sql.ts'
import { eachEngine } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  type Person,
  peopleInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

/* The list of people of whom an organiser expects a contribution. */
eachEngine((open) => {
  let app: TestApp
  let lucia: Person
  let collectionId: string

  beforeAll(async () => {
    app = await buildApp(await open())
  })
  beforeEach(async () => {
    lucia = await buildPerson(app)
    collectionId = await buildCollection(app, lucia)
  })

  const ok = { ok: true }
  const report = (contributorName: string) => buildReport(app, collectionId, { contributorName })
  const listed = async (): Promise<ListedPerson[]> =>
    (await lucia.query('people', { collectionId })).body
  const gave = async () =>
    (await listed()).map(({ name, given }) => [name, given.map(({ id }) => id)])

  /** Returns the ids of people with these names. */
  async function list(...names: string[]): Promise<string[]> {
    const input = peopleInput(collectionId, ...names)
    expect(await lucia.mutate('add-people', input)).toMatchObject(ok)
    return input.people.map(({ id }) => id)
  }

  it('matches people to contributions by name', async () => {
    await list('Ana Gómez', 'Beto Sosa', 'Carla Díaz')
    const ofAna = await report('ANA GOMEZ')
    const ofBeto = await buildManualContribution(lucia, collectionId, {
      contributorName: 'Sosa, Beto',
    })
    expect(await gave()).toEqual([
      ['Ana Gómez', [ofAna]],
      ['Beto Sosa', [ofBeto]],
      ['Carla Díaz', []],
    ])
    expect((await lucia.query('people-count', { collectionId })).body).toBe(3)
  })

  it('reads a long list in several transactions, so that other people do not wait for all of it', async () => {
    await list('Ana Gómez')
    await app.database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, payment_method,
         amount, payment_status, payment_date
       )
       select gen_random_uuid(), $1::uuid, $2::uuid, 'Ana Gómez', 'ana gomez', 'Manual', n,
              'confirmed', timestamptz '2026-03-05 12:30Z' + interval '1 s' * (n / 1000)
       from generate_series(1, 12000) n`,
      [collectionId, lucia.id],
    )
    const read: number[] = []
    const asMember: Database['asMember'] = (personId, work) =>
      app.database.asMember(personId, async (tx) => {
        let count = 0
        const query: Transaction['query'] = async (text, params) => {
          const rows = await tx.query(text, params)
          count += rows.length
          return rows as never
        }
        const result = await work({ ...tx, query })
        read.push(count)
        return result
      })
    const [ana] = (await runNamedQuery({ ...app.database, asMember }, lucia.id, 'people', {
      collectionId,
    })) as ListedPerson[]
    expect(read).toEqual([1, 5_000, 5_000, 2_000])
    const dates = ana?.given.map(({ paymentDate }) => paymentDate) ?? []
    expect(dates).toEqual(dates.toSorted())
    expect(new Set(ana?.given.map(({ id }) => id)).size).toBe(12_000)
  })

  it('counts no contribution that is rejected, hidden or of another colecta', async () => {
    await list('Ana Gómez', 'Beto Sosa', 'Carla Díaz')
    const rejected = await report('Ana Gómez')
    await lucia.mutate('set-contribution-state', { id: rejected, state: 'rejected' })
    await lucia.mutate('hide-contributions', { ids: [await report('Beto Sosa')] })
    await buildReport(app, await buildCollection(app, lucia), { contributorName: 'Carla Díaz' })
    expect((await gave()).flatMap(([, given]) => given)).toEqual([])
  })

  describe('add-people', () => {
    it('adds nothing when it is sent again, and accepts two people of one name', async () => {
      const input = peopleInput(collectionId, 'Ana Gómez')
      await lucia.mutate('add-people', input)
      expect(await lucia.mutate('add-people', input)).toMatchObject(ok)
      await list('Ana Gómez')
      expect(await listed()).toHaveLength(2)
    })

    it('stores e-mail, telephone and order', async () => {
      const { people } = peopleInput(collectionId, 'Ana Gómez', 'Beto Sosa')
      const [ana, beto] = people
      await lucia.mutate('add-people', {
        collectionId,
        people: [
          { ...ana, position: 7, email: 'Ana@Example.com', phone: ' 11 5555-1234 ' },
          { ...beto, position: 3 },
        ],
      })
      expect(await listed()).toMatchObject([
        { name: 'Beto Sosa', email: null, phone: null },
        { name: 'Ana Gómez', email: 'ana@example.com', phone: '11 5555-1234' },
      ])
    })

    it.each([
      ['no name', { name: ' ' }],
      ['a name that is too long', { name: 'a'.repeat(121) }],
      ['no e-mail address', { email: 'ana' }],
      ['no telephone', { phone: 'sin' }],
      [
        'both a contribution and none',
        { contributionId: newId(), missingSince: '2026-11-20T12:00:00Z' },
      ],
    ])('refuses %s', async (_what, changes) => {
      const { people } = peopleInput(collectionId, 'Ana Gómez')
      const args = { collectionId, people: people.map((person) => ({ ...person, ...changes })) }
      expect(await lucia.mutate('add-people', args)).toMatchObject({
        ok: false,
        error: { code: 'invalid-input' },
      })
    })

    it('takes as many as the list may hold, and not one more', async () => {
      await app.database.query(
        `insert into people (id, organiser_id, collection_id, name, name_folded, position)
         select gen_random_uuid(), $1, $2, 'Persona ' || n, 'persona ' || n, n from generate_series(2, $3::int) n`,
        [lucia.id, collectionId, MOST_PEOPLE],
      )
      const two = peopleInput(collectionId, 'Ana Gómez', 'Beto Sosa')
      expect(await lucia.mutate('add-people', two)).toMatchObject({
        ok: false,
        error: { code: 'conflict', message: 'La lista puede tener hasta 5.000 personas.' },
      })
      await list('Ana Gómez')
      expect((await lucia.query('people-count', { collectionId })).body).toBe(MOST_PEOPLE)
    })

    it('takes a part of a long list at a time', async () => {
      const names = Array.from({ length: MOST_PEOPLE_AT_ONCE + 1 }, (_, n) => `Persona ${n}`)
      const args = peopleInput(collectionId, ...names)
      expect(await lucia.mutate('add-people', args)).toMatchObject({ ok: false })
      expect(
        await lucia.mutate('add-people', peopleInput(collectionId, ...names.slice(1))),
      ).toMatchObject(ok)
    })

    it('finds no deleted colecta', async () => {
      await lucia.mutate('delete-collection', { id: collectionId })
      expect(await lucia.mutate('add-people', peopleInput(collectionId, 'Ana'))).toMatchObject({
        ok: false,
        error: { code: 'not-found' },
      })
    })
  })

  describe('link-people', () => {
    it('lets one contribution stand for several people', async () => {
      const [ana = '', beto = ''] = await list('Ana Gómez', 'Beto Sosa')
      const theirs = await report('Los abuelos')
      expect(
        await lucia.mutate('link-people', { ids: [ana, beto], contributionId: theirs }),
      ).toMatchObject(ok)
      expect(await listed()).toMatchObject([
        { given: [{ id: theirs, contributorName: 'Los abuelos' }], isByHand: true },
        { given: [{ id: theirs }], isByHand: true },
      ])
    })

    it('marks a person as missing, and undoes that', async () => {
      const [ana = ''] = await list('Ana Gómez')
      const first = await report('Ana Gómez')
      const missingSince = app.clock.now().toISOString()
      await lucia.mutate('link-people', { ids: [ana], missingSince })
      expect(await listed()).toMatchObject([{ given: [], suggestion: null, missingSince }])
      await lucia.mutate('link-people', { ids: [ana] })
      expect(await gave()).toEqual([['Ana Gómez', [first]]])
    })

    it('is undone when the contribution is deleted for good', async () => {
      const [ana = ''] = await list('Ana Gómez')
      const theirs = await report('Los abuelos')
      await lucia.mutate('link-people', { ids: [ana], contributionId: theirs })
      await app.database.query('delete from contributions where id = $1', [theirs])
      expect(await listed()).toMatchObject([{ contributionId: null, given: [] }])
    })

    it('refuses a contribution of another colecta, and a person of another organiser', async () => {
      const [ana = ''] = await list('Ana Gómez')
      const elsewhere = await buildCollection(app, lucia)
      const args = { ids: [ana], contributionId: await buildReport(app, elsewhere) }
      expect(await lucia.mutate('link-people', args)).toMatchObject({
        ok: false,
        error: { code: 'not-found', message: 'Esas personas ya no están en la lista.' },
      })
      const beto = await buildPerson(app)
      expect(await beto.mutate('link-people', { ids: [ana] })).toMatchObject({ ok: false })
    })

    it('finds no hidden contribution', async () => {
      const [ana = ''] = await list('Ana Gómez')
      const hidden = await report('Los abuelos')
      await lucia.mutate('hide-contributions', { ids: [hidden] })
      expect(
        await lucia.mutate('link-people', { ids: [ana], contributionId: hidden }),
      ).toMatchObject({ ok: false, error: { code: 'not-found' } })
    })
  })

  it('finds people by their present name', async () => {
    const [ana = ''] = await list('  ÁNA   Gomes')
    const found = async (search: string) =>
      (await lucia.query('find-by-name', { search })).body.people.length
    expect(await found('ana g')).toBe(1)
    await lucia.mutate('edit-person', { id: ana, changes: { email: 'ana@example.com' } })
    expect(await found('ana g')).toBe(1)
    await lucia.mutate('edit-person', { id: ana, changes: { name: 'Íñigo' } })
    expect([await found('ana g'), await found('inigo')]).toEqual([0, 1])
  })

  describe('edit-person', () => {
    it('changes the named fields, and leaves the others and the decisions', async () => {
      const [ana = ''] = await list('Ana Gomes', 'Beto Sosa')
      const theirs = await report('Los abuelos')
      await lucia.mutate('link-people', { ids: [ana], contributionId: theirs })
      const changes = { email: 'Ana@Example.com', phone: '11 5555-1234' }
      expect(await lucia.mutate('edit-person', { id: ana, changes })).toMatchObject(ok)
      await lucia.mutate('edit-person', { id: ana, changes: { name: ' Ana  Gómez ', phone: null } })
      expect(await listed()).toMatchObject([
        {
          name: 'Ana Gómez',
          email: 'ana@example.com',
          phone: null,
          position: 0,
          contributionId: theirs,
        },
        { name: 'Beto Sosa' },
      ])
    })

    it('matches the contribution of the corrected name', async () => {
      const [person = ''] = await list('Sin nombre')
      const ofAna = await report('Ana Gómez')
      await lucia.mutate('edit-person', { id: person, changes: { name: 'Ana Gómez' } })
      expect(await gave()).toEqual([['Ana Gómez', [ofAna]]])
    })

    it('refuses an empty name, another organiser’s person and a removed one', async () => {
      const [ana = ''] = await list('Ana Gómez')
      const edit = (by: Person, name: string) =>
        by.mutate('edit-person', { id: ana, changes: { name } })
      expect(await edit(lucia, ' ')).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
      const gone = {
        ok: false,
        error: { code: 'not-found', message: 'Esta persona ya no está en la lista.' },
      }
      expect(await edit(await buildPerson(app), 'Nadie')).toMatchObject(gone)
      expect(await listed()).toMatchObject([{ name: 'Ana Gómez' }])
      await lucia.mutate('remove-people', { ids: [ana] })
      expect(await edit(lucia, 'Ana')).toMatchObject(gone)
    })
  })

  it('refuses the people of a colecta that was handed to another organiser', async () => {
    const [ana = ''] = await list('Ana Gómez')
    const by = await buildPerson(app)
    await app.database.query('update collections set creator_id = $2 where id = $1', [
      ...[collectionId, by.id],
    ])
    const gone = { ok: false, error: { code: 'not-found' } }
    const changes = { name: 'Ana Paz' }
    expect(await lucia.mutate('edit-person', { id: ana, changes })).toMatchObject(gone)
    const links = { ids: [ana], contributionId: null }
    expect(await lucia.mutate('link-people', links)).toMatchObject(gone)
  })

  describe('remove-people', () => {
    it('removes them, and add-people puts them back as they were', async () => {
      const [ana = ''] = await list('Ana Gómez', 'Beto Sosa')
      const theirs = await report('Los abuelos')
      await lucia.mutate('link-people', { ids: [ana], contributionId: theirs })
      const before = await listed()
      expect(await lucia.mutate('remove-people', { ids: [ana] })).toMatchObject(ok)
      expect(await gave()).toEqual([['Beto Sosa', []]])
      expect(await lucia.mutate('remove-people', { ids: [ana] })).toMatchObject(ok)
      const people = before.slice(0, 1).map(({ given, isByHand, suggestion, ...person }) => person)
      expect(await lucia.mutate('add-people', { collectionId, people })).toMatchObject(ok)
      expect(await listed()).toEqual(before)
    })

    it('does not remove another organiser’s people', async () => {
      const [ana = ''] = await list('Ana Gómez')
      await (await buildPerson(app)).mutate('remove-people', { ids: [ana] })
      expect(await listed()).toHaveLength(1)
    })
  })

  it('the list is deleted with its colecta, and restored with it', async () => {
    await list('Ana Gómez')
    await lucia.mutate('delete-collection', { id: collectionId })
    expect(await listed()).toEqual([])
    await lucia.mutate('restore-collection', { id: collectionId })
    expect(await listed()).toHaveLength(1)
    await app.database.query('delete from collections where id = $1', [collectionId])
    const left = 'select from people where collection_id = $1'
    expect(await app.database.query(left, [collectionId])).toEqual([])
  })
})

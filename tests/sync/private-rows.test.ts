import type { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../server/data/database.ts'
import { newId } from '../../shared/id.ts'
import { queries } from '../../shared/queries/queries.ts'
import { SYNCED_TABLE_NAMES } from '../../shared/sync.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  createdInput,
  manualInput,
  matchInput,
  type Person,
  peopleInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { until } from '../support/until.ts'
import { buildReplica, openEngine, type PersonReplica, pendingMutation } from './person-replica.ts'
import { readStream, type StreamReader } from './stream-reader.ts'

/*
 * S1: a browser is sent, and stores, only rows of its person. Every text of every row contains a mark that names its
 * owner, and the tests search everything that a browser receives or stores for the marks of others.
 */

/** The people who may read a mark: `lucia` organises, `julieta` and `bruno` contribute to her, `beto` is unrelated. */
const READERS = {
  PROFILE_LUCIA: ['lucia'],
  PROFILE_JULIETA: ['julieta'],
  PROFILE_BRUNO: ['bruno'],
  PROFILE_BETO: ['beto'],
  PUBLIC_LUCIA: ['lucia', 'julieta', 'bruno'],
  PRIVATE_LUCIA: ['lucia'],
  APORTE_JULIETA: ['lucia', 'julieta'],
  APORTE_BRUNO: ['lucia', 'bruno'],
  APORTE_GUEST: ['lucia'],
  APORTE_MANUAL: ['lucia'],
  COLECTA_BETO: ['beto'],
  APORTE_BETO: ['beto'],
  LINE_LUCIA: ['lucia'],
  KEY_LUCIA: ['lucia'],
  PERSON_LUCIA: ['lucia'],
  REFUSED_LUCIA: ['lucia'],
  SECRET: [],
} as const

type Mark = keyof typeof READERS
type Name = 'lucia' | 'julieta' | 'bruno' | 'beto'

engineOfTier((open) => {
  let app: TestApp
  let database: Database
  let engine: PGlite
  let people: Record<Name, Person>
  let collectionId: string
  let betosId: string
  let ofJulieta: string
  let ofLucia: string
  let streams: StreamReader[] = []

  beforeAll(async () => {
    app = await buildApp(await open())
    database = app.database
    engine = await openEngine()
    return () => engine.close()
  })

  beforeEach(async () => {
    const person = async (mark: Mark) => {
      const email = `${mark.toLowerCase()}.${newId()}@example.com`
      const built = await buildPerson(app, { firstName: 'Ana', lastName: mark, email })
      await database.query('update users set default_bank_account = $2 where id = $1', [
        built.id,
        mark,
      ])
      return built
    }
    people = {
      lucia: await person('PROFILE_LUCIA'),
      julieta: await person('PROFILE_JULIETA'),
      bruno: await person('PROFILE_BRUNO'),
      beto: await person('PROFILE_BETO'),
    }
    collectionId = await collectionOf(people.lucia, 'PUBLIC_LUCIA', 'PRIVATE_LUCIA')
    betosId = await collectionOf(people.beto, 'COLECTA_BETO', 'COLECTA_BETO')
    ofJulieta = await contribute('APORTE_JULIETA', people.julieta)
    await contribute('APORTE_BRUNO', people.bruno)
    await contribute('APORTE_GUEST')
    await buildManualContribution(people.lucia, collectionId, named('APORTE_MANUAL'))
    await buildManualContribution(people.beto, betosId, named('APORTE_BETO'))
    // A receipt's path is only for people who may see the contribution.
    await database.query(
      `update contributions set transfer_id = contributor_name || '/' || id where transfer_id is null`,
    )
    await database.query('update statement_keys set key = $2 where id = $1', [
      people.lucia.id,
      'KEY_LUCIA'.padEnd(43, '_'),
    ])
    const match = matchInput(ofJulieta, { line: 'LINE_LUCIA' })
    await people.lucia.mutate('match-lines', { matches: [match] })
    const list = peopleInput(collectionId, 'PERSON_LUCIA')
    ofLucia = list.people[0]?.id ?? ''
    await people.lucia.mutate('add-people', list)
    for (const { id } of Object.values(people)) {
      await database.query(`insert into passwords (user_id, hash) values ($1, 'SECRET')`, [id])
    }
  })
  afterEach(() => {
    for (const stream of streams) stream.hangUp()
    streams = []
  })

  /** Its public columns carry one mark, the others another. */
  async function collectionOf(organiser: Person, shown: Mark, hidden: Mark): Promise<string> {
    const id = await buildCollection(app, organiser, {
      title: shown,
      description: shown,
      bankAccount: 'cuenta.de.todos',
      accountIdentifier: shown,
    })
    const email = `${hidden.toLowerCase()}@example.com`
    await database.query('update collections set creator_email = $2 where id = $1', [id, email])
    return id
  }

  const named = (mark: Mark) => ({
    contributorName: mark,
    contributorEmail: `${mark.toLowerCase()}@example.com`,
    message: mark,
  })

  async function contribute(mark: Mark, by?: Person): Promise<string> {
    const id = await buildReport(app, collectionId, named(mark), by)
    await database.query('update contributions set contributor_email = $2 where id = $1', [
      id,
      `${mark.toLowerCase()}@example.com`,
    ])
    return id
  }

  /** Something of everybody changes. */
  async function everythingChanges(): Promise<void> {
    await database.query('update users set updated_at = now()')
    await database.query('update collections set description = description || $1', ['.'])
    await database.query('update contributions set message = message || $1', ['.'])
    await database.query('update statement_matches set source = source || $1', ['.'])
    await database.query('update statement_keys set key = key')
    await database.query('update people set position = position + 1')
    await database.query(
      `insert into mutations (id, person_id, name, outcome)
       values ($1, $2, 'update-profile', $3::text::jsonb)`,
      [
        newId(),
        people.lucia.id,
        JSON.stringify({ ok: false, error: { code: 'conflict', message: 'REFUSED_LUCIA' } }),
      ],
    )
  }

  function marksIn(text: string): Mark[] {
    const found = text.toUpperCase()
    return (Object.keys(READERS) as Mark[]).filter((mark) => found.includes(mark)).sort()
  }

  const readableBy = (name: Name) =>
    (Object.keys(READERS) as Mark[]).filter((mark) => READERS[mark].includes(name as never)).sort()

  /** Opens a stream; returns all that it sends while everything changes. */
  async function streamOf(person: Person): Promise<string> {
    const { headers } = await person.get('/api/sync/snapshot/users')
    const cursor = headers.get('Sync-Cursor') ?? ''
    const cookie = `session=${person.cookies.get('session')}`
    const response = await app.fetch(`/api/sync?cursor=${cursor}`, { headers: { cookie } })
    const stream = readStream(response, cursor)
    streams.push(stream)
    await everythingChanges()
    const done = newId()
    await person.mutate('delete-collection', { id: newId() }, done)
    await until(() => expect(stream.text()).toContain(done))
    return stream.text()
  }

  /** The responses to every request that a browser may send, also about rows of others. */
  async function answersTo(person: Person): Promise<string> {
    const answers: string[] = []
    const keep = (body: unknown) =>
      answers.push(typeof body === 'string' ? body : JSON.stringify(body))
    for (const table of SYNCED_TABLE_NAMES)
      keep((await person.get(`/api/sync/snapshot/${table}`)).body)
    for (const name of queries.keys()) {
      const questions = [
        {},
        { contributionId: ofJulieta },
        { from: '2026-01-01', to: '2026-12-31' },
      ]
      for (const args of questions) keep((await person.query(name, args)).body)
      for (const id of [collectionId, betosId]) {
        for (const args of [{ id }, { collectionId: id }, { id, page: 1, pageSize: 100 }]) {
          keep((await person.query(name, args)).body)
        }
      }
    }
    const foreign = [collectionId, betosId].flatMap((id) => [
      ['update-collection', { id, changes: { cantidadPersonas: 7 } }],
      ['set-collection-notify', { id, notify: 'now' }],
      ['set-collection-status', { id, status: 'abierta' }],
      ['add-manual-contribution', manualInput(id, { contributorName: 'Nadie' })],
      ['create-from-line', createdInput(id)],
      ['match-lines', { matches: [matchInput(ofJulieta)] }],
      ['undo-matches', { ids: [newId()] }],
      ['keep-statement-key', { key: 'x'.repeat(43) }],
      ['add-people', peopleInput(id, 'Nadie')],
      ['link-people', { ids: [ofLucia] }],
      ['edit-person', { id: newId(), changes: { name: 'Nadie' } }],
      ['remove-people', { ids: [newId()] }],
    ])
    for (const [name, args] of foreign) keep(await person.mutate(String(name), args))
    keep(await person.mutate('set-contribution-state', { id: ofJulieta, state: 'pending' }))
    return answers.join('\n')
  }

  it.each<Name>(['lucia', 'julieta', 'bruno', 'beto'])(
    '[S1] sends %s all rows of their own and none of others',
    async (name) => {
      const person = people[name]
      const streamed = await streamOf(person)
      const readable = readableBy(name)
      expect(marksIn(streamed)).toEqual(readable)
      const answers = marksIn(await answersTo(person))
      // Outcomes travel on the stream alone.
      expect(answers).toEqual(readable.filter((mark) => mark !== 'REFUSED_LUCIA'))
    },
  )

  /** The whole engine as text: every table there is. */
  async function everythingIn(pglite: PGlite): Promise<string> {
    const { rows } = await pglite.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'm', 'p')`,
    )
    const texts: string[] = []
    for (const { name } of rows) {
      const all = await pglite.query<{ row: string }>(`select t::text as row from ${name} t`)
      texts.push(...all.rows.map(({ row }) => row))
    }
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...SYNCED_TABLE_NAMES, 'undo', 'replica_state']),
    )
    return texts.join('\n')
  }

  async function follow(replica: PersonReplica): Promise<void> {
    const batch = await replica.batch()
    if (batch) await replica.apply(batch, [])
  }

  it.each<Name>(['lucia', 'julieta', 'bruno', 'beto'])(
    '[S1] stores no row of others in the replica of %s, nor in its undo images',
    async (name) => {
      const replica = await buildReplica(app, people[name], engine)
      await replica.fillFromServer()
      await replica.run(
        pendingMutation('update-profile', {
          firstName: 'Otra',
          lastName: 'Persona',
          defaultBankAccount: null,
        }),
      )
      const readable = readableBy(name).filter((mark) => mark !== 'REFUSED_LUCIA')
      expect(marksIn(await everythingIn(engine))).toEqual(readable)
      await everythingChanges()
      await follow(replica)
      expect(marksIn(await everythingIn(engine))).toEqual(readable)
    },
  )

  /** Returns the marks that `name` loses by an event, on a replica that follows it. */
  async function losesSight(name: Name, happens: () => Promise<unknown>): Promise<Mark[]> {
    const replica = await buildReplica(app, people[name], engine)
    await replica.fillFromServer()
    const before = marksIn(await everythingIn(engine))
    await happens()
    await follow(replica)
    const after = marksIn(await everythingIn(engine))
    const followed = await replica.contents()
    await replica.fillFromServer()
    expect(followed).toEqual(await replica.contents())
    return before.filter((mark) => !after.includes(mark))
  }

  it('[S12] a contributor loses a collection that is deleted', async () => {
    const { lucia } = people
    const deleted = () => lucia.mutate('delete-collection', { id: collectionId })
    expect(await losesSight('julieta', deleted)).toEqual(['PUBLIC_LUCIA'])
  })

  it('[S12] a contributor loses a contribution that is no longer theirs', async () => {
    const unlink = () =>
      database.query('update contributions set contributor_id = null where id = $1', [ofJulieta])
    expect(await losesSight('julieta', unlink)).toEqual(['APORTE_JULIETA', 'PUBLIC_LUCIA'])
  })

  it('[S12] a contributor loses a contribution that moves to another person', async () => {
    const { bruno } = people
    const move = () =>
      database.query('update contributions set contributor_id = $2 where id = $1', [
        ofJulieta,
        bruno.id,
      ])
    expect(await losesSight('julieta', move)).toEqual(['APORTE_JULIETA', 'PUBLIC_LUCIA'])
  })

  it('[S12] an organiser loses a collection that is handed over, with all its contributions', async () => {
    const { beto } = people
    const handOver = () =>
      database.transaction(async (tx) => {
        for (const update of [
          'update collections set creator_id = $2 where id = $1',
          'update contributions set organiser_id = $2 where collection_id = $1',
        ]) {
          await tx.query(update, [collectionId, beto.id])
        }
      })
    expect(await losesSight('lucia', handOver)).toEqual([
      'APORTE_BRUNO',
      'APORTE_GUEST',
      'APORTE_JULIETA',
      'APORTE_MANUAL',
      'PRIVATE_LUCIA',
      'PUBLIC_LUCIA',
    ])
  })

  it('[S12] a contributor loses the rows of a deleted organiser', async () => {
    const { lucia } = people
    const gone = () => database.query('delete from users where id = $1', [lucia.id])
    expect(await losesSight('julieta', gone)).toEqual(['APORTE_JULIETA', 'PUBLIC_LUCIA'])
  })
})

import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CsvList, csvHead, csvRows, csvWindows } from '../../shared/contributions-csv.ts'
import { newId } from '../../shared/id.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  type Person,
  paidBy,
} from '../support/people.ts'
import { readCsv } from '../support/read-csv.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'
import { buildReplica, openEngine, type PersonReplica } from './person-replica.ts'

/** Returns a cell's safe text: with either separator, no cell starts with a character that begins a formula. */
function harmless(text: string): string {
  const inside = text.replace(/([;,\t\r\n][ \t\n\v\f\r]*)([=+@\-＝＋－＠])/g, "$1'$2")
  return /^[ \t\n\v\f\r]*[=+@\-＝＋－＠]|^[\t\r]/.test(text) ? `'${inside}` : inside
}

engineOfTier((open) => {
  let app: TestApp
  let engine: PGlite
  let lucia: Person
  let collectionId: string
  let replica: PersonReplica

  beforeAll(async () => {
    app = await buildApp(await open())
    engine = await openEngine()
  })

  afterAll(() => engine.close())

  beforeEach(async () => {
    lucia = await buildPerson(app)
    collectionId = await buildCollection(app, lucia)
    replica = await buildReplica(app, lucia, engine)
  })

  interface Options {
    search?: string
    state?: CsvList['state']
    method?: CsvList['method']
    separator?: ',' | ';'
  }

  const all = () => ({ collectionId, search: '', state: 'all', method: 'all' }) as const

  /** Returns the file that the replica makes; fails when the server's file differs. */
  async function fileOf(options: Options = {}): Promise<string> {
    const list = { ...all(), ...options }
    const separator = options.separator ?? ','
    await replica.fillFromServer()
    const parts: BlobPart[] = [csvHead(separator)]
    for (const window of await replica.csvWindows(list)) {
      parts.push(await replica.csvRows({ ...list, separator, window }))
    }
    const file = Buffer.from(await new Blob(parts).arrayBuffer()).toString()
    const query = new URLSearchParams({ ...options })
    const answer = await app.fetch(`/api/collections/${collectionId}/contributions.csv?${query}`, {
      headers: { cookie: `session=${lucia.cookies.get('session')}` },
    })
    // Not as text, which would lose the mark.
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(file)
    return file
  }

  const rowsOf = async (options: Options = {}) =>
    readCsv((await fileOf(options)).replace(/^\uFEFF/, ''), options.separator ?? ',').slice(1)

  /** A contribution received at that moment. */
  async function received(at: string, changes: object): Promise<string> {
    const id = await buildReport(app, collectionId, changes)
    await app.database.query('update contributions set payment_date = $2 where id = $1', [id, at])
    return id
  }

  /** Even texts that validation rejects must not break a file. */
  async function holds(id: string, name: string, message: string): Promise<void> {
    await app.database.query(
      'update contributions set contributor_name = $2, message = $3 where id = $1',
      [id, name, message],
    )
  }

  it('has the columns of the specification, newest first, in the time of Buenos Aires', async () => {
    await received('2026-03-05T02:59:00Z', { contributorName: 'Ana', amount: 1_500_50 })
    const later = await received('2026-03-05T03:05:00Z', {
      contributorName: 'Iñaki',
      message: 'Sí',
    })
    await lucia.mutate('set-contribution-state', { id: later, state: 'verified' })
    expect(await fileOf()).toBe(
      '\uFEFFFecha,Aportante,Monto,Método,Estado,Mensaje\n' +
        '"05/03/2026 00:05","Iñaki","5000.00","Transferencia","Acreditado","Sí"\n' +
        '"04/03/2026 23:59","Ana","1500.50","Transferencia","Confirmado",""\n',
    )
  })

  it('writes decimal commas where semicolons separate', async () => {
    await received('2026-03-05T15:00:00Z', { contributorName: 'Ana', amount: 1_500_50 })
    expect(await fileOf({ separator: ';' })).toBe(
      '\uFEFFFecha;Aportante;Monto;Método;Estado;Mensaje\n' +
        '"05/03/2026 12:00";"Ana";"1500,50";"Transferencia";"Confirmado";""\n',
    )
  })

  it('has only its header row when nothing matches', async () => {
    expect(await fileOf({ search: 'nadie' })).toBe(csvHead(','))
    const nowhere = { ...all(), collectionId: newId() }
    const window = { after: null, upTo: null }
    expect(await replica.csvWindows(nowhere)).toEqual([window])
    expect(await replica.csvRows({ ...nowhere, separator: ',', window })).toHaveProperty('size', 0)
  })

  it('has every text unchanged, or with a quote before a formula', async () => {
    const ids = [
      await received('2026-03-05T15:02:00Z', {}),
      await received('2026-03-05T15:01:00Z', {}),
      await received('2026-03-05T15:00:00Z', {}),
    ]
    const character = fc.constantFrom(...(' =+-@\t\r\n",;\'\\aÑ🎂|%0'.match(/./gsu) ?? []))
    const text = fc.string({ unit: fc.oneof(character, fc.string({ minLength: 1, maxLength: 1 })) })
    const kept = text.map((typed) => typed.replaceAll('\0', ''))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(kept, kept), { minLength: 3, maxLength: 3 }),
        fc.constantFrom(',' as const, ';' as const),
        async (texts, separator) => {
          for (const [index, [name, message]] of texts.entries()) {
            await holds(ids[index] ?? '', name, message)
          }
          const rows = await rowsOf({ separator })
          expect(rows.map(([, name, , , , message]) => [name, message])).toEqual(
            texts.map((cells) => cells.map(harmless)),
          )
        },
      ),
      { numRuns: 25 },
    )
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+54 11', "'+54 11"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' \n=1+1', "' \n'=1+1"],
    ['\t1', "'\t1"],
    ['\r1', "'\r1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠A1', "'＠A1"],
    [';=1+1;', ";'=1+1;"],
    ['Ana;=1+1', "Ana;'=1+1"],
    ['Ana, @A1,-2', "Ana, '@A1,'-2"],
    ['Ana\n=1', "Ana\n'=1"],
    ['Ana;\n =1', "Ana;\n '=1"],
    ['Ana - Bea; 5-3=2', 'Ana - Bea; 5-3=2'],
  ])('keeps a spreadsheet from computing %j, whichever separator it reads', async (text, cell) => {
    await holds(await received('2026-03-05T15:00:00Z', {}), text, text)
    const [row] = await rowsOf()
    expect(row?.[1]).toBe(cell)
    expect(row?.[5]).toBe(cell)
  })

  it('contains the rows of the search and the filter, and none of another collection', async () => {
    const other = await buildCollection(app, lucia)
    await buildReport(app, other, { contributorName: 'De otra' })
    await buildReport(app, collectionId, { contributorName: 'Ana 100%' })
    const id = await buildReport(app, collectionId, { contributorName: 'Anahí' })
    await buildManualContribution(lucia, collectionId, { contributorName: `Zoé d'Ana\\` })
    await lucia.mutate('set-contribution-state', { id, state: 'rejected' })
    await lucia.mutate('set-collection-status', { id: collectionId, status: 'cerrada' })
    const names = async (options: Options) => (await rowsOf(options)).map(([, name]) => name).sort()
    expect(await names({})).toEqual(['Ana 100%', 'Anahí', `Zoé d'Ana\\`])
    expect(await names({ search: 'ANÁ' })).toEqual(['Ana 100%', 'Anahí', `Zoé d'Ana\\`])
    expect(await names({ search: '%' })).toEqual(['Ana 100%'])
    expect(await names({ search: `d'ana\\` })).toEqual([`Zoé d'Ana\\`])
    expect(await names({ search: `') or true --` })).toEqual([])
    expect(await names({ search: '1\u00000' })).toEqual(['Ana 100%'])
    expect(await names({ search: '1\u00010' })).toEqual([])
    expect(await names({ state: 'rejected' })).toEqual(['Anahí'])
    expect(await names({ state: 'unverified' })).toEqual(['Ana 100%'])
    expect(await names({ state: 'verified' })).toEqual([`Zoé d'Ana\\`])
    expect(await names({ method: 'Manual' })).toEqual([`Zoé d'Ana\\`])
    expect(await names({ method: 'Transferencia', search: '%' })).toEqual(['Ana 100%'])
    expect(await names({ method: 'Transferencia', state: 'rejected' })).toEqual(['Anahí'])
    const words = async (options: Options) =>
      (await rowsOf(options)).map(([, , , method, state]) => [method, state])
    expect(await words({ method: 'Manual' })).toEqual([['Manual', 'Acreditado']])
    expect(await words({ state: 'rejected' })).toEqual([['Transferencia', 'Rechazado']])
    await lucia.mutate('set-contribution-state', { id, state: 'pending' })
    expect(await words({ state: 'pending' })).toEqual([['Transferencia', 'Pendiente']])
    expect(await names({ method: 'MercadoPago' })).toEqual([])
    await paidBy(app, 'MercadoPago', [id])
    expect((await rowsOf({ method: 'MercadoPago' })).map((row) => row[3])).toEqual(['Mercado Pago'])
  })

  it('is read in windows with each row once, also rows of the same moment', async () => {
    await app.database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded,
         payment_method, amount, payment_date, payment_status
       )
       select gen_random_uuid(), $1::uuid, $2::uuid, 'N' || n, 'n' || n, 'Transferencia', n,
              timestamptz '2026-03-05' + (n * 7 % 30) * interval '1 hour', 'confirmed'
       from generate_series(1, 100) n`,
      [collectionId, lucia.id],
    )
    const list = all()
    for (const size of [1, 7, 10, 99, 100]) {
      const windows = await app.database.asMember(lucia.id, (tx) =>
        csvWindows(tx, list, lucia.id, size),
      )
      expect(windows.length > 1).toBe(size < 100)
      const parts = windows.map(async (window) => {
        const rows = csvRows({ ...list, separator: ',', window }, lucia.id)
        return (await app.database.copyOut(lucia.id, rows)).text()
      })
      const rows = readCsv((await Promise.all(parts)).join(''), ',')
      expect(rows).toEqual(await rowsOf())
    }
  })

  describe('the server', () => {
    const path = () => `/api/collections/${collectionId}/contributions.csv`

    it('returns the file with its name, to the organiser only', async () => {
      const julieta = await buildPerson(app)
      await buildReport(app, collectionId, {}, julieta)
      const { status, headers } = await lucia.get(path())
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="aportes_regalo_para_la_seno_marta_\d{4}-\d\d-\d\d\.csv"$/,
      )
      for (const stranger of [julieta, await buildPerson(app)]) {
        expect((await stranger.get(path())).status).toBe(404)
      }
      expect((await visitor(app).get(path())).status).toBe(401)
    })

    it('refuses a form and a filter that it does not know', async () => {
      for (const query of ['separator=|', 'state=todos', `search=${'a'.repeat(201)}`]) {
        expect((await lucia.get(`${path()}?${query}`)).status).toBe(400)
      }
    })
  })
})

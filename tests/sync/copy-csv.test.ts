import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { databasesOf } from '../support/database.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  buildReport,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { buildCopy, openEngine, type PersonCopy } from './person-copy.ts'

const open = databasesOf('embedded')
let app: TestApp
let engine: PGlite
let lucia: Person
let collectionId: string
let copy: PersonCopy

beforeAll(async () => {
  app = await buildApp(await open())
  engine = await openEngine()
})

afterAll(() => engine.close())

beforeEach(async () => {
  lucia = await buildPerson(app)
  collectionId = await buildCollection(app, lucia)
  copy = await buildCopy(app, lucia, engine)
})

/** The lines of the file, its mark included. */
async function fileOf(options: Partial<Parameters<PersonCopy['exportCsv']>[0]> = {}) {
  await copy.fillFromServer()
  const file = await copy.exportCsv({
    collectionId,
    search: '',
    state: 'all',
    separator: ',',
    ...options,
  })
  return Buffer.from(await file.arrayBuffer()).toString()
}

/** A contribution received at that moment. */
async function received(at: string, changes: object): Promise<string> {
  const id = await buildReport(app, collectionId, changes)
  await app.database.query('update contributions set payment_date = $2 where id = $1', [id, at])
  return id
}

it('has the columns of the specification, newest first, in the time of Buenos Aires', async () => {
  await received('2026-03-05T02:59:00Z', { contributorName: 'Ana', amount: 1_500_50 })
  const later = await received('2026-03-05T03:05:00Z', { contributorName: 'Iñaki', message: 'Sí' })
  await lucia.mutate('set-contribution-state', { id: later, state: 'verified' })
  expect(await fileOf()).toBe(
    '\uFEFFFecha,Aportante,Monto,Método,Estado,Mensaje\n' +
      '05/03/2026 00:05,Iñaki,5000.00,Transferencia,Acreditado,Sí\n' +
      '04/03/2026 23:59,Ana,1500.50,Transferencia,Confirmado,""\n',
  )
})

it('writes decimal commas where semicolons separate', async () => {
  await received('2026-03-05T15:00:00Z', { contributorName: 'Ana', amount: 1_500_50 })
  expect(await fileOf({ separator: ';' })).toBe(
    '\uFEFFFecha;Aportante;Monto;Método;Estado;Mensaje\n' +
      '05/03/2026 12:00;Ana;1500,50;Transferencia;Confirmado;""\n',
  )
})

it('keeps quotes, separators, line breaks and emoji', async () => {
  await received('2026-03-05T15:00:00Z', {
    contributorName: 'Tía "Nené", de Salta',
    message: 'Un beso;\nenorme 🎂',
  })
  expect(await fileOf()).toContain(
    ',"Tía ""Nené"", de Salta",5000.00,Transferencia,Confirmado,"Un beso;\nenorme 🎂"\n',
  )
})

it.each(['=1+1', '+54 11', '-2', '@SUM(A1)'])(
  'keeps a spreadsheet from computing %j',
  async (message) => {
    await received('2026-03-05T15:00:00Z', { contributorName: '=Ana', message })
    const file = await fileOf()
    expect(file).toContain(`,'=Ana,`)
    expect(file).toContain(`'${message}`)
  },
)

it('is not deceived by white space before a formula', async () => {
  const id = await received('2026-03-05T15:00:00Z', {})
  await app.database.query(`update contributions set message = e' \\n=1+1' where id = $1`, [id])
  expect(await fileOf()).toContain(`"' \n=1+1"`)
})

it('leaves harmless texts as they are', async () => {
  await received('2026-03-05T15:00:00Z', { contributorName: 'Ana-María', message: 'a=b' })
  expect(await fileOf()).toContain(',Ana-María,5000.00,Transferencia,Confirmado,a=b\n')
})

it('holds what is found and filtered, and nothing of another collection', async () => {
  const other = await buildCollection(app, lucia)
  await buildReport(app, other, { contributorName: 'De otra' })
  await buildReport(app, collectionId, { contributorName: 'Ana 100%' })
  const id = await buildReport(app, collectionId, { contributorName: 'Anahí' })
  await buildManualContribution(lucia, collectionId, { contributorName: 'Zoé' })
  await lucia.mutate('set-contribution-state', { id, state: 'rejected' })
  const names = async (options: object) =>
    [...(await fileOf(options)).matchAll(/^\d[^,]*,([^,]*)/gm)].map(([, name]) => name).sort()
  expect(await names({})).toEqual(['Ana 100%', 'Anahí', 'Zoé'])
  expect(await names({ search: 'ANÁ' })).toEqual(['Ana 100%', 'Anahí'])
  expect(await names({ search: '%' })).toEqual(['Ana 100%'])
  expect(await names({ state: 'rejected' })).toEqual(['Anahí'])
  expect(await names({ state: 'unverified' })).toEqual(['Ana 100%'])
  expect(await names({ state: 'verified' })).toEqual(['Zoé'])
})

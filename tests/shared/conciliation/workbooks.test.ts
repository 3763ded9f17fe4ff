import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { utils, type WorkSheet, write } from '@e965/xlsx'
import { makeZip } from 'client-zip'
import { expect, it } from 'vitest'
import { readStatements } from '../../../shared/conciliation/read-statements.ts'

const read = (bytes: Uint8Array) => readStatements([{ name: 'x.xlsx', bytes }])

function bookOf(sheet: WorkSheet, bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  return new Uint8Array(write(utils.book_new(sheet, 'M'), { type: 'array', bookType }))
}

it('refuses a workbook that Excel encrypted with a password', async () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../support/encrypted-workbook.xlsx'))
  const { problems, lines } = await read(new Uint8Array(bytes))
  expect(problems).toEqual(['«x.xlsx» tiene contraseña. Guárdalo sin ella.'])
  expect(lines).toEqual([])
})

it.each(['xlsx', 'biff8'] as const)('shows the saved value of a formula (%s)', async (type) => {
  const sheet = utils.aoa_to_sheet([
    ['Fecha', 'Concepto', 'Importe'],
    ['12/03/2026', '', 1],
    ['13/03/2026', 'sin calcular', 2],
  ])
  sheet.B2 = { t: 's', f: '"TRANSF DE "&"GOMEZ ANA"', v: 'TRANSF DE GOMEZ ANA' }
  sheet.C2 = { t: 'n', f: '7500*2', v: 15_000 }
  sheet.C3 = { t: 'n', f: '7500*2' }
  const { lines, warnings } = await read(bookOf(sheet, type))
  expect(lines).toMatchObject([{ name: 'GOMEZ ANA', amount: 15_000_00 }])
  expect(warnings).toEqual(['«x.xlsx»: 1 fila sin importe'])
})

it('expands no entity that a workbook declares', async () => {
  const levels = [...'bcdefghij'].map((name, at) => {
    return `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`
  })
  const types = `<!DOCTYPE sst [<!ENTITY a "${'x'.repeat(1_000)}">${levels.join('')}]>`
  const cell = (at: string, text: string) =>
    `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  const row = (number: number, ...texts: string[]) =>
    `<row r="${number}">${texts.map((text, at) => cell(`${'ABC'[at]}${number}`, text)).join('')}</row>`
  const sheet = `<?xml version="1.0"?>${types}<worksheet xmlns="${MAIN}"><sheetData>${row(1, 'Fecha', 'Concepto', 'Importe')}${row(2, '12/03/2026', 'TRANSF &j;', '15000,00')}</sheetData></worksheet>`
  const { lines, problems } = await read(await archiveOf(sheet))
  expect(problems).toEqual([])
  expect(lines).toMatchObject([{ amount: 15_000_00, text: 'TRANSF &j;' }])
})

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

async function archiveOf(sheet: string): Promise<Uint8Array> {
  const files = {
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="M" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
  }
  const entries = Object.entries(files).map(([name, input]) => ({ name, input }))
  return new Uint8Array(await new Response(makeZip(entries)).arrayBuffer())
}

it.each(['xlsx', 'biff8'] as const)('numbers the rows of a sheet as it does (%s)', async (type) => {
  const sheet = utils.aoa_to_sheet([
    ['Fecha', 'Concepto', 'Importe'],
    [null, '', null],
    ['12/03/2026', 'GOMEZ ANA', 1],
  ])
  const { lines } = await read(bookOf(sheet, type))
  expect(lines.map(({ line }) => line)).toEqual(['x.xlsx#M!3'])
})

it.each([
  ['xlsx', 64, []],
  ['xlsx', 65, ['«x.xlsx» tiene más de 64 hojas. Guarda solo la del resumen.']],
  ['biff8', 64, []],
  ['biff8', 65, ['«x.xlsx» tiene más de 64 hojas. Guarda solo la del resumen.']],
] as const)('reads 64 sheets at most (%s, %d)', async (bookType, count, problems) => {
  const book = utils.book_new()
  for (let at = 0; at < count; at += 1) {
    const rows = [
      ['Fecha', 'Importe'],
      ['12/03/2026', at + 1],
    ]
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), `M${at}`)
  }
  const bytes = new Uint8Array(write(book, { type: 'array', bookType }))
  expect((await read(bytes)).problems).toEqual(problems)
})

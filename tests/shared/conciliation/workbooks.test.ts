import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CFB, utils, type WorkSheet, write } from '@e965/xlsx'
import { makeZip } from 'client-zip'
import { expect, it } from 'vitest'
import { readStatements } from '../../../shared/conciliation/read-statements.ts'
import { tablesOf } from '../../../shared/conciliation/tables.ts'

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
  const sheet = sheetOf(['Fecha', 'Concepto', 'Importe'], ['12/03/2026', 'TRANSF &j;', '15000,00'])
  const { lines, problems } = await read(await archiveOf(types + sheet))
  expect(problems).toEqual([])
  expect(lines).toMatchObject([{ amount: 15_000_00, text: 'TRANSF &j;' }])
})

const cell = (address: string) => `<row><c r="${address}"><v>1</v></c></row>`

it.each([
  ['a row with a high number', '<row r="2000000000"/>', 'dañado'],
  ['a cell in such a row', cell('A2000000000'), 'dañado'],
  ['a number that is written otherwise', '<row a="<>" r = \'2e9\'/>', 'dañado'],
  ['a character reference in the number', '<row r="&#50;000000000"/>', 'dañado'],
  ['a column that Excel has not', cell('ZZZZZZ1'), 'dañado'],
  ['a long tag', `<row a=">" ${' '.repeat(300_000)}/>`, 'dañado'],
  ['many empty rows', '<row/>'.repeat(300_001), 'es demasiado grande'],
  ['many rows, and the last column', cell('XFD1') + '<row/>'.repeat(50_000), 'es demasiado grande'],
])('refuses a sheet before the reader runs out of memory: %s', async (_, data, problem) => {
  const sheet = `<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`
  await expect(tablesOf('x.xlsx', await archiveOf(sheet))).rejects.toThrow(problem)
})

it.each([
  ['in the last row', cell('L1048576'), { number: 1_048_576, length: 12 }],
  ['in the last column', cell('XFD1'), { number: 1, length: 60 }],
  [
    'above many empty rows and beside empty cells',
    `${cell('B1')}<row r="50000"><c r="XFD50000" s="0"/></row>`,
    { number: 1, length: 2 },
  ],
])('reads a cell %s', async (_, data, { number, length }) => {
  const sheet = `<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`
  const [table] = await tablesOf('x.xlsx', await archiveOf(sheet))
  expect(table?.rows).toMatchObject([{ number, cells: { length } }])
})

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'

function sheetOf(...rows: string[][]): string {
  const cells = (texts: string[], number: number) =>
    texts.map(
      (text, at) => `<c r="${'ABC'[at]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
    )
  const data = rows.map((texts, at) => `<row r="${at + 1}">${cells(texts, at + 1).join('')}</row>`)
  return `<worksheet xmlns="${MAIN}"><sheetData>${data.join('')}</sheetData></worksheet>`
}

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

it('numbers the rows of a sheet that begins below its first row', async () => {
  const sheet = { ...utils.aoa_to_sheet([[], [], ['a']]), '!ref': 'A3:A3' }
  const [table] = await tablesOf('x.xls', bookOf(sheet, 'biff8'))
  expect(table?.rows).toEqual([{ number: 3, cells: ['a'] }])
})

it('refuses an old workbook of more than 50,000 rows', async () => {
  const sheet = utils.aoa_to_sheet(Array.from({ length: 50_001 }, () => ['a']))
  await expect(tablesOf('x.xls', bookOf(sheet, 'biff8'))).rejects.toThrow('50.000 filas')
})

it('refuses an old workbook that is cut, and one with a password', async () => {
  const bytes = bookOf(utils.aoa_to_sheet([['a']]), 'biff8')
  await expect(tablesOf('x.xls', bytes.slice(0, 1000))).rejects.toThrow('está dañado')
  // The record behind the first one becomes FilePass with XOR obfuscation (MS-XLS 2.4.117).
  const second = Buffer.from(bytes).indexOf(Uint8Array.of(0x09, 0x08, 0x10, 0x00)) + 20
  bytes.set([0x2f, 0, 2, 0, 0, 0], second)
  await expect(tablesOf('x.xls', bytes)).rejects.toThrow('tiene contraseña')
})

it.each([
  ['half of the signature, and a text', (book) => [...book.slice(0, 4), ...STATEMENT]],
  ['the signature, and a text', (book) => [...book.slice(0, 8), ...STATEMENT]],
  ['the signature, and zeros', (book) => [...book.slice(0, 8), ...Array(2000).fill(0)]],
  ['a header of an unknown version', (book) => book.toSpliced(26, 1, 5)],
  ['a document without a workbook', () => compoundFile('/WordDocument')],
  ['a text in place of the workbook', () => compoundFile('/Workbook')],
  ['an unfinished sheet', (book) => book.slice(0, -500)],
] satisfies [string, (book: number[]) => number[]][])(
  'refuses an old workbook that is none: %s',
  async (_, bytesOf) => {
    const rows = [
      ['Fecha', 'Importe'],
      ['12/03/2026', 15_000],
    ]
    const bytes = bytesOf([...bookOf(utils.aoa_to_sheet(rows), 'biff8')])
    const reading = await read(Uint8Array.from(bytes))
    expect(reading).toMatchObject({ lines: [], unknown: [], warnings: [] })
    expect(reading.problems).toEqual(['«x.xlsx» está dañado o incompleto. Descárgalo otra vez.'])
  },
)

const STATEMENT = new TextEncoder().encode('\nFecha;Importe\n12/03/2026;15000,00\n'.repeat(50))

/** Returns an OLE2 file with a text as its only stream. */
function compoundFile(stream: string): number[] {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, stream, STATEMENT)
  return [...(CFB.write(container, { type: 'array' }) as Uint8Array)]
}

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

it('reads no sheet that is named for dollars', async () => {
  const book = utils.book_new()
  for (const [name, amount] of [
    ['Pesos', 1],
    ['Dólares', 2],
  ] as const) {
    const rows = [
      ['Fecha', 'Importe'],
      ['12/03/2026', amount],
    ]
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  }
  const { lines, warnings } = await read(new Uint8Array(write(book, { type: 'array' })))
  expect(lines.map(({ amount }) => amount)).toEqual([1_00])
  expect(warnings).toEqual(['«x.xlsx»: Esta hoja está en dólares y no se usa.'])
})

it('leaves out rows of empty cells', async () => {
  for (const type of ['xlsx', 'biff8'] as const) {
    const rows = [['a'], [null], ['', null], ['b']]
    const [sheet] = await tablesOf('x.xlsx', bookOf(utils.aoa_to_sheet(rows), type))
    expect(sheet?.rows.map(({ number }) => number)).toEqual([1, 4])
  }
  const [other] = await tablesOf('x.xlsx', await archiveOf(sheetOf(['a'], ['', ''], ['b'])))
  expect(other?.rows.map(({ number }) => number)).toEqual([1, 3])
})

const SHEET = sheetOf(['Fecha', 'Importe'], ['12/03/2026', '15000,00'])

it('reads a sheet of more than a megabyte', async () => {
  const { lines, problems } = await read(await archiveOf(SHEET + ' '.repeat(2 * 1024 * 1024)))
  expect(problems).toEqual([])
  expect(lines).toMatchObject([{ amount: 15_000_00 }])
})

it.each([0, 1, 65_535])('reads an archive with comments, one of %d bytes', async (length) => {
  const { lines, problems } = await read(withComments(await archiveOf(SHEET), length))
  expect(problems).toEqual([])
  expect(lines).toMatchObject([{ amount: 15_000_00 }])
})

it('refuses an archive whose directory is beyond its end', async () => {
  const bytes = await archiveOf(SHEET)
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 6, bytes.length, true)
  expect((await read(bytes)).problems).toEqual([
    '«x.xlsx» está dañado o incompleto. Descárgalo otra vez.',
  ])
})

/** Adds an extra field and a comment to each entry of the directory (APPNOTE.TXT 4.3.12), and one to the archive. */
function withComments(bytes: Uint8Array, length: number): Uint8Array {
  const end = bytes.slice(-22)
  const endView = new DataView(end.buffer)
  const start = endView.getUint32(16, true)
  const directory: number[] = []
  for (let at = start; at < bytes.length - 22; ) {
    const view = new DataView(bytes.buffer, at)
    const size = 46 + view.getUint16(28, true) + view.getUint16(30, true)
    const entry = bytes.slice(at, at + size)
    const entryView = new DataView(entry.buffer)
    entryView.setUint16(30, view.getUint16(30, true) + 5, true)
    entryView.setUint16(32, 3, true)
    directory.push(...entry, 0xfe, 0xca, 1, 0, 7, 1, 2, 3)
    at += size
  }
  endView.setUint32(12, directory.length, true)
  endView.setUint16(20, length, true)
  return Uint8Array.from([
    ...bytes.slice(0, start),
    ...directory,
    ...end,
    ...Array(length).fill(32),
  ])
}

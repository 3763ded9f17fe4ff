import { describe, expect, it } from 'vitest'
import type { Block } from '../../../shared/conciliation/blocks.ts'
import { type Cell, headerKey } from '../../../shared/conciliation/cell.ts'
import { guessColumns, guessSomeColumns } from '../../../shared/conciliation/guess-columns.ts'

type Sheet = Record<string, Cell[]>

const DAYS = ['02/03/2026', '03/03/2026', '04/03/2026', '05/03/2026']
const AMOUNTS = ['1.500,00', '2.000,50', '-300,00', '99,90']
const TEXTS = ['TRANSF GOMEZ', 'KIOSCO SOL', 'TRANSF PAZ', 'EDENOR']
const CODES = ['AB01234', 'AB01235', 'AB01236', 'AB01237']
const NAMES = ['Gómez Ana', 'Paz Luis', 'Sol Eva', 'Sosa Juan']
const CUITS = ['27213972702', '20-26476095-0', '27334445556', '20234401468']
const SERIALS = [46093, 46094, 46095, 46096]
const some = (count: number, of: number, cell: (at: number) => Cell, other: Cell = 'x') =>
  Array.from({ length: of }, (_, at) => (at < count ? cell(at) : other))
const day = (at: number) => `${String(at + 1).padStart(2, '0')}/03/2026`
const amount = (at: number) => `${at + 1},50`

function blockOf(sheet: Sheet): Block {
  const titles = Object.keys(sheet)
  const height = Math.max(...Object.values(sheet).map((cells) => cells.length))
  const rows = Array.from({ length: height }, (_, at) => ({
    number: at + 2,
    cells: titles.map((title) => sheet[title]?.[at] ?? ''),
  }))
  return { sheet: null, header: titles.map(headerKey), titles, rows, above: [] }
}

/** The title of the column of each role. */
function rolesOf(sheet: Sheet) {
  const { texts, ...roles } = guessSomeColumns(blockOf(sheet))
  const titles = Object.keys(sheet)
  const named = Object.entries(roles).map(([role, at]) => [role, titles[at as number]])
  return { ...Object.fromEntries(named), texts: texts.map((at) => titles[at]) }
}

describe('the column of days', () => {
  it.each([
    [{ 'Fecha valor': DAYS, Fecha: DAYS }, 'Fecha'],
    [{ 'Fecha operación': DAYS, Fecha: DAYS }, 'Fecha'],
    [{ 'Segunda fecha': DAYS, Fecha: DAYS }, 'Fecha'],
    [{ 'Fecha 1': DAYS, 'Fecha operación': DAYS }, 'Fecha operación'],
    [{ 'Fecha vencimiento': DAYS, 'Fecha 1': DAYS }, 'Fecha 1'],
    [{ Cuando: DAYS, 'Día 1': DAYS }, 'Día 1'],
    [{ 'Valor operación': DAYS }, 'Valor operación'],
    [{ Vencimiento: DAYS }, undefined],
    [{ Cuando: DAYS, 'F. Real': DAYS }, 'F. Real'],
    [{ 'Fecha 1': [...DAYS.slice(1), 'x'], 'Fecha 2': DAYS }, 'Fecha 2'],
    [{ 'Fecha 1': DAYS, 'Fecha operación': SERIALS }, 'Fecha 1'],
    [{ Cuando: ['03/25/2026', '03/26/2026'] }, 'Cuando'],
    [{ Cuando: ['25/03/2026', '26/03/2026'] }, 'Cuando'],
    [{ Cuando: some(7, 10, day) }, 'Cuando'],
    [{ Fecha: some(6, 10, day) }, undefined],
    [{ Fecha: SERIALS }, 'Fecha'],
    [{ Cuando: SERIALS }, undefined],
    [{ Fecha: [...SERIALS, 'x'] }, undefined],
    [{ Fecha: [...SERIALS, ...DAYS.slice(1)] }, undefined],
    [{ Fecha: [...SERIALS, 17] }, undefined],
    [{ Fecha: ['', '', '', ''], Importe: AMOUNTS }, undefined],
    [{ Fecha: TEXTS }, undefined],
  ])('of %j is %j', (sheet: Sheet, title) => {
    expect(rolesOf(sheet).day).toBe(title)
  })
})

describe('the columns of credits and debits', () => {
  it.each([
    ['Crédito', 'Débito'],
    ['Créditos', 'Débitos'],
    ['Ingreso', 'Egreso'],
    ['Ingresos', 'Egresos'],
    ['Haber', 'Debe'],
    ['Abono', 'Cargo'],
    ['Abonos', 'Cargos'],
    ['Entrada', 'Salida'],
    ['Entradas', 'Salidas'],
    ['Depósito', 'Retiro'],
    ['Depósitos', 'Retiros'],
    ['Acreditado', 'Pago'],
    ['Acreditadas', 'Pagos'],
    ['Cobro', 'Gasto'],
    ['Cobros', 'Gastos'],
  ])('are %s and %s', (credit, debit) => {
    const sheet = { Fecha: DAYS, [debit]: AMOUNTS, [credit]: AMOUNTS }
    expect(rolesOf(sheet)).toEqual({ day: 'Fecha', credit, debit, texts: [] })
  })

  const SIDES = { Crédito: AMOUNTS, Débito: AMOUNTS }

  it.each([
    [
      { 'Otros créditos': AMOUNTS, ...SIDES },
      { credit: 'Crédito', debit: 'Débito' },
    ],
    [
      { 'Otros créditos': AMOUNTS, 'Importe crédito': AMOUNTS, Débito: AMOUNTS },
      { credit: 'Importe crédito', debit: 'Débito' },
    ],
    [
      { ...SIDES, Importe: AMOUNTS },
      { credit: 'Crédito', debit: 'Débito' },
    ],
    [{ Crédito: AMOUNTS, Importe: AMOUNTS }, { amount: 'Importe' }],
    [{ Débito: AMOUNTS, Importe: AMOUNTS }, { amount: 'Importe' }],
    [{ Crédito: AMOUNTS }, { credit: 'Crédito' }],
    [
      { Crédito: AMOUNTS, Débito: [] },
      { credit: 'Crédito', debit: 'Débito' },
    ],
    [{ Crédito: some(4, 5, amount) }, { credit: 'Crédito' }],
    [{ Crédito: some(3, 5, amount) }, {}],
    [{ Crédito: ['-', '1,00', '—', '--', '2,00'] }, { credit: 'Crédito' }],
    [{ Crédito: ['1,00-', '2,00-', '3,00-', '4,00-', 'x'] }, { credit: 'Crédito' }],
    [{ Crédito: ['-1,00', '-2,00', '-3,00', '-4,00', 'x'] }, { credit: 'Crédito' }],
    [{ 'Nro crédito': AMOUNTS }, {}],
    [{ 'Créditos y débitos': AMOUNTS }, { amount: 'Créditos y débitos' }],
    [{ Cosa: AMOUNTS, 'Créditos y débitos': AMOUNTS }, { amount: 'Créditos y débitos' }],
    [{ 'Comisión créditos y débitos': AMOUNTS }, {}],
  ])('of %j are %j', (sheet: Sheet, roles) => {
    expect(rolesOf(sheet)).toEqual({ ...roles, texts: [] })
  })
})

describe('the column of amounts', () => {
  it.each([
    [{ Total: AMOUNTS, Importe: AMOUNTS }, 'Importe'],
    [{ Valor: AMOUNTS, Importe: AMOUNTS }, 'Importe'],
    [{ Valor: AMOUNTS, Monto: AMOUNTS }, 'Monto'],
    [{ 'Monto IVA': AMOUNTS, 'Monto neto': AMOUNTS }, 'Monto neto'],
    [{ 'Importe bruto': AMOUNTS, 'Importe neto': AMOUNTS }, 'Importe neto'],
    [{ Valor: AMOUNTS, 'Otro importe': AMOUNTS }, 'Valor'],
    [{ Otro: AMOUNTS, Valor: AMOUNTS }, 'Valor'],
    [{ 'Importe IVA': AMOUNTS, Valor: AMOUNTS }, 'Valor'],
    [{ 'Importe impuesto': AMOUNTS, Valor: AMOUNTS }, 'Valor'],
    [{ 'Importe impuestos': AMOUNTS, Valor: AMOUNTS }, 'Valor'],
    [{ 'Importe saldo': AMOUNTS }, undefined],
    [{ Importe: CUITS.map((cuit) => cuit.replaceAll('-', '')) }, undefined],
    [{ Importe: [...CUITS, ...AMOUNTS] }, 'Importe'],
    [{ Importe: some(4, 5, amount) }, 'Importe'],
    [{ Importe: some(3, 5, amount) }, undefined],
    [{ Importe: ['-', '-', '--', '—'] }, undefined],
    [{ Cosa: AMOUNTS }, undefined],
    // Without a title.
    [{ '': AMOUNTS }, ''],
    [{ '': ['7,50', '8', '9', '10'] }, ''],
    [{ '': ['7,5', '8', '9', '10'] }, ''],
    [{ '': ['7', '-8', '9', '10'] }, ''],
    [{ '': ['7', '(8)', '9', '10'] }, ''],
    [{ '': ['7', '$ 8', '9', '10'] }, ''],
    [{ '': ['1.234,50-', '8,25-', '300,00-', '99,90-'] }, ''],
    [{ '': ['7-', '8-', '9-', '10-'] }, ''],
    [{ '': ['7', '8–', '9', '10'] }, ''],
    [{ '': ['7', '8 DB', '9 CR', '10'] }, ''],
    [{ '': ['7', '8 ARS', '9', '10'] }, ''],
    [{ '': ["1'234", "2'345", "3'456", "4'567"] }, ''],
    [{ '': ['+5491155551234', '+5491155551235'] }, undefined],
    [{ '': ['4C', '5D', '6C'] }, undefined],
    [{ '': ['7', '8', '9', '10', '-'] }, undefined],
    [{ '': ['7', '−8', '9', '10'] }, ''],
    [{ '': ['7', '8,5 $', '9', '10'] }, ''],
    [{ '': ['7', 'AR$ 8', '9', '10'] }, ''],
    [{ '': ['101', '102', '103', '104'] }, undefined],
    [{ '': ['7', '8', '9', '10', '1.5 x'] }, undefined],
    [{ '': ['7', '8', '9', '10', '4005-7'] }, undefined],
    [{ '': ['1,00', '1,00', '1,00', '1,00'] }, undefined],
    [{ '': ['1,00', '1,00', '1,00'] }, ''],
    [{ '': [7, 8, 9] }, ''],
    [{ '': [1e9, 1e9 + 1, 1e9 + 2] }, undefined],
  ])('of %j is %j', (sheet: Sheet, title) => {
    expect(rolesOf(sheet).amount).toBe(title)
  })

  it('may have no header', () => {
    const [text, first, second] = ['TRANSF', '1,50', '2,50']
    const rows = [
      { number: 1, cells: ['02/03/2026', text, first] },
      { number: 2, cells: ['03/03/2026', text, second] },
    ]
    const block = { sheet: null, header: null, titles: [], rows, above: [] }
    expect(guessColumns(block)).toEqual({ day: 0, amount: 2, texts: [1] })
    expect(guessColumns({ ...block, header: ['fecha'] })).toEqual({ day: 0, amount: 2, texts: [1] })
  })

  it('is found by the first 300 rows', () => {
    const sheet = { Importe: some(300, 500, amount), Fecha: some(300, 500, () => '02/03/2026') }
    expect(rolesOf(sheet)).toEqual({ day: 'Fecha', amount: 'Importe', texts: [] })
  })

  it('and that of credits may stand in the header alone', () => {
    const header = ['fecha', 'debito', 'credito']
    const rows = [{ number: 2, cells: ['02/03/2026'] }]
    const block = { sheet: null, header, titles: header, rows, above: [] }
    expect(guessSomeColumns(block)).toEqual({ day: 0, debit: 1, credit: 2, texts: [] })
  })
})

describe('a column', () => {
  const SIGNS = ['CR', 'DB', 'CR', 'DB']
  const many = (distinct: number, rows: number) =>
    Array.from({ length: rows }, (_, at) => `Crédito ${at % distinct}`)

  it.each([
    ['balance', { Saldo: AMOUNTS }, 'Saldo'],
    ['balance', { Saldo: ['1,00', '2,00', 'x', 'y'] }, undefined],
    ['sign', { Tipo: SIGNS }, 'Tipo'],
    ['sign', { Tipo: some(9, 10, () => 'CR') }, undefined],
    ['sign', { Tipo: some(10, 11, () => 'CR') }, 'Tipo'],
    ['currency', { Moneda: ['ARS', 'USD'] }, 'Moneda'],
    ['currency', { 'Otra moneda': ['ARS', 'USD'] }, undefined],
    ['status', { Estado: ['approved', 'rejected'] }, 'Estado'],
    ['status', { 'Nuevo estado': ['approved', 'rejected'] }, undefined],
    ['status', { 'Status detail': ['approved', 'rejected'] }, undefined],
    ['status', { 'Status in detail': ['approved', 'rejected'] }, undefined],
    ['refunded', { 'Monto devuelto': AMOUNTS }, 'Monto devuelto'],
    ['refunded', { 'Suma devuelta': AMOUNTS }, 'Suma devuelta'],
    ['refunded', { 'Monto devuelto': TEXTS }, undefined],
    ['refunded', { 'Monto devuelto': ['1,00', '2,00', 'x', 'y'] }, undefined],
    // CUITs.
    ['cuit', { CUIT: CUITS }, 'CUIT'],
    ['cuit', { CUIT: [...CUITS, ...TEXTS] }, 'CUIT'],
    ['cuit', { CUIT: [...CUITS, ...TEXTS, 'x'] }, undefined],
    ['cuit', { CUIT: Array(4).fill(CUITS[0]) }, undefined],
    ['cuit', { CUIT: CUITS.map((cuit) => `TRF ${cuit}`) }, undefined],
    ['cuit', { CUIT: CUITS.map((cuit) => `${cuit} ANA`) }, undefined],
    ['cuit', { CUIT: ['20264760951', '20264760952'] }, undefined],
    ['cuit', { 'CUIT cuenta': CUITS }, undefined],
    ['cuit', { 'CUIT propio': CUITS }, undefined],
    ['cuit', { 'CUIT cuenta origen': CUITS }, 'CUIT cuenta origen'],
    // Names.
    ['name', { Titular: NAMES, Nombre: NAMES }, 'Nombre'],
    ['name', { Nombre: ['Li', 'Wu', 'Xu', 'Yu'] }, 'Nombre'],
    ['name', { Nombre: ['- Li.', '- Wu.', '- Xu.'] }, 'Nombre'],
    ['name', { Nombre: ['X', 'Y', 'Z'] }, undefined],
    ['name', { Nombre: ['Ana 7', 'Eva 8', 'Luz 9'] }, undefined],
    ['name', { Nombre: ['7 Ana', '8 Eva', '9 Luz'] }, undefined],
    ['name', { Nombre: [...NAMES, '7'] }, 'Nombre'],
    ['name', { Nombre: [...NAMES, '7', '8'] }, undefined],
    ['name', { Nombre: Array(4).fill('Gómez Ana') }, undefined],
    ['name', { Nombre: [], Importe: AMOUNTS }, undefined],
    ['name', { 'Nombre del banco': NAMES }, undefined],
    ['name', { Detalle: NAMES }, undefined],
    // References.
    ['reference', { Cosa: CODES }, undefined],
    ['reference', { Cosa: CODES, ID: CODES }, 'ID'],
    ['reference', { ID: CODES, Comprobante: CODES }, 'Comprobante'],
    ['reference', { Comprobante: CODES, Referencia: CODES }, 'Referencia'],
    ['reference', { Referencia: CODES, Operación: CODES }, 'Operación'],
    ['reference', { ID: some(7, 10, (at) => `AB0${at}`) }, 'ID'],
    ['reference', { ID: some(6, 10, (at) => `AB0${at}`) }, undefined],
    ['reference', { ID: CODES.map((code) => `OP ${code}`) }, undefined],
    ['reference', { ID: CODES.map((code) => `${code} OP`) }, undefined],
    ['reference', { ID: Array(4).fill('AB01234') }, undefined],
    ['reference', { Fecha: DAYS, Operación: DAYS }, undefined],
    ['reference', { Fecha: DAYS, Operación: [...DAYS, ...CODES] }, 'Operación'],
    ['reference', { 'Operación propia': CUITS }, undefined],
    ['reference', { 'Operación propia': [...CUITS, ...CODES] }, 'Operación propia'],
    ['reference', { 'Operación sucursal': CODES }, undefined],
  ])('of %s in %j is %j', (role, sheet: Sheet, title) => {
    expect(rolesOf(sheet)).toMatchObject(title === undefined ? {} : { [role]: title })
    if (title === undefined) expect(rolesOf(sheet)).not.toHaveProperty(role)
  })

  it.each(['origen', 'ordenante', 'remitente', 'contraparte', 'enviado', 'tercero', 'pagador'])(
    'of the CUIT is that of the %s',
    (word) => {
      expect(rolesOf({ CUIT: CUITS, [`CUIT ${word}`]: CUITS }).cuit).toBe(`CUIT ${word}`)
    },
  )

  it.each([
    [2, 3, true],
    [3, 3, false],
    [3, 9, true],
    [4, 9, false],
    [12, 39, true],
    [13, 39, false],
  ])('of signs has %d different texts in %d rows: %s', (distinct, rows, isSign) => {
    expect('sign' in rolesOf({ Tipo: many(distinct, rows) })).toBe(isSign)
  })

  it.each([
    [{ Concepto: TEXTS, Tipo: SIGNS, Importe: AMOUNTS }, ['Concepto', 'Tipo']],
    [{ Fecha: ['02-mar-2026', '03-mar-2026'], Nombre: NAMES, Detalle: TEXTS }, ['Detalle']],
    [{ Cuando: ['02-mar-2026', '03-mar-2026'], Detalle: TEXTS }, ['Detalle']],
    [{ Detalle: some(3, 10, (at) => `KIOSCO ${at}`, '7') }, ['Detalle']],
    [{ Detalle: some(2, 10, (at) => `KIOSCO ${at}`, '7') }, []],
    [{ Detalle: ['A', 'B', 'A', 'E'] }, []],
    [{ Detalle: Array(4).fill('KIOSCO') }, []],
    [{ Detalle: Array(3).fill('KIOSCO') }, ['Detalle']],
    [{ Sucursal: TEXTS }, []],
  ])('of texts in %j is each of %j', (sheet: Sheet, titles) => {
    expect(rolesOf(sheet).texts).toEqual(titles)
  })
})

describe('guessColumns', () => {
  const isClear = (sheet: Sheet) => guessColumns(blockOf(sheet)) !== null
  const blank = (rows: number, empty: number) => some(rows - empty, rows, amount, '')
  const other = (rows: number, empty: number) => some(rows - empty, rows, () => '', '9,50')
  const days = (rows: number) => Array<Cell>(rows).fill('02/03/2026')

  it.each([
    [{ Fecha: DAYS, Importe: AMOUNTS }, true],
    [{ Fecha: DAYS }, false],
    [{ Importe: AMOUNTS }, false],
    [{ Fecha: DAYS, Crédito: AMOUNTS, Débito: AMOUNTS, IVA: AMOUNTS }, true],
    // Another column has the amounts that this one lacks.
    [{ Fecha: DAYS, Importe: blank(4, 2), Restó: other(4, 2) }, false],
    [{ Fecha: DAYS, Importe: blank(4, 1), Restó: other(4, 1) }, true],
    [{ Fecha: DAYS, Importe: ['1,00', '2,00', '0,00', '0,00'], Restó: other(4, 2) }, false],
    [{ Fecha: [...DAYS, ''], Importe: blank(4, 2), Restó: other(4, 2) }, false],
    [{ Fecha: DAYS, Importe: blank(4, 2), Restó: ['9,00', '', '9,00', '9,00'] }, true],
    [{ Fecha: DAYS, Importe: blank(4, 2), Saldo: other(4, 2) }, true],
    [
      {
        Fecha: DAYS,
        Importe: blank(4, 2),
        Nota: ['', '', 'rechazo 1', 'rechazo 2'],
        Saldo: AMOUNTS,
      },
      true,
    ],
    [{ Fecha: days(30), Importe: blank(30, 3), Restó: other(30, 3) }, false],
    [{ Fecha: days(30), Importe: blank(30, 2), Restó: other(30, 2) }, true],
    [
      {
        Fecha: days(301),
        Importe: [...blank(300, 90), '1,00'],
        Restó: [...other(300, 90), '1,00'],
      },
      false,
    ],
  ])('of %j is clear: %s', (sheet: Sheet, is) => {
    expect(isClear(sheet)).toBe(is)
  })
})

import { describe, expect, it } from 'vitest'
import { blocksOf } from '../../../shared/conciliation/blocks.ts'
import type { Cell } from '../../../shared/conciliation/cell.ts'

const HEADER = ['Fecha', 'Importe']
const TITLES = ['Cuándo', 'Qué', 'Cuánto']
const MOVEMENT = ['13/03/2026', 'TRANSF', '1,00'] // no day where the month stands first
const MONTH_FIRST = ['03/25/2026', 'TRANSF', '1,00'] // no day where the day stands first
const TEXT = ['Movimientos']
const texts = (count: number) => Array<Cell[]>(count).fill(TEXT)

/** The header, the numbers of the rows, and of those above, by block. */
function blocks(...rows: Cell[][]) {
  const table = { sheet: 'Hoja', rows: rows.map((cells, at) => ({ number: at + 1, cells })) }
  return blocksOf(table).map(({ header, rows, above }) => [
    header?.join('|') ?? null,
    rows.map(({ number }) => number),
    above.map(({ number }) => number),
  ])
}

describe('a header', () => {
  it.each([
    'Importe',
    'Importes',
    'Monto',
    'Montos',
    'Crédito',
    'Créditos',
    'Débito',
    'Débitos',
    'Ingreso',
    'Ingresos',
    'Egreso',
    'Egresos',
    'Abono',
    'Abonos',
    'Cargo',
    'Cargos',
    'Entrada',
    'Entradas',
    'Salida',
    'Salidas',
    'Depósito',
    'Depósitos',
    'Pesos',
    'En $',
  ])('has a day and %s', (title) => {
    expect(blocks([title, 'Fecha'])[0]?.[0]).not.toBeNull()
  })

  it.each([
    [['Fecha', null, 'Importe'], true],
    [['Detalle', 'Fecha', 'Importe'], true],
    [['Importe', 'Detalle', 'Fecha'], true],
    [['F. Valor', 'Importe'], true],
    [['Ref F. Valor', 'Importe'], false],
    [['Fecha'], false],
    [['Fecha', 'Detalle'], false],
    [['Detalle', 'Importe'], false],
    [['Fecha valor', 'Detalle'], false],
    [['Fecha', 'Importe', true], false],
    [['Fecha', 'Importe', 12], false],
    [['Fecha', 'Importe', '1.500,00'], false],
    [['Fecha', 'Importe', '02/03/2026'], false],
    [['Fecha', 'Importe', '03/25/2026'], false],
    [[`Fecha ${'x'.repeat(54)}`, 'Importe'], true],
    [[`Fecha ${'x'.repeat(55)}`, 'Importe'], false],
    [['Fecha', `Importe ${'x'.repeat(72)}`], true],
    [['Fecha', `Importe ${'x'.repeat(73)}`], false],
  ])('is %j: %s', (cells, is) => {
    expect(blocks(cells)[0]?.[0] !== null).toBe(is)
  })

  it('is one of the first 30 rows', () => {
    const rows = [...texts(29), HEADER, MOVEMENT]
    const above = Array.from({ length: 29 }, (_, at) => at + 1)
    expect(blocks(...rows)).toEqual([['fecha|importe', [31], above]])
    expect(blocks(TEXT, ...rows)).toMatchObject([[null, { length: 32 }, []]])
  })

  it('may stand again, in any row', () => {
    const rows = [TEXT, HEADER, MOVEMENT, ...texts(40), HEADER, MOVEMENT]
    expect(blocks(...rows)).toMatchObject([
      ['fecha|importe', { length: 41 }, [1]],
      ['fecha|importe', [45], []],
    ])
  })

  it('may be missing', () => {
    const rows = [{ number: 1, cells: MOVEMENT }]
    expect(blocksOf({ sheet: 'Hoja', rows })).toEqual([
      { sheet: 'Hoja', header: null, titles: [], rows, above: [] },
    ])
  })
})

describe('titles with other words', () => {
  const header = 'cuando|que|cuanto'

  it.each([
    [[TEXT, TITLES, MOVEMENT], [[header, [3], [1]]]],
    [[TITLES, MONTH_FIRST, MOVEMENT], [[header, [2, 3], []]]],
    // A usual header is enough.
    [[HEADER, TITLES, MOVEMENT], [['fecha|importe', [2, 3], []]]],
    // A later header does not take their place.
    [
      [TITLES, MOVEMENT, ...texts(40), HEADER, MOVEMENT],
      [
        [header, { length: 41 }, []],
        ['fecha|importe', [44], []],
      ],
    ],
    // They stand right above the first movement, in the first 30 rows.
    [[TITLES, ['02/03/2026', 'x', 'y'], MOVEMENT], [[null, [1, 2, 3], []]]],
    [[...texts(30), TITLES, MOVEMENT], [[null, { length: 32 }, []]]],
    [[MOVEMENT], [[null, [1], []]]],
    // They are texts.
    [[['Saldo', 'inicial', '1.000,00'], MOVEMENT], [[null, [1, 2], []]]],
    [[['Saldo', 'al', '01/03/2026'], MOVEMENT], [[null, [1, 2], []]]],
    [[['Saldo', 'al', '03/31/2026'], MOVEMENT], [[null, [1, 2], []]]],
    [[['Saldo', 'inicial', true], MOVEMENT], [[null, [1, 2], []]]],
    // Three at least, and as many as the movement has cells, but for one.
    [[['Cuándo', 'Cuánto', ''], MOVEMENT], [[null, [1, 2], []]]],
    [[TITLES, [...MOVEMENT, '2,00']], [[header, [2], []]]],
    [[TITLES, [...MOVEMENT, '2,00', '3,00']], [[null, [1, 2], []]]],
    [[TITLES, [...MOVEMENT, '', '', '', '', '', '']], [[header, [2], []]]],
  ])('of %j give the blocks %j', (rows, expected) => {
    expect(blocks(...rows)).toMatchObject(expected)
  })
})

import { describe, expect, it } from 'vitest'
import type { Bank, Columns } from '../../../shared/conciliation/banks/bank.ts'
import type { Cell } from '../../../shared/conciliation/cell.ts'
import { readBlock } from '../../../shared/conciliation/read-block.ts'

const BANK: Bank = { name: 'banco', columns: {} } as unknown as Bank
const NAMES = [
  'GOMEZ ANA',
  'PAZ LUIS',
  'SOL EVA',
  'SOSA JUAN',
  'VERA INES',
  'RUIZ HUGO',
  'DIAZ LOLA',
  'RIOS OLGA',
]
const PLAIN: Columns = { day: 0, texts: [1], amount: 2 }
const DAY = '12/03/2026'

interface Options {
  columns?: Columns
  bank?: Bank | null
  sheet?: string | null
  header?: string[] | null
}

function read(rows: Cell[][], options: Options = {}) {
  const { columns = PLAIN, bank = null, sheet = null, header = null } = options
  const numbered = rows.map((cells, at) => ({ number: at + 2, cells }))
  const block = { sheet, header, titles: [], rows: numbered, above: [] }
  return readBlock('x.csv', block, columns, bank)
}

const lineOf = (cells: Cell[], options?: Options) => read([cells], options).lines[0]
const amounts = (rows: Cell[][], options?: Options) =>
  read(rows, options).lines.map(({ amount }) => amount / 100)
const names = (rows: Cell[][], options?: Options) =>
  read(rows, options).lines.map(({ name }) => name)

describe('a row', () => {
  it('is named by its file, its sheet and its number', () => {
    expect(lineOf([DAY, 'x', '1,00'])).toMatchObject({ line: 'x.csv#2', source: 'other' })
    expect(lineOf([DAY, 'x', '1,00'], { sheet: 'Hoja', bank: BANK })).toMatchObject({
      line: 'x.csv#Hoja!2',
      source: 'banco',
    })
  })

  const SIDES: Columns = { day: 0, texts: [1], credit: 2, debit: 3 }

  it.each([
    [['1,00', ''], 1],
    [['', '2,00'], -2],
    [['', '-2,00'], -2],
    [['3,00', '2,00'], 1],
    [['', ''], 'zero'],
    [['0,00', '0,00'], 'zero'],
    [['1,00', '2,00 x'], 'unread'],
    [['1,2,3', ''], 'unread'],
  ])('of the credit and the debit %j is %j', ([credit = '', debit = ''], amount) => {
    const { lines, skipped, unread } = read([[DAY, 'x', credit, debit]], { columns: SIDES })
    expect(lines.map((line) => line.amount / 100)).toEqual(
      typeof amount === 'number' ? [amount] : [],
    )
    expect(skipped.zero).toBe(amount === 'zero' ? 1 : 0)
    expect(unread).toEqual(amount === 'unread' ? [2] : [])
  })

  it.each([
    [[DAY, 'x', '0,00'], 'zero'],
    [[DAY, 'x', '-'], 'zero'],
    [[DAY, 'x', '7 x'], 'unread'],
    [['x', 'nota', '1,00'], 'unread'],
    [['x', 'Total', '1,00'], 'noDay'],
    [['', 'nota', '1,00'], 'noDay'],
    [['', 'Saldo', ''], 'noDay'],
    [['', 'Al día', '', 'Saldo'], 'noDay'],
    [['x', 'Subtotal', ''], 'noDay'],
    [['', 'nota', ''], null],
    [['x', 'nota', ''], null],
    [[DAY, 'Transferencia a confirmar', '1,00'], 'pending'],
  ])('%j counts as %j', (cells, kind) => {
    const { lines, skipped, unread } = read([cells])
    const none = { zero: 0, noDay: 0, pending: 0, foreignCurrency: 0 }
    expect(lines).toEqual([])
    expect(unread).toEqual(kind === 'unread' ? [2] : [])
    expect(skipped).toEqual(kind === null || kind === 'unread' ? none : { ...none, [kind]: 1 })
  })

  it.each([
    ...['pending', 'Pendiente', 'in_process', 'En proceso', 'rejected', 'Rechazada', 'Cancelado'],
    ...['A confirmar', 'Anulada', 'Fallida', 'failed', 'Denegado', 'Vencida', 'expired'],
    'No aprobada',
  ])('with the status %j is pending', (status) => {
    const columns = { ...PLAIN, status: 3 }
    const { lines, skipped } = read([[DAY, 'x', '1,00', status]], { columns })
    expect([lines.length, skipped.pending]).toEqual([0, 1])
  })

  it.each([
    ['approved', false],
    ['nada pendiente', false],
    ['refunded', true],
    ['Devuelto', true],
    ['Devolución', true],
    ['Reversada', true],
    ['charged_back', true],
  ])('with the status %j is returned: %j', (status, result) => {
    const columns = { ...PLAIN, status: 3 }
    expect(lineOf([DAY, 'x', '1,00', status], { columns })?.isReturned).toBe(result)
  })

  it.each(['USD', 'U$S', 'U$D', 'US$', 'Dólares', 'DOL', 'EUR'])(
    'in %s is left out',
    (currency) => {
      const columns = { ...PLAIN, currency: 3 }
      const { lines, skipped } = read([[DAY, 'x', '1,00', currency]], { columns })
      expect([lines.length, skipped.foreignCurrency]).toEqual([0, 1])
      expect(lineOf([DAY, 'x', '1,00', 'ARS'], { columns })).toBeDefined()
    },
  )

  it.each([
    ['', null],
    ['0', null],
    ['-', null],
    ['000', null],
    ['00-00', null],
    ['0012', '0012'],
    ['A-1', 'A-1'],
  ])('with the number %j has the reference %j', (cell, reference) => {
    const columns = { ...PLAIN, reference: 3 }
    const bank: Bank = { ...BANK, hasStableReference: true }
    expect(lineOf([DAY, 'x', '1,00', cell], { columns })).toMatchObject({
      reference,
      hasStableReference: false,
    })
    expect(lineOf([DAY, 'x', '1,00', cell], { columns, bank })).toMatchObject({
      reference,
      hasStableReference: reference !== null,
    })
    expect(lineOf([DAY, 'x', '1,00', cell], { columns, bank: BANK })).toMatchObject({
      hasStableReference: false,
    })
  })

  it.each([
    ['1,50', 150],
    ['-1,50', -150],
    ['1,00', null],
    ['0,90', null],
    ['', null],
  ])('of 1,00 with %j before fees has %j', (cell, gross) => {
    expect(lineOf([DAY, 'x', '1,00', cell], { columns: { ...PLAIN, gross: 3 } })?.gross).toBe(gross)
  })

  it.each([
    ['10,00', '1,00', 'x', true],
    ['0,00', '1,00', 'x', false],
    ['', '1,00', 'DEVOLUCION TRANSFERENCIA', true],
    ['', '-1,00', 'DEVOLUCION TRANSFERENCIA', false],
    ['', '1,00', 'DEVOLUCION COMPRA', false],
  ])('with %j given back, of %s, of %j, is returned: %s', (refunded, amount, text, is) => {
    const columns = { ...PLAIN, refunded: 3 }
    expect(lineOf([DAY, text, amount, refunded], { columns })?.isReturned).toBe(is)
  })

  it('has its texts in one', () => {
    const columns = { ...PLAIN, texts: [1, 3, 4] }
    expect(lineOf([DAY, 'a', '1,00', '', 'b'], { columns })?.text).toBe('a | b')
  })

  it('is repaired by its bank, which is given the count of titles', () => {
    const repair: NonNullable<Bank['repair']> = (row, width) => ({
      ...row,
      cells: [...row.cells.slice(0, 2), `${width},00`],
    })
    const header = ['fecha', '', 'importe', 'saldo']
    expect(lineOf([DAY, 'x', ''], { bank: { ...BANK, repair }, header })?.amount).toBe(300)
    expect(lineOf([DAY, 'x', '9,00'], { bank: { ...BANK, repair } })).toBeUndefined()
  })

  it('is no movement where its bank says so', () => {
    const bank: Bank = { ...BANK, isMovement: ({ text }) => text !== 'x' }
    const { lines, skipped } = read(
      [
        [DAY, 'x', '1,00'],
        [DAY, 'y', '1,00'],
      ],
      { bank },
    )
    expect([lines.length, skipped.pending]).toEqual([1, 1])
  })
})

describe('a text', () => {
  const movement = (text: string): Cell[] => [DAY, text, '1,00']
  const texts = (...rows: Cell[][]) => read(rows).lines.map(({ text }) => text)

  it('continues in the rows below that have no day and no amount', () => {
    expect(texts(movement('a'), ['', 'b', ''], ['', 'c', ''], movement('d'))).toEqual([
      'a | b | c',
      'd',
    ])
    expect(texts(movement('a'), ['', '', ''])).toEqual(['a'])
    const columns = { day: 0, texts: [1], credit: 2, debit: 3 }
    expect(read([movement('a'), ['', 'b', '']], { columns }).lines[0]?.text).toBe('a | b')
    expect(texts(movement('a'), ['x', 'b', ''])).toEqual(['a'])
  })

  it.each([[['', 'nota', '1,00']], [['x', 'nota', '1,00']], [[DAY, 'nota', '0,00']]])(
    'does not continue below %j',
    (row) => {
      expect(texts(movement('a'), row, ['', 'b', ''])).toEqual(['a'])
    },
  )
})

describe('the sign of an amount', () => {
  it.each([
    [
      [
        ['x', '1,00'],
        ['x', '-2,00'],
      ],
      [1, -2],
    ],
    [
      [
        ['Débito', '1,00'],
        ['x', '-2,00'],
      ],
      [1, -2],
    ],
    [
      [
        ['Débito automático', '1,00'],
        ['x', '2,00'],
      ],
      [-1, 2],
    ],
  ])('of %j is %j', (rows, expected) => {
    expect(amounts(rows.map((cells) => [DAY, ...cells]))).toEqual(expected)
  })

  it('is of the column of signs, if the file has one', () => {
    const columns = { ...PLAIN, sign: 3, balance: 4 }
    const rows = [
      [DAY, 'x', '1,00', 'D', '9,00'],
      [DAY, 'Débito', '2,00', 'C', '11,00'],
      [DAY, 'x', '3,00', '?', '8,00'],
      [DAY, 'Débito', '4,00', '', '4,00'],
    ]
    expect(amounts(rows, { columns })).toEqual([-1, 2, 3, -4])
    expect(amounts(rows, { columns, bank: BANK })).toEqual([-1, 2, 3, -4])
  })

  it('of a known bank is that of the amount', () => {
    expect(amounts([[DAY, 'Débito', '1,00']], { bank: BANK })).toEqual([1])
  })

  it.each([
    // The oldest row first, then the newest.
    [
      ['10,00 100,00', '5,00 95,00', '7,00 102,00'],
      [10, -5, 7],
    ],
    [
      ['7,00 102,00', '5,00 95,00', '10,00 100,00'],
      [7, -5, 10],
    ],
    [
      ['7,00 88,00', '5,00 95,00', '10,00 90,00'],
      [-7, 5, 10],
    ],
    // The oldest first, where both fit.
    [
      ['10,00 100,00', '10,00 110,00'],
      [10, 10],
    ],
    // Half of the rows must fit.
    [
      ['10,00 100,00', '5,00 95,00'],
      [10, -5],
    ],
    [
      ['10,00 100,00', '5,00 95,00', '1,00 1,00'],
      [10, 5, 1],
    ],
    [
      ['10,00 100,00', '5,00 95,00', '1,00 1,00', '1,00 0,00'],
      [10, -5, 1, -1],
    ],
    [
      ['5,00', '5,00 5,00', '5,00 0,00', '5,00'],
      [5, 5, 5, 5],
    ],
    [
      ['10,00 100,00', '5,00 95,00', '0,50', '5,00 90,00', '3,00 87,00', '2,00 85,00'],
      [10, -5, 0.5, 5, -3, -2],
    ],
  ])('of the amounts and balances %j is %j', (rows, expected) => {
    const cells = rows.map((row): Cell[] => {
      const [amount = '', balance = ''] = row.split(' ')
      return [DAY, 'x', amount, balance]
    })
    expect(amounts(cells, { columns: { ...PLAIN, balance: 3 } })).toEqual(expected)
  })
})

describe('the payer', () => {
  const NAMED: Columns = { ...PLAIN, name: 3, cuit: 4, ownCuit: 5 }
  const [ANA, LUIS] = ['27213972702', '20264760950']

  it.each([
    [['TRANSF GOMEZ ANA', '', ''], null, 'GOMEZ ANA', ''],
    [['TRANSF GOMEZ ANA', '', ''], BANK, 'GOMEZ ANA', 'gomez ana'],
    [['TRANSF', 'Paz, Luis', ''], null, 'Paz, Luis', 'paz luis'],
    [['TRANSF GOMEZ ANA', 'Paz, Luis', ''], BANK, 'Paz, Luis', 'paz luis'],
    [['TRANSF GOMEZ ANA', '', ANA], null, 'GOMEZ ANA', ANA],
    [['TRANSF', '', ''], null, null, ''],
    [['TRANSF', '', ''], BANK, null, ''],
    [['DEPOSITO EFECTIVO GOMEZ ANA', '', ''], null, null, ''],
    [['DEPOSITO EFECTIVO', 'Paz, Luis', ''], null, 'Paz, Luis', 'paz luis'],
    [['TRANSF CTAS PROPIAS GOMEZ ANA', '', ''], null, 'GOMEZ ANA', ''],
    // The name itself says nothing about the kind.
    [['TRANSF Sol Premio', 'Sol Premio', ''], BANK, 'Sol Premio', 'sol premio'],
  ])('of %j is read', ([text = '', name = '', cuit = ''], bank, shown, payerKey) => {
    const line = lineOf([DAY, text, '1,00', name, cuit], { columns: NAMED, bank })
    expect(line).toMatchObject({ name: shown, payerKey, cuit: cuit === '' ? null : cuit })
  })

  it.each([
    ['TRANSF Sol Premio', 'Sol Premio', 'transfer'],
    ['TRANSF CTAS PROPIAS', '', 'own-account'],
    ['DEPOSITO EFECTIVO', 'Paz, Luis', 'cash'],
  ])('of %j, %j, leaves the kind %s', (text, name, kind) => {
    expect(lineOf([DAY, text, '1,00', name], { columns: NAMED, bank: BANK })?.kind).toBe(kind)
  })

  it.each([
    [ANA, ANA, 'own-account'],
    [ANA, LUIS, 'transfer'],
    ['', '', 'transfer'],
  ])('with the CUIT %j in the account of %j makes a line %s', (cuit, own, kind) => {
    const line = lineOf([DAY, 'TRANSF', '1,00', '', cuit, own], { columns: NAMED })
    expect(line?.kind).toBe(kind)
  })

  it('is read by its bank, where that has a rule', () => {
    const bank: Bank = { ...BANK, payer: () => ({ name: 'Sol Eva', cuit: LUIS }) }
    expect(lineOf([DAY, 'TRANSF GOMEZ ANA', '1,00'], { bank })).toMatchObject({
      name: 'Sol Eva',
      cuit: LUIS,
    })
  })

  const rowsOf = (word: string, count: number): Cell[][] =>
    NAMES.map((name, at) => [DAY, at < count ? `${word} ${name}` : name, '1,00'])

  it.each([
    ['PLAZA', 8, NAMES[0]],
    ['PLAZA', 7, `PLAZA ${NAMES[0]}`],
    ['SOLA', 8, NAMES[0]],
    ['LAGO', 8, NAMES[0]],
    ['LA', 8, `LA ${NAMES[0]}`],
    ['LO', 8, `LO ${NAMES[0]}`],
    ['LAS', 8, `LAS ${NAMES[0]}`],
    ['J', 8, `J ${NAMES[0]}`],
  ])('has no word that an unknown file repeats: %s in %d rows', (word, count, name) => {
    expect(names(rowsOf(word, count))[0]).toBe(name)
    expect(names(rowsOf(word, count), { bank: BANK })[0]).toBe(`${word} ${NAMES[0]}`)
  })

  it('has the "de" that a third of the rows repeat', () => {
    const rows = [...rowsOf('DE', 8), ...rowsOf('', 0), ...rowsOf('', 0)]
    expect(names(rows)[0]).toBe(`DE ${NAMES[0]}`)
  })

  it('has a word that a tenth of many rows repeat', () => {
    const others = Array.from({ length: 42 }, (): Cell[] => [DAY, 'EDENOR', '1,00'])
    expect(names([...rowsOf('PLAZA', 8), ...others])[0]).toBe(`PLAZA ${NAMES[0]}`)
  })

  it('has the "de" of a surname, where the bank writes none', () => {
    const others = NAMES.map((name): Cell[] => [DAY, `TRANSF ${name}`, '1,00'])
    const row = [DAY, 'TRANSF DE LA FUENTE ANA', '1,00']
    expect(names([row, ...others], { bank: BANK })[0]).toBe('DE LA FUENTE ANA')
    expect(names([row], { bank: BANK })[0]).toBe('LA FUENTE ANA')
  })

  it.each([
    ['TRANSF', '-1,00'],
    ['RENDIMIENTO', '1,00'],
  ])('has the "de" that incoming transfers show, whatever %s of %s shows', (word, amount) => {
    const incoming = NAMES.slice(0, 5).map((name): Cell[] => [DAY, `TRANSF DE LA ${name}`, '1,00'])
    const others = NAMES.slice(0, 7).map((name): Cell[] => [DAY, `${word} ${name}`, amount])
    expect(names([...incoming, ...others], { bank: BANK })[0]).toBe(`LA ${NAMES[0]}`)
  })
})

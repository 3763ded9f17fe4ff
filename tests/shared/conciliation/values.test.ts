import fc from 'fast-check'
import munkres from 'munkres-js'
import oracle from 'talisman/metrics/jaro-winkler.js'
import { describe, expect, it } from 'vitest'
import { decimalMarkOf, readAmount } from '../../../shared/conciliation/amounts.ts'
import { solveExactly } from '../../../shared/conciliation/assignment.ts'
import { headerKey, isBlank, textOf } from '../../../shared/conciliation/cell.ts'
import { cuitIn, withoutCuits } from '../../../shared/conciliation/cuit.ts'
import { dayOrderOf, readDay } from '../../../shared/conciliation/days.ts'
import { exactSum } from '../../../shared/conciliation/exact-sum.ts'
import { isPaidBeforeFees } from '../../../shared/conciliation/fees.ts'
import { accountAbove, shareAccount } from '../../../shared/conciliation/file-accounts.ts'
import { jaroWinkler } from '../../../shared/conciliation/jaro-winkler.ts'
import { nameSimilarity, nameWords } from '../../../shared/conciliation/names.ts'
import { payerIn } from '../../../shared/conciliation/payer.ts'
import { separatorOf } from '../../../shared/conciliation/text-table.ts'
import { formatDay } from '../../../shared/dates.ts'
import { formatAmount, formatMoney } from '../../../shared/money.ts'

describe('readAmount', () => {
  it.each([
    ['1.234,56', 123456],
    ['1,234.56', 123456],
    ['1234,5', 123450],
    ['15000', 1500000],
    ['$ -937.776,27', -93777627],
    ['-$ 1,00', -100],
    ['(2.070,00)', -207000],
    ['1.234,56-', -123456],
    ['- 12,00', -1200],
    ['1 234,56', 123456],
    ['0,00', 0],
    [',50', 50],
    [1234.56, 123456],
    [-0.1, -10],
    [2419668.51, 241966851],
  ])('reads %s', (cell, centavos) => {
    expect(readAmount(cell, ',')).toBe(centavos)
  })

  it.each(['', 'x', '1,2,3', '12/03', 1.005, '1.2345', 'USD 5'])('refuses %s', (cell) => {
    expect(readAmount(cell, ',')).toBeNull()
  })

  it('takes the decimal mark from the whole column', () => {
    expect(readAmount('1.234', decimalMarkOf(['1.234', '15.000']))).toBe(123400)
    expect(readAmount('15000.00', decimalMarkOf(['15000.00', '1.234']))).toBe(1500000)
    expect(decimalMarkOf(['1.234', '0.50'])).toBe('.')
    expect(decimalMarkOf(['1,234', '1,234.50'])).toBe('.')
    expect(decimalMarkOf(['1.234'])).toBe(',')
  })

  it('reads back every amount that is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (centavos) => {
        expect(readAmount(formatAmount(centavos), ',')).toBe(centavos)
        expect(readAmount(formatMoney(centavos), ',')).toBe(centavos)
        expect(readAmount(`(${formatAmount(centavos)})`, ',')).toBe(centavos === 0 ? 0 : -centavos)
        expect(readAmount((centavos / 100).toFixed(2), '.')).toBe(centavos)
      }),
    )
  })
})

describe('readDay', () => {
  it.each([
    ['12/03/2026', '2026-03-12'],
    ['12-03-26', '2026-03-12'],
    ['2026-03-12', '2026-03-12'],
    ['2026-03-12 00:00:00', '2026-03-12'],
    ['2026/03/12 10:46', '2026-03-12'],
    ['12/03/2026 09:53:15', '2026-03-12'],
    ['12-mar-2026', '2026-03-12'],
    ['12 de marzo de 2026', '2026-03-12'],
    ['20260312', '2026-03-12'],
    ['2026-03-12T23:30:00.000-04:00', '2026-03-13'],
    ['2026-03-12T01:00:00Z', '2026-03-11'],
    ['2026-03-12T00:00:00.000Z', '2026-03-12'],
    [46093, '2026-03-12'],
    [new Date('2026-03-12T00:00:00Z'), '2026-03-12'],
  ])('reads %s', (cell, day) => {
    expect(readDay(cell, 'day-first')).toBe(day)
  })

  it.each(['', '31/02/2026', '12/2026', '1234', 17, 'Saldo'])('refuses %s', (cell) => {
    expect(readDay(cell, 'day-first')).toBeNull()
  })

  it('puts the month first only where the column proves it', () => {
    expect(dayOrderOf(['03/04/2026', '03/25/2026'])).toEqual({
      order: 'month-first',
      isUnsure: false,
    })
    expect(dayOrderOf(['03/04/2026', '25/03/2026'])).toEqual({
      order: 'day-first',
      isUnsure: false,
    })
    expect(dayOrderOf(['03/04/2026'])).toEqual({ order: 'day-first', isUnsure: true })
    expect(dayOrderOf(['04/04/2026', '2026-03-04']).isUnsure).toBe(false)
  })

  it('reads back every day that is shown', () => {
    const from = new Date('2000-01-01')
    const to = new Date('2090-01-01')
    fc.assert(
      fc.property(fc.date({ min: from, max: to, noInvalidDate: true }), (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(readDay(formatDay(day), 'day-first')).toBe(day)
        expect(readDay(day, 'day-first')).toBe(day)
      }),
    )
  })
})

describe('cuitIn', () => {
  it.each([
    ['TRF  IN COEL 27213972702', '27213972702'],
    ['27-33444555-6', '27334445556'],
    ['TRANSF:2402X9-27327820961', '27327820961'],
    ['de 27334445556 a 20264760950', '20264760950'],
    ['TRANSF. CLIE 203407713375', null], // an account of 12 digits
    ['20264760951', null], // a wrong check digit
    ['99264760950', null],
  ])('finds that of %s', (text, cuit) => {
    expect(cuitIn(text)).toBe(cuit)
  })
})

describe('withoutCuits', () => {
  it.each([
    ['TRF 27334445556 ANA', 'TRF | ANA'],
    ['27-33444555-6', '|'],
    ['27 33444555 6', '|'],
    ['27334445556 20264760950', '| |'],
    ['CTA 203407713375', 'CTA 203407713375'],
    ['20264760951', '20264760951'],
  ])('puts a bar into %j', (text, rest) => {
    expect(withoutCuits(text)).toBe(rest)
  })
})

describe('a cell', () => {
  it.each([
    [null, true],
    [undefined, true],
    ['', true],
    [' \u00a0', true],
    ['x', false],
    [' x', false],
    [0, false],
    [false, false],
    [new Date(0), false],
  ])('%j is blank: %s', (cell, is) => {
    expect(isBlank(cell)).toBe(is)
  })

  it.each([
    [null, ''],
    [undefined, ''],
    [' Ana \n  Gómez ', 'Ana Gómez'],
    [1234.5, '1234.5'],
    [true, 'true'],
    [new Date('2026-03-12'), '2026-03-12T00:00:00.000Z'],
  ])('%j is the text %j', (cell, text) => {
    expect(textOf(cell)).toBe(text)
  })

  it.each([
    ['N° de Comprobante', 'n de comprobante'],
    ['NET_CREDIT_AMOUNT', 'net credit amount'],
    [' Crédito ($) ', 'credito $'],
    ['Importe: ', 'importe'],
    [null, ''],
  ])('the header %j is %j', (cell, key) => {
    expect(headerKey(cell)).toBe(key)
  })
})

describe('isPaidBeforeFees', () => {
  it.each([
    [100_00, 100_00, 100_00, true],
    [97_00, 100_00, 100_00, true],
    [96_99, 100_00, 100_00, false],
    [0, 100_00, 100_00, false],
    [100_00, 101_00, 100_00, false],
    [100_00, 100_00, 101_00, false],
    [100_00, null, 100_00, false],
  ])('with %d of %d for %d is %s', (amount, gross, asked, is) => {
    expect(isPaidBeforeFees({ amount, gross }, asked)).toBe(is)
  })
})

describe('the account of a file', () => {
  const [one, other] = ['0720000788000000001234', '0000003100000000009535']
  const block = (...cells: string[]) => ({
    sheet: null,
    header: null,
    titles: [],
    rows: [],
    above: [
      { number: 1, cells: ['Movimientos'] },
      ...cells.map((text) => ({ number: 2, cells: [text] })),
    ],
  })

  it.each([
    [[], null],
    [[one], one],
    [[`CBU: ${one}.`], one],
    [[one, `CBU ${one}`], one],
    [[`${one} ${other}`], null],
    [[one, other], null],
    [[`1${one}`], null],
    [[one.slice(1)], null],
  ])('above its header, %j, is %s', (cells, account) => {
    expect(accountAbove(block(...cells))).toBe(account)
  })

  it.each([
    [[], []],
    [[null], [null]],
    [
      [null, one],
      [one, one],
    ],
    [
      [one, null, one],
      [one, one, one],
    ],
    [
      [one, null, other],
      [one, null, other],
    ],
  ])('is shared: %j', (accounts, shared) => {
    const lines: never[] = []
    const blocks = accounts.map((account) => ({ account, lines }))
    expect(shareAccount(blocks)).toEqual(shared.map((account) => ({ account, lines })))
    expect(shareAccount(blocks).every((each) => each.lines === lines)).toBe(true)
  })
})

describe('exactSum', () => {
  it.each([
    [[], 0, null],
    [[5], 5, null], // one item is no sum
    [[5, 3], 5, null],
    [[5, 3], 8, [5, 3]],
    [[3, 5], 8, [3, 5]],
    [[4], 8, null], // none twice
    [[9, 5, 3], 8, [5, 3]],
    [[1, 2, 3, 4], 7, [1, 2, 4]],
    [[1, 2, 3, 4], 10, [1, 2, 3, 4]],
    [[1, 2, 3, 4, 5], 15, null], // five are too many
    [[6, 5, 4, 3], 9, [6, 3]],
    [[5, 3], 9, null],
  ])('of %j for %d is %j', (items, sum, found) => {
    expect(exactSum(items, sum, (item) => item)).toEqual(found)
  })

  it('leaves out items that do not fit those before', () => {
    const fits = (item: number, chosen: readonly number[]) =>
      chosen.every((other) => other % 2 === item % 2)
    expect(exactSum([5, 4, 6, 3], 10, (item) => item, fits)).toEqual([4, 6])
    expect(exactSum([5, 4], 9, (item) => item, fits)).toBeNull()
  })
})

describe('payerIn', () => {
  it.each([
    ['Transferencia recibida - De juan perez', 'juan perez'],
    ['Transferencia recibida - De Costa, Oscar Daniel / - Var / 20115274059', 'Costa Oscar Daniel'],
    ['Transf recibida cvu dif titular - De ruiz ana / mercado pago /27369996687', 'ruiz ana'],
    ['Transferencia recibida - credin - Id debin cuit 27387542189', null],
    ['TRANSF DE HERNANDEZ ADRIAN (20441379340)', 'HERNANDEZ ADRIAN'],
    ['TRANSF DE DE LA FUENTE ANA (20441379340)', 'DE LA FUENTE ANA'],
    ['20234401468-CACERES IVAN LUCAS', 'CACERES IVAN LUCAS'],
    ['TRANSF 27216455032 FLORES VALENTINA', 'FLORES VALENTINA'],
    ['TRANSFERENCIA INMEDIATA CUIT 20400010170', null],
    ['ORIGEN: ROMERO CAMILA NORMA', 'ROMERO CAMILA NORMA'],
    ['CREDITO INMEDIATO DEBIN', null],
    ['BE DB/CR TRANSF. INMEDIATA', null],
  ])('finds the name of %s', (text, name) => {
    expect(payerIn(text).name).toBe(name)
  })
})

describe('nameSimilarity', () => {
  const similarity = (a: string, b: string) => nameSimilarity(nameWords(a), nameWords(b))

  it.each([
    ['Ana Gómez', 'GOMEZ ANA MARIA', 1],
    ['O’Connor Mónica', 'OCONNOR MONICA', 1],
    ['Nacho Paz', 'PAZ IGNACIO', 0.96],
    ['Ana G.', 'GOMEZ ANA', 0.7],
    ['Romi', 'GUZMAN ROMINA', 0.506],
    ['Guz', 'GUZMAN ROMINA', 0.4675],
    ['Flia. Barbieri', 'BARBIERI JULIETA', 0.55],
    ['Ana Gómez', 'PEREZ JUAN', 0],
  ])('compares %s with %s', (a, b, value) => {
    expect(similarity(a, b)).toBeCloseTo(value)
    expect(similarity(b, a)).toBeCloseTo(value)
  })

  it('is null for a name that refers to another person', () => {
    expect(similarity('Mamá de Juana', 'GOMEZ JUANA')).toBeNull()
  })

  it('forgives a slip of the keyboard', () => {
    expect(similarity('Gonzalo cAosta', 'ACOSTA GONZALO SEBASTIAN')).toBeGreaterThan(0.9)
    expect(similarity('Inés Goodoy', 'GODOY INES')).toBeGreaterThan(0.9)
    expect(similarity('Inés oSto', 'SOTO INES')).toBeGreaterThan(0.9)
    expect(similarity('Inés Vera', 'VEGA INES')).toBe(0.5)
  })

  it('puts a space where it belongs', () => {
    expect(similarity('SofíaL una', 'LUNA SOFIA')).toBe(1)
    expect(similarity('NicolásO ’Connor', 'OCONNOR NICOLAS')).toBe(1)
    expect(nameWords('Ana McDonald')).toEqual(['ana', 'mcdonald'])
  })
})

describe('jaroWinkler', () => {
  it('agrees with another implementation', () => {
    const word = fc.stringMatching(/^[abcde]{1,9}$/)
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(jaroWinkler(a, b)).toBeCloseTo(oracle(a, b))
      }),
    )
  })
})

describe('solveExactly', () => {
  it('finds the same total as another implementation', () => {
    const edge = fc.record({
      row: fc.nat(6),
      column: fc.nat(6),
      weight: fc.integer({ min: 1, max: 100 }),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(edge, { minLength: 1, selector: ({ row, column }) => `${row} ${column}` }),
        (edges) => {
          const matrix = Array.from({ length: 7 }, () => new Array<number>(7).fill(0))
          for (const { row, column, weight } of edges) (matrix[row] ?? [])[column] = -weight
          const least = munkres(matrix.map((row) => [...row])).reduce(
            (sum, [row, column]) => sum + (matrix[row]?.[column] ?? 0),
            0,
          )
          const chosen = [...solveExactly(edges)]
          const total = chosen.reduce((sum, [row, column]) => sum + (matrix[row]?.[column] ?? 0), 0)
          expect(total).toBe(least)
          expect(new Set(chosen.map(([, column]) => column)).size).toBe(chosen.length)
        },
      ),
    )
  })
})

describe('separatorOf', () => {
  it('prefers a semicolon to the comma that stands in every amount', () => {
    expect(separatorOf('Fecha;Importe;Saldo\n1/1/26;1,00;2,00\n2/1/26;1,00;2,00')).toBe(';')
    expect(separatorOf('Fecha\tImporte\n1/1/26\t1,00')).toBe('\t')
    expect(separatorOf('Fecha,Importe\n1/1/26,"1,00"')).toBe(',')
  })
})

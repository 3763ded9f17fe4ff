import { describe, expect, it } from 'vitest'
import type { StatementLine } from '../../../shared/conciliation/line.ts'
import { propose } from '../../../shared/conciliation/propose.ts'
import type { WaitingContribution } from '../../../shared/conciliation/waiting-contribution.ts'
import { buildLine, buildWaiting } from '../../support/statement-lines.ts'

type Line = Partial<StatementLine>
type Waiting = Partial<WaitingContribution> & { name?: string }

const OWNER = { names: ['Valentina Pérez'], cuits: ['27228110960'] }
const ANA = '27213972702'
const id = (at: number) => String(at).padStart(2, '0')

const DAY = '2026-03-16'

const lineOf = (change: Line, at: number) =>
  buildLine({ line: `x.csv#${id(at)}`, day: DAY, ...change })

const waitingOf = ({ name = 'Mamá de Juana', ...change }: Waiting, at: number) =>
  buildWaiting({ id: `c${id(at)}`, reportedOn: DAY, names: [name], ...change })

const proposals = (lines: Line[], contributions: Waiting[]) =>
  propose(lines.map(lineOf), contributions.map(waitingOf), OWNER)

/** By line the contributions that it may pay, best first, from 0. */
function suggested(lines: Line[], contributions: Waiting[]) {
  const all = proposals(lines, contributions).filter(({ isAutomatic }) => !isAutomatic)
  return lines.map((_, at) =>
    all
      .filter(({ line }) => line === `x.csv#${id(at)}`)
      .map(({ contribution }) => Number(contribution.slice(1))),
  )
}

const on = (day: number): Waiting => ({ reportedOn: `2026-03-${id(day)}` })
const many = (count: number, change: Waiting = {}) => Array<Waiting>(count).fill(change)

describe('contributions without a name', () => {
  it.each([
    ['the amount', [{}], [[0]]],
    ['another amount', [{ amount: 15_000_01 }], [[]]],
    ['five at most', many(6), [[0, 1, 2, 3, 4]]],
    ['the nearest day first', [on(14), on(15), on(16), on(17), on(18)], [[2, 1, 3, 0, 4]]],
    ['the nearest day first', [on(18), on(17), on(16), on(15), on(14)], [[2, 3, 1, 0, 4]]],
    ['two days at most', [on(13), on(19)], [[]]],
    [
      'the nearest of very many',
      [...many(22, on(1)), on(18), on(14), on(17), on(16), on(15), ...many(9, on(28))],
      [[25, 26, 24, 22, 23]],
    ],
    ['the day before of very many', [...many(24, on(1)), on(15)], [[24]]],
    ['those of its day of very many', [...many(24, on(17)), ...many(4)], [[24, 25, 26, 27, 0]]],
  ] as [string, Waiting[], number[][]][])(
    'are suggested by %s: %j',
    (_, contributions, expected) => {
      expect(suggested([{}], contributions)).toEqual(expected)
    },
  )

  it('are suggested to different lines of a day', () => {
    expect(suggested(many(3) as Line[], many(3))).toEqual([
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ])
    const lines = suggested(many(30) as Line[], many(30))
    expect(new Set(lines.map(([first]) => first)).size).toBe(30)
    expect(lines.every((found) => found.length === 5)).toBe(true)
    expect(lines[29]).toEqual([29, 0, 1, 2, 3])
  })

  it('are suggested of the nearest day to more lines than there are', () => {
    const lines = suggested(many(40) as Line[], [...many(30, on(15)), ...many(30, on(17))])
    // The first is the one that the line gets.
    expect(
      lines.every(([, ...others]) => others.length === 4 && others.every((at) => at < 30)),
    ).toBe(true)
  })

  it('are suggested by a unique amount on other days', () => {
    const line = { amount: 15_000_37 }
    const asked = { ...line, isUnique: true, ...on(11) }
    expect(suggested([line, line], [asked])).toEqual([[0], [0]])
  })

  it.each([
    [15_000_00, 15_000_37, true, true],
    [15_000_00, 15_049_99, true, true],
    [15_000_00, 15_050_00, true, false],
    [15_000_00, 14_999_99, true, false],
    [15_000_00, 15_000_37, false, false],
    [15_000_10, 15_000_37, true, false],
  ])('are suggested for %d where %d was asked, unique: %s: %s', (amount, asked, isUnique, is) => {
    expect(suggested([{ amount }], [{ amount: asked, isUnique }])).toEqual([is ? [0] : []])
  })
})

describe('a second payment', () => {
  const paid = { reference: '12345678', name: 'GOMEZ ANA' }
  const ana = { name: 'Ana Gómez', operationNumber: '12345678' }
  const reasons = (second: Line, ...others: Waiting[]) =>
    proposals([paid, second], [ana, ...others])
      .filter(({ line }) => line === 'x.csv#01')
      .map(({ contribution, reasons: [first] }) => [contribution, first])

  it.each([
    [{ name: 'GOMEZ ANA' }, [], [['c00', '¿pagó dos veces?']]],
    [{ name: 'GOMEZ ANA', amount: 15_000_01 }, [], []],
    [{}, [], []],
    [
      { name: 'GOMEZ ANA' },
      [{ name: 'Gómez' }],
      [
        ['c00', '¿pagó dos veces?'],
        ['c01', 'mismo monto'],
      ],
    ],
    [{ name: 'GOMEZ ANA' }, [{ name: 'Ana Gómez' }], [['c01', 'mismo monto']]],
  ] as [Line, Waiting[], string[][]][])(
    'by %j, beside %j, gives %j',
    (second, others, expected) => {
      expect(reasons(second, ...others)).toEqual(expected)
    },
  )

  it('is of the contribution whose name agrees best', () => {
    const lines = [paid, { reference: '87654321' }, { name: 'GOMEZ ANA' }]
    const half = { name: 'Gómez', operationNumber: '87654321' }
    expect(suggested(lines, [ana, half])[2]).toEqual([0])
    expect(suggested(lines, [half, ana])[2]).toEqual([1])
    expect(suggested(lines, [ana, { ...ana, operationNumber: '87654321' }])[2]).toEqual([0])
  })
})

describe('a suggestion', () => {
  const half = { name: 'GOMEZ' }

  it.each([
    ['by name', [{ name: 'GOMEZ ANA' }], [{ name: 'Luis Paz' }, { name: 'Ana Gómez' }], [[1, 0]]],
    ['by CUIT', [{ cuit: ANA, amount: 14_900_00 }], [{}, { cuit: ANA }], [[1]]],
    [
      'by operation',
      [{ reference: '12345678', amount: 14_900_00 }],
      [{}, { operationNumber: '12345678' }],
      [[1]],
    ],
    ['by the amount before fees', [{ amount: 14_550_00, gross: 15_000_00 }], [{}], [[0]]],
    // Half a name is enough where the sum is exact.
    [
      'of two parts',
      [
        { ...half, amount: 9_000_00 },
        { ...half, amount: 6_000_00 },
      ],
      [{ name: 'Ana Gómez' }],
      [[0], [0]],
    ],
    [
      'of other parts',
      [
        { ...half, amount: 9_000_00 },
        { ...half, amount: 5_000_00 },
      ],
      [{ name: 'Ana Gómez' }],
      [[], []],
    ],
    [
      'of a part of which another contribution is the whole',
      [
        { name: 'GOMEZ ANA', amount: 9_000_00 },
        { ...half, amount: 6_000_00 },
      ],
      [{ name: 'Ana Gómez' }, { name: 'Ana Gómez', amount: 9_000_00 }],
      [[1, 0], []],
    ],
    [
      'of an amount that two parts have paid',
      [{ ...half, amount: 9_000_00 }, { ...half, amount: 6_000_00 }, {}],
      [{ name: 'Ana Gómez' }, on(15)],
      [[0], [0], [1, 0]],
    ],
    [
      'of a part beside one without a name that is exact',
      [
        { ...half, amount: 9_000_00 },
        { ...half, amount: 6_000_00 },
      ],
      [{ name: 'Ana Gómez' }, { amount: 9_000_00 }],
      [[0, 1], [0]],
    ],
    // Half of the amount is no two halves.
    [
      'of a half, by name and by CUIT',
      [{ ...half, cuit: ANA, amount: 7_500_00 }, { name: 'GOMEZ ANA' }],
      [{ name: 'Ana Gómez', cuit: ANA }, on(14)],
      [[0], [0, 1]],
    ],
    // Lines whose contribution is known leave the others theirs.
    [
      'beside a part',
      [{ ...half, amount: 9_000_00 }, { ...half, amount: 6_000_00 }, { amount: 9_000_00 }],
      [{ name: 'Ana Gómez' }, { amount: 9_000_00 }, { amount: 9_000_00, ...on(15) }],
      [[0, 1, 2], [0], [1, 2]],
    ],
    [
      'beside a line for two',
      [{ name: 'GOMEZ LUZ', amount: 40_000_00 }, { amount: 40_000_00 }],
      [
        { name: 'Juana Gómez', amount: 20_000_00 },
        { name: 'Mateo Gómez', amount: 20_000_00 },
        { amount: 40_000_00 },
        { amount: 40_000_00, ...on(15) },
      ],
      [
        [0, 1, 2, 3],
        [2, 3],
      ],
    ],
    // Two weak pairs do not outweigh a strong one.
    [
      'by the strongest pair',
      [{ name: 'GOMEZ ANA' }, { day: '2026-03-18' }],
      [{ name: 'Ana Gómez' }, on(14)],
      [[0, 1], [0]],
    ],
    [
      'of the nearer of two far days',
      [{ name: 'GOMEZ ANA' }],
      [
        { name: 'Ana Gómez', ...on(23) },
        { name: 'Ana Gómez', ...on(22) },
      ],
      [[1, 0]],
    ],
    // Each line gets its own contribution first.
    [
      'of two namesakes',
      [{ name: 'GOMEZ ANA' }, { name: 'GOMEZ ANA' }],
      [{ name: 'Ana Gómez' }, { name: 'Ana Gómez' }],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    // The earlier line first, and of one day the smaller.
    [
      'of two namesakes, by day',
      [
        { name: 'GOMEZ ANA', day: '2026-03-18' },
        { name: 'GOMEZ ANA', day: '2026-03-14' },
      ],
      [{ name: 'Ana Gómez' }, { name: 'Ana Gómez' }],
      [
        [1, 0],
        [0, 1],
      ],
    ],
    [
      'of two namesakes, by amount',
      [
        { name: 'GOMEZ ANA', amount: 15_100_00 },
        { name: 'GOMEZ ANA', amount: 14_900_00 },
      ],
      [{ name: 'Ana Gómez' }, { name: 'Ana Gómez' }],
      [
        [1, 0],
        [0, 1],
      ],
    ],
  ] as [string, Line[], Waiting[], number[][]][])(
    '%s: %j for %j is %j',
    (_, lines, contributions, expected) => {
      expect(suggested(lines, contributions)).toEqual(expected)
    },
  )
})

describe('the proposals', () => {
  const lines: Line[] = [
    { name: 'GOMEZ LUZ', amount: 40_000_00, day: '2026-03-17' },
    { name: 'SOL EVA', amount: 15_100_00, day: '2026-03-18' },
    { reference: '77001234', amount: 1_000_00 },
    { amount: 2_000_37 },
    { cuit: ANA, amount: 3_000_00 },
  ]
  const contributions: Waiting[] = [
    { name: 'Juana Gómez', amount: 20_000_00 },
    { name: 'Mateo Gómez', amount: 20_000_00 },
    { name: 'Eva Solá' },
    { operationNumber: '77001234', amount: 1_000_00 },
    { amount: 2_000_37, isUnique: true },
    { cuit: ANA, amount: 3_000_00 },
  ]

  it('have their evidence, those without a question first', () => {
    const shown = proposals(lines, contributions).map(
      ({ line, contribution, tier, isAutomatic, score, reasons }) =>
        [line.slice(6), contribution, tier, isAutomatic, score, reasons.join(', ')].join(' '),
    )
    expect(shown).toEqual([
      '02 c03 1 true 103.75 Número de operación, mismo número de operación, mismo monto, mismo día',
      '03 c04 2 true 78.75 Monto único, mismo monto, mismo día',
      '04 c05 3 true 98.75 CUIT, mismo CUIT, mismo monto, mismo día',
      '00 c00 4 false 100 este ingreso paga varios aportes',
      '00 c01 4 false 99 este ingreso paga varios aportes',
      '01 c02 4 false 63.04 monto parecido, 2 días después, nombre parecido: SOL EVA',
    ])
  })

  it('are the same for any order of lines and contributions', () => {
    const [all, waiting] = [lines.map(lineOf), contributions.map(waitingOf)]
    expect(propose(all.toReversed(), waiting.toReversed(), OWNER)).toEqual(
      propose(all, waiting, OWNER),
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { StatementLine } from '../../../shared/conciliation/line.ts'
import type { Claim, Credit } from '../../../shared/conciliation/matching.ts'
import { amountKind, reasonsOf, scorePair } from '../../../shared/conciliation/pair-score.ts'

const ASKED = 1_000_00

const LINE: StatementLine = {
  line: 'x.csv#2',
  day: '2026-03-12',
  amount: ASKED,
  gross: null,
  name: 'GOMEZ ANA',
  cuit: null,
  payerKey: '',
  reference: null,
  hasStableReference: false,
  text: 'TRANSFERENCIA RECIBIDA',
  kind: 'transfer',
  isReturned: false,
  source: 'other',
}

/** `similarity` of 0 is left out of the index; null: the line shows no name. */
const creditOf = ({ similarity = 0 as number | null, gross = null as number | null, ...credit }) =>
  ({
    at: 0,
    amount: ASKED,
    day: 20,
    cuit: null,
    operation: null,
    isDoubtful: false,
    ...credit,
    line: { ...LINE, gross, ...('amount' in credit ? { amount: Number(credit.amount) } : {}) },
    similar: similarity === null ? null : new Map(similarity === 0 ? [] : [[0, similarity]]),
  }) as Credit

const claimOf = ({ isUnique = false, ...claim }) =>
  ({
    at: 0,
    amount: ASKED,
    day: 20,
    cuit: null,
    operation: null,
    hasName: true,
    ...claim,
    contribution: { isUnique },
  }) as Claim

describe('amountKind', () => {
  it.each([
    ['the same', 1_000_00, 1_000_00, false, 'exact'],
    ['without the centavos', 1_000_00, 1_000_37, true, 'dropped'],
    ['without the pesos below 50', 1_000_00, 1_049_99, true, 'dropped'],
    ['50 pesos less', 1_000_00, 1_050_00, true, 'near'],
    ['without the centavos, of an amount that is not unique', 1_000_00, 1_000_37, false, 'near'],
    ['with other centavos', 1_000_01, 1_000_37, true, 'near'],
    ['more', 1_001_00, 1_000_37, true, 'near'],
    ['500 pesos less', 1_000_00, 1_500_00, false, 'near'],
    ['500 pesos more', 1_500_00, 1_000_00, false, 'near'],
    ['over 500 pesos less', 1_000_00, 1_500_01, false, null],
    ['over 500 pesos more', 1_500_01, 1_000_00, false, null],
    ['2 % less', 98_000_00, 100_000_00, false, 'near'],
    ['over 2 % less', 97_999_99, 100_000_00, false, null],
  ])('%s', (_, paid, asked, isUnique, kind) => {
    const claim = claimOf({ amount: asked, isUnique })
    expect(amountKind(creditOf({ amount: paid }), claim, false)).toBe(kind)
  })

  it('takes another amount as a part when the payer is known, below four times the amount', () => {
    const kindOf = (paid: number, isSamePerson: boolean) =>
      amountKind(creditOf({ amount: paid }), claimOf({}), isSamePerson)
    expect(kindOf(100_00, true)).toBe('part')
    expect(kindOf(100_00, false)).toBeNull()
    expect(kindOf(3_999_99, true)).toBe('part')
    expect(kindOf(4_000_00, true)).toBeNull()
  })

  it('takes an amount before fees as the same', () => {
    const credit = creditOf({ amount: 97_000_00, gross: 100_000_00 })
    expect(amountKind(credit, claimOf({ amount: 100_000_00 }), false)).toBe('exact')
  })
})

describe('scorePair', () => {
  const points = (credit: object, claim: object = {}, mayBePart = true) => {
    const pair = scorePair(creditOf(credit), claimOf(claim), mayBePart)
    return pair && [pair.score, pair.tier, pair.kind]
  }

  it.each([
    [-11, null],
    [-10, 0],
    [-7, 0],
    [-6, 0],
    [-5, 1],
    [-3, 3],
    [-2, 9],
    [-1, 12],
    [0, 15],
    [1, 13],
    [2, 9],
    [3, 3],
    [5, 1],
    [7, 0],
    [8, null],
  ])('gives a line %d days after the report %j points', (days, value) => {
    const score = scorePair(creditOf({ day: 20 + days }), claimOf({}), true)?.score ?? null
    expect(score).toBe(value === null ? null : 40 + value)
  })

  it.each([
    ['nothing but amount and day', {}, {}, [55, 5, 'exact']],
    ['a line without a name', { similarity: null }, {}, [63.75, 5, 'exact']],
    ['a contribution without a name', { similarity: 1 }, { hasName: false }, [63.75, 5, 'exact']],
    ['the same name', { similarity: 1 }, {}, [90, 4, 'exact']],
    ['half a name', { similarity: 0.5 }, {}, [72.5, 4, 'exact']],
    ['less than half a name', { similarity: 0.4 }, {}, [69, 5, 'exact']],
    ['a unique amount', {}, { isUnique: true }, [70, 5, 'exact']],
    ['the operation', { operation: '12345' }, { operation: '12345' }, [95, 4, 'exact']],
    ['another operation', { operation: '12345' }, { operation: '67890' }, [55, 5, 'exact']],
    ['the CUIT', { cuit: '27334445556' }, { cuit: '27334445556' }, [90, 4, 'exact']],
    ['another CUIT', { cuit: '27334445556' }, { cuit: '20264760950' }, [35, 5, 'exact']],
    ['a CUIT of the line alone', { cuit: '27334445556' }, {}, [55, 5, 'exact']],
    ['a CUIT of the contribution alone', {}, { cuit: '27334445556' }, [55, 5, 'exact']],
    ['no centavos', {}, { amount: 1_000_37, isUnique: true }, [53, 5, 'dropped']],
    ['a near amount and no name', { amount: 900_00 }, {}, null],
    [
      'a near amount and a name below 0.55',
      { amount: 900_00, similarity: 0.54 },
      { isUnique: true },
      null,
    ],
    [
      'a near amount and a name of 0.55',
      { amount: 900_00, similarity: 0.55 },
      { isUnique: true },
      [56.25, 4, 'near'],
    ],
    [
      'a near amount and the CUIT',
      { amount: 900_00, cuit: '27334445556' },
      { cuit: '27334445556' },
      [72, 4, 'near'],
    ],
    [
      'a near amount and the operation',
      { amount: 900_00, operation: '12345' },
      { operation: '12345' },
      [77, 4, 'near'],
    ],
    ['a part and a name of 0.54', { amount: 100_00, similarity: 0.54 }, {}, null],
    ['a part and a name of 0.55', { amount: 100_00, similarity: 0.55 }, {}, [46.25, 4, 'part']],
    [
      'a part and the CUIT',
      { amount: 100_00, cuit: '27334445556' },
      { cuit: '27334445556' },
      [62, 4, 'part'],
    ],
    [
      'a part and the operation',
      { amount: 100_00, operation: '12345' },
      { operation: '12345' },
      [67, 4, 'part'],
    ],
  ])('with %s', (_, credit, claim, expected) => {
    const found = points(credit, claim)
    expect(found?.[0] ?? null).toEqual(
      expected === null ? null : expect.closeTo(Number(expected[0])),
    )
    expect(found?.slice(1)).toEqual(expected?.slice(1))
  })

  it('needs 52 points, unless the line may be a part', () => {
    expect(points({ day: 21 }, {}, false)).toEqual([53, 5, 'exact'])
    expect(points({ day: 19 }, {}, false)).toEqual([52, 5, 'exact'])
    expect(points({ day: 22 }, {}, false)).toBeNull()
    expect(scorePair(creditOf({ day: 22 }), claimOf({}))).toBeNull()
    expect(points({ day: 22 }, {}, true)).toEqual([49, 5, 'exact'])
  })

  it('needs a name of 0.75 for another amount, unless the line may be a part', () => {
    const scoreOf = (similarity: number) =>
      points({ amount: 100_00, similarity, operation: null }, {}, false)
    expect(scoreOf(0.74)).toBeNull()
    expect(scoreOf(0.75)?.slice(1)).toEqual([4, 'part'])
  })
})

describe('reasonsOf', () => {
  it.each([
    [{}, {}, 'exact', ['mismo monto', 'mismo día']],
    [{ day: 21 }, {}, 'dropped', ['mismo monto sin los centavos', '1 día después']],
    [{ day: 18 }, {}, 'near', ['monto parecido', '2 días antes']],
    [{ day: 22 }, {}, 'part', ['otro monto', '2 días después']],
    [{ similarity: null }, {}, 'exact', ['mismo monto', 'mismo día']],
    [{ similarity: 0.49 }, {}, 'exact', ['mismo monto', 'mismo día']],
    [{ similarity: 0.5 }, {}, 'exact', ['mismo monto', 'mismo día', 'nombre parecido: GOMEZ ANA']],
    [{ similarity: 0.95 }, {}, 'exact', ['mismo monto', 'mismo día', 'mismo nombre: GOMEZ ANA']],
    [
      { cuit: '27334445556', operation: '12345' },
      { cuit: '27334445556', operation: '12345' },
      'exact',
      ['mismo número de operación', 'mismo CUIT', 'mismo monto', 'mismo día'],
    ],
    [
      { cuit: '27334445556', operation: '12345' },
      { cuit: '20264760950', operation: '67890' },
      'exact',
      ['mismo monto', 'mismo día'],
    ],
  ] as const)('of %j and %j with %s', (credit, claim, kind, reasons) => {
    expect(reasonsOf({ credit: creditOf(credit), claim: claimOf(claim), kind })).toEqual(reasons)
  })
})

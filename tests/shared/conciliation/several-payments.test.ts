import { describe, expect, it } from 'vitest'
import { findJointPayments } from '../../../shared/conciliation/joint-payments.ts'
import type { Claim, Credit, Matching } from '../../../shared/conciliation/matching.ts'
import type { ScoredPair } from '../../../shared/conciliation/pair-score.ts'
import { findPartialPayments } from '../../../shared/conciliation/partial-payments.ts'

/** A pair as [line, its amount, contribution, its amount, score]. */
type Part = [number, number, number, number, number, Partial<ScoredPair>?]

describe('lines that pay a contribution together', () => {
  /** The contribution of each line. */
  function paid(parts: Part[]) {
    const credits = new Map(parts.map(([at, amount]) => [at, { at, amount } as Credit]))
    const claims = new Map(parts.map(([, , at, amount]) => [at, { at, amount } as Claim]))
    const pairs = parts.map(([credit, , claim, , score, change]) => ({
      credit: credits.get(credit),
      claim: claims.get(claim),
      score,
      tier: 4,
      kind: 'part',
      ...change,
    }))
    const found = findPartialPayments(pairs as ScoredPair[])
    return [...credits].flatMap(([at, credit]) => {
      const pair = found.get(credit)
      return pair ? [[at, pair.claim.at]] : []
    })
  }

  it.each([
    ['none', [], []],
    ['one part', [[0, 9, 0, 15, 60]], []],
    [
      'the exact sum',
      [
        [0, 9, 0, 15, 60],
        [1, 6, 0, 15, 60],
      ],
      [
        [0, 0],
        [1, 0],
      ],
    ],
    [
      'another sum',
      [
        [0, 9, 0, 15, 60],
        [1, 5, 0, 15, 60],
      ],
      [],
    ],
    [
      'a part without proof',
      [
        [0, 9, 0, 15, 60],
        [1, 6, 0, 15, 60, { tier: 5 }],
      ],
      [],
    ],
    [
      'the exact amount before fees',
      [
        [0, 9, 0, 15, 60],
        [1, 6, 0, 15, 60, { kind: 'exact' }],
      ],
      [],
    ],
    [
      'the better of two contributions',
      [
        [0, 9, 0, 15, 60],
        [1, 6, 0, 15, 60],
        [0, 9, 1, 12, 70],
        [2, 3, 1, 12, 70],
      ],
      [
        [0, 1],
        [2, 1],
      ],
    ],
    [
      'the better on average',
      [
        [0, 5, 0, 15, 60],
        [1, 6, 0, 15, 60],
        [2, 4, 0, 15, 60],
        [0, 5, 1, 12, 70],
        [3, 7, 1, 12, 70],
      ],
      [
        [0, 1],
        [3, 1],
      ],
    ],
    [
      'the first of two equal contributions',
      [
        [0, 9, 1, 12, 60],
        [2, 3, 1, 12, 60],
        [0, 9, 0, 15, 60],
        [1, 6, 0, 15, 60],
      ],
      [
        [0, 0],
        [1, 0],
      ],
    ],
    [
      'two contributions',
      [
        [0, 9, 0, 15, 60],
        [1, 6, 0, 15, 60],
        [2, 9, 1, 12, 60],
        [3, 3, 1, 12, 60],
      ],
      [
        [0, 0],
        [1, 0],
        [2, 1],
        [3, 1],
      ],
    ],
    [
      'the best lines',
      [
        [0, 9, 0, 15, 60],
        [1, 6, 0, 15, 60],
        [2, 6, 0, 15, 65],
      ],
      [
        [0, 0],
        [2, 0],
      ],
    ],
    [
      'the first of equal lines',
      [
        [2, 6, 0, 15, 60],
        [1, 6, 0, 15, 60],
        [0, 9, 0, 15, 60],
      ],
      [
        [1, 0],
        [0, 0],
      ],
    ],
  ] as [string, Part[], number[][]][])('are %s: %j pay %j', (_, parts, expected) => {
    expect(paid(parts)).toEqual(expected)
  })

  it('are of its eight best', () => {
    const parts = (score: number): Part[] => [
      ...Array.from({ length: 7 }, (_, at): Part => [at, 100, 0, 150, 60]),
      [7, 70, 0, 150, 62],
      [8, 80, 0, 150, score],
    ]
    expect(paid(parts(59))).toEqual([])
    // A line of more than the contribution is none of them.
    expect(paid([[9, 200, 0, 150, 70], ...parts(59).slice(1)])).toEqual([
      [7, 0],
      [8, 0],
    ])
    expect(paid(parts(61))).toEqual([
      [7, 0],
      [8, 0],
    ])
  })
})

describe('contributions that one line pays together', () => {
  interface Case {
    claims?: [string, number, number?][]
    similar?: number[]
    credit?: Partial<Credit>
    first?: Partial<ScoredPair>
    taken?: number[]
    byCuit?: number[]
    byOperation?: number[]
  }
  const SIBLINGS: [string, number, number?][] = [
    ['Juana Gómez', 15],
    ['Mateo Gómez', 15],
  ]

  /** The places of the contributions. `claims` have a name, an amount and a day. */
  function joint({ claims = SIBLINGS, similar, credit, first, taken, byCuit, byOperation }: Case) {
    const all = claims.map(
      ([name, amount, day = 20], at) =>
        ({ at, amount, day, contribution: { names: [name] } }) as unknown as Claim,
    )
    const pick = (places: number[] = []) => places.flatMap((at) => all[at] ?? [])
    const line = {
      amount: 30,
      day: 20,
      cuit: 'cuit',
      operation: 'operation',
      similar: similar === undefined ? null : new Map(similar.entries()),
      ...credit,
    } as Credit
    const found = findJointPayments(
      {
        claims: all,
        claimsByCuit: new Map([['cuit', pick(byCuit)]]),
        claimsByOperation: new Map([['operation', pick(byOperation)]]),
      } as unknown as Matching,
      [line],
      new Set(pick(taken)),
      new Map(first ? [[line, [first as ScoredPair]]] : []),
    )
    expect([...found.keys()].every((key) => key === line)).toBe(true)
    return found.get(line)?.map(({ at }) => at) ?? null
  }

  const OTHERS = (days: number): [string, number, number][] => [
    ['Juana Gómez', 15, 20],
    ['Luis Paz', 15, 20 - days],
  ]
  const words = (a: string, b: string): [string, number, number][] => [
    [a, 15, 20],
    [b, 15, 15],
  ]
  const THREE: [string, number][] = [
    ...SIBLINGS.map(([name]): [string, number] => [name, 15]),
    ['Pía Gómez', 15],
  ]

  it.each([
    [{ similar: [0.5, 0.5] }, [0, 1]],
    [{ similar: [0.3, 0.3] }, [0, 1]],
    [{ similar: [0.5, 0.29] }, null],
    [{ similar: [0.5] }, null],
    [{}, null],
    [{ similar: [0.5, 0.5], credit: { amount: 31 } }, null],
    [{ similar: [0.5, 0.5], taken: [1] }, null],
    // Days.
    [{ similar: [0.5, 0.5], credit: { day: 10 } }, [0, 1]],
    [{ similar: [0.5, 0.5], credit: { day: 9 } }, null],
    [{ similar: [0.5, 0.5], credit: { day: 27 } }, [0, 1]],
    [{ similar: [0.5, 0.5], credit: { day: 28 } }, null],
    // Of one family, or of one day.
    [{ similar: [0.5, 0.5], claims: OTHERS(0) }, [0, 1]],
    [{ similar: [0.5, 0.5], claims: OTHERS(1) }, [0, 1]],
    [{ similar: [0.5, 0.5], claims: OTHERS(-1) }, [0, 1]],
    [{ similar: [0.5, 0.5], claims: OTHERS(2) }, null],
    [{ similar: [0.5, 0.5], claims: OTHERS(-2) }, null],
    [{ similar: [0.5, 0.5], claims: words('Juana Gómez', 'Mateo Gómez') }, [0, 1]],
    [{ similar: [0.5, 0.5], claims: words('Juana Paz', 'Paz Mateo Luis') }, [0, 1]],
    [{ similar: [0.5, 0.5], claims: words('Juana Li', 'Mateo Li') }, null],
    // Of the line's operation or CUIT.
    [{ byCuit: [0, 1] }, [0, 1]],
    [{ byCuit: [1, 0] }, [0, 1]],
    [{ byCuit: [0, 1], credit: { cuit: null } }, null],
    [{ byOperation: [0, 1] }, [0, 1]],
    [{ byOperation: [0, 1], credit: { operation: null } }, null],
    [{ similar: [0.5], byOperation: [1] }, [1, 0]],
    // The best first.
    [{ claims: THREE, similar: [0.5, 0.5, 0.5] }, [0, 1]],
    [{ claims: THREE, similar: [0.5, 0.6, 0.7] }, [2, 1]],
    [{ claims: THREE, similar: [0.5, 0.6, 0.7], byCuit: [0] }, [0, 2]],
    [{ claims: THREE, similar: [0.5, 0.6, 0.7], byCuit: [0], byOperation: [1] }, [1, 0]],
    [{ claims: THREE, byCuit: [0, 1, 2], byOperation: [2] }, [2, 0]],
    // A line with a good pair of its own pays that one.
    [{ similar: [0.5, 0.5], first: { kind: 'exact', tier: 4 } }, null],
    [{ similar: [0.5, 0.5], first: { kind: 'exact', tier: 5 } }, [0, 1]],
    [{ similar: [0.5, 0.5], first: { kind: 'part', tier: 4 } }, [0, 1]],
  ] as [Case, number[] | null][])('of %j are %j', (one, expected) => {
    expect(joint(one)).toEqual(expected)
  })

  it('are of the twelve best', () => {
    const claims = Array.from({ length: 13 }, (_, at): [string, number] => [
      'Juana Gómez',
      at < 11 ? 29 : 15,
    ])
    const similar = (last: number) => claims.map((_, at) => (at === 12 ? last : 0.5))
    expect(joint({ claims, similar: similar(0.4) })).toBeNull()
    expect(joint({ claims, similar: similar(0.6) })).toBeNull()
    expect(joint({ claims: claims.slice(1), similar: similar(0.6).slice(1) })).toEqual([11, 10])
    // Those of the whole amount do not count.
    const whole = claims.map(([name, amount]): [string, number] => [name, amount === 29 ? 30 : 15])
    expect(joint({ claims: whole, similar: similar(0.6) })).toEqual([12, 11])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, type Edge, solveExactly } from '../../../shared/conciliation/assignment.ts'

const edge = (row: number, column: number, weight: number): Edge => ({ row, column, weight })
const pairs = (chosen: Map<number, number>) => [...chosen].toSorted(([a], [b]) => a - b)

function totalOf(edges: readonly Edge[], chosen: Map<number, number>) {
  return edges
    .filter(({ row, column }) => chosen.get(row) === column)
    .reduce((sum, { weight }) => sum + weight, 0)
}

function bestTotal(edges: readonly Edge[]): number {
  const [first] = edges
  if (!first) return 0
  const { row } = first
  const rest = edges.filter((edge) => edge.row !== row)
  const withRow = edges
    .filter((edge) => edge.row === row)
    .map(({ column, weight }) => weight + bestTotal(rest.filter((edge) => edge.column !== column)))
  return Math.max(bestTotal(rest), ...withRow)
}

describe('an assignment', () => {
  it.each([
    [[], []],
    [[edge(3, 5, 1)], [[3, 5]]],
    // Two rows want one column.
    [[edge(0, 0, 5), edge(1, 0, 6)], [[1, 0]]],
    // The sum decides, not the greatest weight.
    [
      [edge(0, 0, 10), edge(0, 1, 9), edge(1, 0, 9)],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [[edge(0, 0, 20), edge(0, 1, 9), edge(1, 0, 9)], [[0, 0]]],
    // The lower number of equals, in any order.
    [[edge(1, 0, 5), edge(0, 0, 5)], [[0, 0]]],
    [[edge(0, 1, 5), edge(0, 0, 5)], [[0, 0]]],
    // Two components, with far numbers.
    [
      [edge(10, 2, 3), edge(2, 10, 3), edge(10, 10, 1), edge(12, 0, 1), edge(12, 11, 2)],
      [
        [2, 10],
        [10, 2],
        [12, 11],
      ],
    ],
  ])('of %j is %j', (edges, chosen) => {
    expect(pairs(assign(edges))).toEqual(chosen)
    expect(pairs(solveExactly(edges))).toEqual(chosen)
  })

  it('of one component has the greatest sum, with each column once', () => {
    const anyEdge = fc.record({
      row: fc.nat(6),
      column: fc.nat(6),
      weight: fc.integer({ min: 1, max: 100 }),
    })
    const selector = ({ row, column }: Edge) => `${row} ${column}`
    fc.assert(
      fc.property(fc.uniqueArray(anyEdge, { maxLength: 6, selector }), (edges) => {
        const chosen = assign(edges)
        expect(new Set(chosen.values()).size).toBe(chosen.size)
        expect(totalOf(edges, chosen)).toBe(bestTotal(edges))
      }),
      { numRuns: 20 },
    )
  })
})

/** The best edge of each row would leave row 2 without a column, and no exchange of two rows helps. */
const chain = (at = 0) => [
  edge(at, at, 10),
  edge(at, at + 1, 9.4),
  edge(at + 1, at + 1, 9.5),
  edge(at + 1, at + 2, 9.3),
  edge(at + 2, at, 9),
]

describe('a component of more than 150 rows or columns', () => {
  /** Rows that tie the small cases to one component that is too large to solve exactly. The first gets 999. */
  const LARGE = Array.from({ length: 151 }, (_, at) => edge(500 + at, 999, at === 0 ? 1 : 0.001))
  const tied = (edges: readonly Edge[]) => [
    ...edges,
    ...LARGE,
    ...[...new Set(edges.map(({ row }) => row))].map((row) => edge(row, 999, 0.001)),
  ]
  const without = (chosen: Map<number, number>) =>
    pairs(chosen).filter(([, column]) => column !== 999)

  it.each([
    [[edge(0, 0, 5), edge(1, 0, 6)], [[1, 0]]],
    [[edge(0, 0, 5), edge(1, 0, 5)], [[0, 0]]],
    [[edge(0, 1, 5), edge(0, 0, 5)], [[0, 0]]],
    [[edge(1, 0, 5), edge(0, 0, 5)], [[0, 0]]],
    [[edge(0, 0, 4), edge(0, 1, 5)], [[0, 1]]],
    // The best edges first: no exchange would lead from the others to them.
    [
      [edge(0, 0, 9), edge(0, 1, 10), edge(1, 1, 9), edge(1, 2, 10), edge(2, 2, 9), edge(2, 0, 10)],
      [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    ],
    [
      chain(),
      [
        [0, 0],
        [1, 1],
      ],
    ],
    // Two rows that change their columns gain.
    [
      [edge(0, 0, 10), edge(0, 1, 9), edge(1, 0, 9), edge(1, 1, 1)],
      [
        [0, 1],
        [1, 0],
      ],
    ],
    [
      [edge(1, 3, 10), edge(1, 2, 9), edge(4, 3, 9), edge(4, 2, 1)],
      [
        [1, 2],
        [4, 3],
      ],
    ],
    // Each gets the other's at once, before a third row takes it.
    [
      [
        ...[edge(0, 0, 10), edge(0, 1, 9), edge(1, 0, 5), edge(1, 1, 1)],
        ...[edge(2, 0, 5.5), edge(2, 2, 5)],
      ],
      [
        [0, 1],
        [1, 0],
        [2, 2],
      ],
    ],
    // They do not gain.
    [
      [edge(0, 0, 10), edge(0, 1, 5), edge(1, 0, 5), edge(1, 1, 1)],
      [
        [0, 0],
        [1, 1],
      ],
    ],
    [
      [edge(0, 0, 10), edge(0, 1, 6), edge(1, 0, 5), edge(1, 1, 1)],
      [
        [0, 0],
        [1, 1],
      ],
    ],
    // A third row takes the column of one that had changed.
    [
      [edge(0, 0, 10), edge(0, 1, 9), edge(1, 0, 9), edge(1, 1, 1), edge(2, 0, 9.5)],
      [
        [0, 1],
        [2, 0],
      ],
    ],
    // It leaves its own column to nobody: the one that it takes the column from has no edge to it.
    [
      [
        ...[edge(0, 0, 10), edge(0, 1, 9.2), edge(1, 0, 2), edge(1, 1, 0.5)],
        ...[edge(2, 0, 9.5), edge(2, 2, 3)],
      ],
      [
        [0, 1],
        [2, 0],
      ],
    ],
    // It leaves its own column to a fourth; the one that it takes the column from stays without.
    [
      [
        ...[edge(0, 0, 10), edge(0, 1, 9.2), edge(1, 0, 2), edge(1, 1, 0.5)],
        ...[edge(2, 0, 9.5), edge(2, 2, 3), edge(3, 2, 2.5)],
      ],
      [
        [0, 1],
        [2, 0],
        [3, 2],
      ],
    ],
  ])('of %j assigns %j', (edges, chosen) => {
    expect(without(assign(tied(edges)))).toEqual(chosen)
  })

  it.each([
    [150, 3, [0, 1]],
    [151, 3, [0]],
    [3, 150, [0, 1]],
    [3, 151, [0]],
  ])('begins beyond 150: %d rows and %d columns', (rows, columns, assigned) => {
    // Best first leaves the second row without a column.
    const edges = [edge(0, 0, 10), edge(0, 1, 9), edge(1, 0, 9), edge(0, 2, 0.001)]
    for (let row = 2; row < rows; row += 1) edges.push(edge(row, 2, 0.001))
    for (let column = 3; column < columns; column += 1) edges.push(edge(2, column, 0.001))
    const chosen = assign(edges)
    expect([0, 1].filter((row) => chosen.has(row))).toEqual(assigned)
    expect(new Set(chosen.values()).size).toBe(chosen.size)
  })

  it('is not several small ones', () => {
    const edges = Array.from({ length: 60 }, (_, at) => chain(3 * at)).flat()
    expect(totalOf(edges, assign(edges))).toBeCloseTo(60 * (9.4 + 9.3 + 9))
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, type Edge, solveExactly } from '../../../shared/conciliation/assignment.ts'

const edge = (row: number, column: number, weight: number): Edge => ({ row, column, weight })
const pairs = (chosen: Map<number, number>) => [...chosen].toSorted(([a], [b]) => a - b)

function totalOf(edges: readonly Edge[], chosen: Map<number, number>) {
  return [...chosen].reduce((sum, [row, column]) => {
    const own = edges.filter((edge) => edge.row === row && edge.column === column)
    return sum + Math.max(...own.map(({ weight }) => weight))
  }, 0)
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
    // The heavier of two equal edges.
    [[edge(0, 0, 1), edge(0, 0, 9), edge(0, 1, 5)], [[0, 0]]],
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
    fc.assert(
      fc.property(fc.array(anyEdge, { maxLength: 6 }), (edges) => {
        const chosen = assign(edges)
        expect(new Set(chosen.values()).size).toBe(chosen.size)
        expect(totalOf(edges, chosen)).toBe(bestTotal(edges))
      }),
      { numRuns: 20 },
    )
  })
})

describe('a component of more than 150 rows or columns', () => {
  /** A ladder of ties, so that the small cases are of one component that is too large to solve exactly. */
  const LARGE = Array.from({ length: 151 }, (_, at) => edge(500 + at, 999, 0.001))
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
    [[edge(0, 0, 4), edge(0, 1, 5)], [[0, 1]]],
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
  ])('of %j assigns %j', (edges, chosen) => {
    expect(without(assign(tied(edges)))).toEqual(chosen)
  })

  it.each([
    [151, 3, [0]],
    [3, 151, [0]],
  ])('begins beyond %d rows and %d columns', (rows, columns, assigned) => {
    // One row after another would leave the second without a column.
    const edges = [edge(0, 0, 10), edge(0, 1, 9), edge(1, 0, 9), edge(0, 2, 0.001)]
    for (let row = 2; row < rows; row += 1) edges.push(edge(row, 2, 0.001))
    for (let column = 3; column < columns; column += 1) edges.push(edge(2, column, 0.001))
    const chosen = assign(edges)
    expect([0, 1].filter((row) => chosen.has(row))).toEqual(assigned)
    expect(new Set(chosen.values()).size).toBe(chosen.size)
  })
})

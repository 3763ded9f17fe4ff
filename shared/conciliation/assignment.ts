/*
 * Assignment of greatest total weight. R. Jonker and A. Volgenant, "A shortest augmenting path algorithm for dense and
 * sparse linear assignment problems", 1987: O(n³). A row may stay without a column; that weighs nothing. suggestions.ts
 * assigns lines to contributions by it.
 */
import { groupBy } from '../group-by.ts'

/** A row and a column have one edge at most. */
export interface Edge {
  row: number
  column: number
  /** Above zero. */
  weight: number
}

/** Larger components are too slow to solve exactly. */
const EXACT = 150

/** Returns the column of each row that gets one. */
export function assign(edges: readonly Edge[]): Map<number, number> {
  const result = new Map<number, number>()
  for (const component of componentsOf(edges)) {
    const rows = new Set(component.map(({ row }) => row)).size
    const columns = new Set(component.map(({ column }) => column)).size
    const isSmall = rows <= EXACT && columns <= EXACT
    const chosen = isSmall ? solveExactly(component) : solveGreedily(component)
    for (const [row, column] of chosen) result.set(row, column)
  }
  return result
}

/** Splits edges into connected components. Rows and columns are small whole numbers. */
function componentsOf(edges: readonly Edge[]): Edge[][] {
  const rows = edges.reduce((most, { row }) => Math.max(most, row + 1), 0)
  const columns = edges.reduce((most, { column }) => Math.max(most, column + 1), 0)
  const parent = Int32Array.from({ length: rows + columns }, (_, at) => at)
  const rootOf = (node: number) => {
    let at = node
    while (parent[at] !== at) {
      const above = parent[at] ?? at
      parent[at] = parent[above] ?? above
      at = above
    }
    return at
  }
  for (const { row, column } of edges) parent[rootOf(row)] = rootOf(rows + column)
  return [...groupBy(edges, ({ row }) => rootOf(row)).values()]
}

/** Solves one component exactly. Exported for the test against another implementation. */
export function solveExactly(edges: readonly Edge[]): Map<number, number> {
  const rows = [...new Set(edges.map(({ row }) => row))].toSorted((a, b) => a - b)
  const columns = [...new Set(edges.map(({ column }) => column))].toSorted((a, b) => a - b)
  const rowAt = new Map(rows.map((row, at) => [row, at]))
  const columnAt = new Map(columns.map((column, at) => [column, at]))
  // Each row gets a column of its own that weighs nothing, so that it may stay alone.
  const width = columns.length + rows.length
  const cost = new Float64Array(rows.length * width)
  for (const { row, column, weight } of edges) {
    cost[(rowAt.get(row) ?? 0) * width + (columnAt.get(column) ?? 0)] = -weight
  }
  const chosen = shortestAugmentingPaths(cost, rows.length, width)
  const result = new Map<number, number>()
  for (const [row, column] of chosen.entries()) {
    const isEdge = (cost[row * width + column] ?? 0) < 0
    if (isEdge) result.set(rows[row] ?? -1, columns[column] ?? -1)
  }
  return result
}

/** Returns the column of each row, of least total cost. There are at least as many columns as rows. */
function shortestAugmentingPaths(cost: Float64Array, rows: number, width: number): number[] {
  const potentialOfRow = new Float64Array(rows + 1)
  const potentialOfColumn = new Float64Array(width + 1)
  const rowOf = new Int32Array(width + 1) // from 1; 0 is free
  const before = new Int32Array(width + 1)
  for (let row = 1; row <= rows; row += 1) {
    rowOf[0] = row
    let column = 0
    const least = new Float64Array(width + 1).fill(Number.POSITIVE_INFINITY)
    const isDone = new Uint8Array(width + 1)
    do {
      isDone[column] = 1
      const current = rowOf[column] ?? 0
      let delta = Number.POSITIVE_INFINITY
      let next = 0
      for (let j = 1; j <= width; j += 1) {
        if (isDone[j]) continue
        const reduced =
          (cost[(current - 1) * width + j - 1] ?? 0) -
          (potentialOfRow[current] ?? 0) -
          (potentialOfColumn[j] ?? 0)
        if (reduced < (least[j] ?? 0)) {
          least[j] = reduced
          before[j] = column
        }
        if ((least[j] ?? 0) < delta) {
          delta = least[j] ?? 0
          next = j
        }
      }
      for (let j = 0; j <= width; j += 1) {
        if (isDone[j]) {
          const done = rowOf[j] ?? 0
          potentialOfRow[done] = (potentialOfRow[done] ?? 0) + delta
          potentialOfColumn[j] = (potentialOfColumn[j] ?? 0) - delta
        } else {
          least[j] = (least[j] ?? 0) - delta
        }
      }
      column = next
    } while (rowOf[column] !== 0)
    while (column !== 0) {
      const previous = before[column] ?? 0
      rowOf[column] = rowOf[previous] ?? 0
      column = previous
    }
  }
  const columnOf: number[] = [] // every row gets one
  for (let j = 1; j <= width; j += 1) {
    const row = rowOf[j] ?? 0
    if (row > 0) columnOf[row - 1] = j - 1
  }
  return columnOf
}

/**
 * Solves a large component approximately: best edges first, then exchanges of two rows while they gain. The first
 * round has nothing to exchange.
 */
function solveGreedily(edges: readonly Edge[]): Map<number, number> {
  const sorted = edges.toSorted(
    (a, b) => b.weight - a.weight || a.row - b.row || a.column - b.column,
  )
  const width = edges.reduce((most, { column }) => Math.max(most, column + 1), 0)
  const weights = new Map(sorted.map(({ row, column, weight }) => [row * width + column, weight]))
  const columnOf = new Map<number, number>()
  const rowOf = new Map<number, number>()
  const weightOf = (row: number | undefined, column: number | undefined) =>
    row === undefined || column === undefined ? 0 : (weights.get(row * width + column) ?? 0)
  for (let round = 0; round < ROUNDS; round += 1) {
    let hasGained = false
    for (const { row, column, weight } of sorted) {
      const own = columnOf.get(row)
      if (own === column) continue
      const other = rowOf.get(column)
      const lost = weightOf(row, own) + weightOf(other, column)
      // The other row gets at most what this one leaves.
      const swapped = weightOf(other, own)
      if (weight + swapped - lost <= 1e-9) continue
      hasGained = true
      columnOf.set(row, column)
      rowOf.set(column, row)
      if (own !== undefined) rowOf.delete(own)
      if (other === undefined) continue
      columnOf.delete(other)
      if (own === undefined || swapped === 0) continue
      columnOf.set(other, own)
      rowOf.set(own, other)
    }
    if (!hasGained) break
  }
  return columnOf
}

const ROUNDS = 6

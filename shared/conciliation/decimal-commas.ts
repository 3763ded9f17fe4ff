/* Joins amounts that were split: a file that separates by commas may have no quotes around 1.234,50. */
import { isAmount } from './amounts.ts'
import { type Cell, isBlank, type Row } from './cell.ts'
import { isDayCell } from './days.ts'

/**
 * Returns the rows with whole amounts, and in `unclear` the numbers of those that can be joined in more than one way, or
 * in none. Returns null when the movements fit their header, or have decimals in one cell.
 */
export function joinDecimals(
  header: readonly string[] | null,
  rows: readonly Row[],
): { rows: Row[]; unclear: ReadonlySet<number> } | null {
  const movements = rows.filter(({ cells }) => cells.some(isDayCell))
  const width = header?.length ?? widthOf(movements)
  const wider = movements.filter(({ cells }) => !cells.slice(width).every(isBlank))
  const split = wider.filter(({ cells }) => splitsOf(cells).length > 0)
  if (split.length === 0 || split.length * 2 < wider.length) return null
  if (movements.some(({ cells }) => cells.some(hasDecimals))) return null

  const unclear = new Set<number>()
  const joined = new Map<Row, Row>()
  for (const row of movements) {
    const cells = joinedTo(width, row.cells)
    if (cells) joined.set(row, { ...row, cells })
    else unclear.add(row.number)
  }
  return { rows: rows.map((row) => joined.get(row) ?? row), unclear }
}

/** Returns the number of columns of a table without headers, whose amounts are split in every row or in none. */
function widthOf(movements: readonly Row[]): number {
  const [first, ...others] = movements.map(({ cells }) => cells)
  if (!first) return 0
  const isEverywhere = (at: number) => others.every((cells) => isSplitAt(cells, at))
  return first.length - splitsOf(first).filter(isEverywhere).length
}

/** Returns the cells of a row with whole amounts; null unless there is exactly one way to join them to so many. */
function joinedTo(width: number, cells: Cell[]): Cell[] | null {
  const splits = splitsOf(cells)
  if (splits.length === 0) return cells.slice(width).every(isBlank) ? cells : null
  const fromLeft = withoutOverlap(splits)
  const fromRight = withoutOverlap(splits.toReversed()).toReversed()
  const isClear = fromLeft.every((at, index) => at === fromRight[index])
  if (!isClear || cells.length - fromLeft.length !== width) return null
  return cells.flatMap((cell, at) => {
    if (fromLeft.includes(at - 1)) return []
    return fromLeft.includes(at) ? [`${cell},${cells[at + 1]}`] : [cell]
  })
}

function withoutOverlap(splits: readonly number[]): number[] {
  const taken: number[] = []
  for (const at of splits) {
    if (Math.abs(at - (taken.at(-1) ?? NaN)) !== 1) taken.push(at)
  }
  return taken
}

function splitsOf(cells: readonly Cell[]): number[] {
  return [...cells.keys()].filter((at) => isSplitAt(cells, at))
}

/** True when this cell and the next are an amount and its centavos. */
function isSplitAt(cells: readonly Cell[], at: number): boolean {
  const [whole, centavos] = cells.slice(at, at + 2)
  if (typeof whole !== 'string' || typeof centavos !== 'string') return false
  return /\d$/.test(whole) && /^\d{2}(?!\d)/.test(centavos) && isAmount(`${whole},${centavos}`)
}

function hasDecimals(cell: Cell): boolean {
  return typeof cell === 'string' && isAmount(cell) && /[.,]\d{1,2}\D*$/.test(cell)
}

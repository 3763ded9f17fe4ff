/* Splits a table into blocks: one for each sheet, and one for each repetition of a header. */
import { isAmount } from './amounts.ts'
import { type Cell, headerKey, isBlank, type Row, type Table, textOf } from './cell.ts'
import { isDayCell } from './days.ts'
import { joinDecimals } from './decimal-commas.ts'

export interface Block {
  sheet: string | null
  /** Folded headers by column; null where no row is a header. */
  header: string[] | null
  /** The headers as the file has them. */
  titles: string[]
  rows: Row[]
  /** Rows above the header: titles, the account, totals. */
  above: Row[]
  /** Numbers of the rows whose cells may belong to other columns. */
  unclear?: ReadonlySet<number>
}

/** The header is one of the first rows; a later row of the same kind begins another block. */
const HEADER_ROWS = 30

export function blocksOf(table: Table): Block[] {
  const blocks = split(table)
  if (!table.isSeparatedByCommas) return blocks
  return blocks.map((block) => ({ ...block, ...joinDecimals(block.header, block.rows) }))
}

function split({ sheet, rows }: Table): Block[] {
  const blocks: Block[] = []
  let above: Row[] = []
  let current: Block | null = null
  const hasWords = rows.slice(0, HEADER_ROWS).some(({ cells }) => isHeaderRow(cells))
  const unusual = hasWords ? null : titlesAbove(rows)
  for (const [at, row] of rows.entries()) {
    const isHeader =
      row === unusual || ((at < HEADER_ROWS || current !== null) && isHeaderRow(row.cells))
    if (isHeader) {
      const { cells } = row
      const titles = cells.map(textOf)
      current = { sheet, header: cells.map(headerKey), titles, rows: [], above }
      blocks.push(current)
      above = []
    } else if (current) {
      current.rows.push(row)
    } else {
      above.push(row)
    }
  }
  return blocks.length > 0 ? blocks : [{ sheet, header: null, titles: [], rows, above: [] }]
}

/** Words for a day in a folded header. */
export const DAY_WORD = /\b(?:fecha|fec|fch|date|dia|day)\b/
const SHORT_DAY_WORD = /^f (?:valor|mov|oper|contable|acred)/
const isDayTitle = (key: string) => DAY_WORD.test(key) || SHORT_DAY_WORD.test(key)
const AMOUNT_WORD =
  /\b(?:importes?|montos?|amount|creditos?|credit|debitos?|debit|ingresos?|egresos?|haber|debe|salio|entro|valor|abonos?|cargos?|entradas?|salidas?|depositos?|acreditado|recibido|cobrado|total|pesos)\b|\$/

/** Returns the titles of a bank with words of its own: the texts right above the first row with a day and an amount. */
function titlesAbove(rows: readonly Row[]): Row | null {
  const first = rows.slice(0, HEADER_ROWS).findIndex(({ cells }) => isMovement(cells))
  const row = rows[first - 1]
  if (!row) return null
  const titles = row.cells.filter((cell) => !isBlank(cell))
  const width = rows[first]?.cells.filter((cell) => !isBlank(cell)).length ?? 0
  const isText = titles.every(
    (cell) => typeof cell === 'string' && !isAmount(cell) && !isDayCell(cell),
  )
  return isText && titles.length >= Math.max(3, width - 1) ? row : null
}

function isMovement(cells: readonly Cell[]): boolean {
  return cells.some(isDayCell) && cells.some((cell) => !isDayCell(cell) && isAmount(cell))
}

/** A header names a day and an amount, in different cells, and holds neither. */
function isHeaderRow(cells: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  if (!filled.every((cell) => typeof cell === 'string')) return false
  const keys = filled.map(headerKey)
  const day = keys.findIndex((key) => isDayTitle(key) && key.length <= 60)
  if (day === -1) return false
  if (!keys.some((key, at) => at !== day && AMOUNT_WORD.test(key) && key.length <= 80)) return false
  return filled.every((cell) => !isAmount(cell) && !isDayCell(cell))
}

/* A table may hold several blocks: one for each sheet, and one for each repetition of a header. */
import { isAmount } from './amounts.ts'
import { type Cell, headerKey, isBlank, type Row, type Table, textOf } from './cell.ts'
import { readDay } from './days.ts'

export interface Block {
  sheet: string | null
  /** Folded headers by column; null where no row is a header. */
  header: string[] | null
  /** The headers as the file has them. */
  titles: string[]
  rows: Row[]
  /** Rows above the header: titles, the account, totals. */
  above: Row[]
}

/** The header is one of the first rows; a later row of the same kind begins another block. */
const HEADER_ROWS = 30

export function blocksOf({ sheet, rows }: Table): Block[] {
  const blocks: Block[] = []
  let above: Row[] = []
  let current: Block | null = null
  for (const [at, row] of rows.entries()) {
    const isHeader = (at < HEADER_ROWS || current !== null) && isHeaderRow(row.cells)
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

const DAY_WORD = /\b(?:fecha|fec|date|dia|day)\b/
const AMOUNT_WORD =
  /\b(?:importes?|montos?|amount|creditos?|credit|debitos?|debit|ingresos?|egresos?|haber|debe|valor|abonos?|cargos?|entradas?|salidas?|depositos?|acreditado|recibido|cobrado|total|pesos)\b|\$/

/** A header names a day and an amount, in different cells, and holds neither. */
function isHeaderRow(cells: readonly Cell[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  if (filled.length < 2 || !filled.every((cell) => typeof cell === 'string')) return false
  const keys = filled.map(headerKey)
  const day = keys.findIndex((key) => DAY_WORD.test(key) && key.length <= 60)
  if (day === -1) return false
  if (!keys.some((key, at) => at !== day && AMOUNT_WORD.test(key) && key.length <= 80)) return false
  return filled.every((cell) => !isAmount(cell) && readDay(cell, 'day-first') === null)
}

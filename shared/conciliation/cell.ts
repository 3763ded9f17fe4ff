import { fold } from '../text.ts'

/** A cell as a file gives it: text of a CSV, or a typed value of a workbook. */
export type Cell = string | number | boolean | Date | null

/** `number` is the physical line of a text, or the row of a sheet, from 1. */
export interface Row {
  number: number
  cells: Cell[]
}

/** A table of a file. `sheet` is null where a file has only one and no name for it. */
export interface Table {
  sheet: string | null
  rows: Row[]
  isSeparatedByCommas?: boolean
}

export function isBlank(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
}

export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  return String(cell).replace(/\s+/g, ' ').trim()
}

/** Folds a header: 'N° de Comprobante' -> 'n de comprobante', 'NET_CREDIT_AMOUNT' -> 'net credit amount'. */
export function headerKey(cell: Cell | undefined): string {
  return fold(textOf(cell))
    .replace(/[^a-z0-9$]+/g, ' ')
    .trim()
}

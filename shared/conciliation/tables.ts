/* Reads the tables of a file. Its first bytes decide the format, never its name. */
import type { Table } from './cell.ts'
import {
  emptyProblem,
  MAX_COLUMNS,
  MAX_ROWS,
  pdfProblem,
  requireSize,
  rowsProblem,
} from './file-problem.ts'
import { htmlTables } from './html-tables.ts'
import { oldWorkbookTables } from './old-workbook.ts'
import { decodeText, textTable } from './text-table.ts'
import { workbookTables } from './workbook.ts'

/** Reads every table of a file. Throws FileProblem when it has none that this program may read. */
export async function tablesOf(file: string, bytes: Uint8Array): Promise<Table[]> {
  requireSize(file, bytes)
  const tables = (await read(file, bytes)).filter(({ rows }) => rows.length > 0)
  if (tables.length === 0) throw emptyProblem(file)
  if (tables.reduce((sum, { rows }) => sum + rows.length, 0) > MAX_ROWS) throw rowsProblem(file)
  for (const row of tables.flatMap(({ rows }) => rows)) {
    row.cells.splice(MAX_COLUMNS)
  }
  return tables
}

async function read(file: string, bytes: Uint8Array): Promise<Table[]> {
  if (startsWith(bytes, [0x50, 0x4b])) return workbookTables(file, bytes)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return oldWorkbookTables(file, bytes)

  const text = decodeText(bytes)
  const start = text.trimStart()
  if (start.startsWith('%PDF')) throw pdfProblem(file)
  if (start.startsWith('<') && /<table\b/i.test(text)) return htmlTables(text)
  return [textTable(text)]
}

function startsWith(bytes: Uint8Array, magic: number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte)
}

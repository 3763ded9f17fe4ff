import type { Cell, Table } from './cell.ts'
import {
  damagedProblem,
  MAX_ROWS,
  MAX_SHEETS,
  passwordProblem,
  sheetsProblem,
} from './file-problem.ts'

/** Reads the sheets of an XLS file (BIFF8). The library is 123 kB, so it is loaded only for such a file. */
export async function oldWorkbookTables(file: string, bytes: Uint8Array): Promise<Table[]> {
  // An XLSX with a password is an OLE2 file that holds the encrypted one.
  if (contains(bytes, utf16('EncryptedPackage'))) throw passwordProblem(file)
  if (!isCompoundFile(bytes)) throw damagedProblem(file)
  const { read, utils } = await import('@e965/xlsx')
  const book = (() => {
    try {
      return read(bytes, {
        dense: true,
        cellFormula: false,
        sheetRows: MAX_ROWS + 1,
      })
    } catch (error) {
      throw /password|encrypt/i.test(String(error)) ? passwordProblem(file) : damagedProblem(file)
    }
  })()
  if (book.SheetNames.length > MAX_SHEETS) throw sheetsProblem(file)
  const sheets = book.SheetNames.map((name) => [name, book.Sheets[name]] as const)
  // A stream that is no workbook has no sheets, and a sheet that is cut has no cells.
  if (!sheets[0]) throw damagedProblem(file)
  return sheets.map(([sheet, cells]) => {
    if (!cells) throw damagedProblem(file)
    const first = cells['!ref'] ? utils.decode_range(cells['!ref']).s.r : 0
    const rows = utils
      .sheet_to_json<Cell[]>(cells, { header: 1, defval: null })
      .map((cells, at) => ({ number: first + at + 1, cells }))
      .filter(({ cells }) => cells.some((cell) => cell !== null && cell !== ''))
    return { sheet, rows }
  })
}

/** Checks the header of an OLE2 file (MS-CFB 2.2). The library reads one with another header as a text or a ZIP file. */
function isCompoundFile(bytes: Uint8Array): boolean {
  const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  const [majorVersion] = bytes.subarray(26)
  return (
    signature.every((byte, at) => bytes[at] === byte) && (majorVersion === 3 || majorVersion === 4)
  )
}

function utf16(text: string): number[] {
  return [...text].flatMap((letter) => [letter.charCodeAt(0), 0])
}

function contains(bytes: Uint8Array, part: number[]): boolean {
  const [first = 0] = part
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (part.every((byte, offset) => bytes[at + offset] === byte)) return true
  }
  return false
}

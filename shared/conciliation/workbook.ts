import readXlsxFile from 'read-excel-file/universal'
import type { Cell, Table } from './cell.ts'
import {
  damagedProblem,
  MAX_SHEETS,
  passwordProblem,
  sheetsProblem,
  sizeProblem,
} from './file-problem.ts'

/** Reads the sheets of an XLSX file. No formula is evaluated; a cell shows the value that was saved with it. */
export async function workbookTables(file: string, bytes: Uint8Array): Promise<Table[]> {
  await checkSheets(file, bytes, entriesOf(file, bytes))
  const sheets = await readXlsxFile(toBuffer(bytes)).catch(() => {
    throw damagedProblem(file)
  })
  if (sheets.length > MAX_SHEETS) throw sheetsProblem(file)
  return sheets.map(({ sheet, data }) => ({
    sheet,
    rows: data
      .map((cells, at) => ({ number: at + 1, cells: cells as unknown as Cell[] }))
      .filter(({ cells }) => cells.some((cell) => cell !== null)), // empty texts are null
  }))
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}

const MAX_INFLATED = 200 * 1024 * 1024 // bytes
const MAX_RATIO = 200

interface Entry {
  name: string
  /** Offset of its local header. */
  at: number
  isDeflated: boolean
  packed: number // bytes
  size: number // bytes, as declared; the reader inflates no more
}

/**
 * Returns the entries of an archive. Throws a FileProblem when it is damaged, encrypted or would inflate to too much (a
 * zip bomb). Reads the central directory alone, by the offsets of the ZIP specification (APPNOTE.TXT 4.3.12 and 4.3.16).
 */
function entriesOf(file: string, bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(view)
  if (end === null) throw damagedProblem(file)

  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  let inflated = 0
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50)
      throw damagedProblem(file)
    if (view.getUint16(at + 8, true) & 1) throw passwordProblem(file)
    const packed = view.getUint32(at + 20, true)
    const size = view.getUint32(at + 24, true)
    inflated += size
    const isBomb = size > 1024 * 1024 && size > packed * MAX_RATIO
    if (isBomb || inflated > MAX_INFLATED) throw sizeProblem(file)
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)),
      at: view.getUint32(at + 42, true),
      isDeflated: view.getUint16(at + 10, true) !== 0,
      packed,
      size,
    })
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Returns where the end of the central directory starts: the last record, before a comment of at most 65,535 bytes. */
function endOfDirectory(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - 22 - 65_535)
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at
  }
  return null
}

/** Row elements of one sheet: the time of the reader grows with their square. Most are empty rows with a format. */
const MAX_ROW_ELEMENTS = 300_000
/** Cells that the reader makes: it fills the gaps above and to the left of every cell. */
const MAX_CELLS = 50_000_000
const [LAST_ROW, LAST_COLUMN] = [1_048_576, 16_384] // of Excel
const MAX_PIECE = 256 * 1024 // characters; a cell has 32,767 at most

/** Throws a FileProblem for a sheet with which the reader would run out of memory, or for minutes. */
async function checkSheets(file: string, bytes: Uint8Array, entries: Entry[]): Promise<void> {
  let cells = 0
  for (const entry of entries.filter(({ name }) => name.endsWith('.xml'))) {
    const text = await inflate(bytes, entry)
    const start = text.indexOf('sheetData')
    if (start === -1) continue
    const { elements, row, column } = extentOf(file, text.slice(start))
    cells += (row + elements) * (column + 4) // an empty row takes the memory of 4 cells
    if (elements > MAX_ROW_ELEMENTS || cells > MAX_CELLS) throw sizeProblem(file)
  }
}

/** Returns the number of row elements, the highest number of a row, and that of a column with a value. */
function extentOf(file: string, xml: string): { elements: number; row: number; column: number } {
  if (hasLongPiece(xml)) throw damagedProblem(file)
  const extent = { elements: 0, row: 0, column: 0 }
  for (const { groups = {} } of xml.matchAll(ROW_OR_ADDRESS)) {
    const { address, rest = '' } = groups
    if (address === undefined) {
      extent.elements += 1
      continue
    }
    const [, letters = '', digits] = /^([a-z]{0,3})(\d{1,7})$/i.exec(address) ?? []
    const row = Number(digits)
    // The reader counts a small letter as another column.
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    if (!(row <= LAST_ROW && column <= LAST_COLUMN)) throw damagedProblem(file)
    extent.row = Math.max(extent.row, row)
    if (!rest.endsWith('/')) extent.column = Math.max(extent.column, column)
  }
  return extent
}

/** Finds each row element, and each attribute `r` with the rest of its tag. */
const ROW_OR_ADDRESS =
  /<(?:[^\s<>/"':]+:)?row\b|\br\s*=\s*(?<quote>["'])(?<address>.*?)\k<quote>(?=(?<rest>(?:[^"'>]|"[^"]*"|'[^']*')*))/gs

/** True when a tag or a text is long: the reader begins it again with each further part of the file. */
function hasLongPiece(xml: string): boolean {
  const find = (mark: string, from: number) => {
    const at = xml.indexOf(mark, from)
    return at === -1 ? xml.length : at
  }
  let [open, close] = [find('<', 0), find('>', 0)]
  for (let from = 0; from < xml.length; ) {
    const to = Math.min(open, close)
    if (to - from > MAX_PIECE && xml.slice(from, to).trim() !== '') return true
    if (open === to) open = find('<', to + 1)
    if (close === to) close = find('>', to + 1)
    from = to + 1
  }
  return false
}

/** Returns the text of an entry, as far as it can be inflated and up to its declared size. */
async function inflate(
  bytes: Uint8Array,
  { at, isDeflated, packed, size }: Entry,
): Promise<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (at + 30 > bytes.length) return ''
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  const content = bytes.slice(start, start + packed)
  if (!isDeflated) return new TextDecoder().decode(content)
  // Safari has it from 16.4 on. An older one reads the sheet without this check.
  if (typeof DecompressionStream === 'undefined') return ''

  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  try {
    while (length < size) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    // The reader of workbooks decides about a damaged entry.
  }
  reader.cancel().catch(() => {})
  return text
}

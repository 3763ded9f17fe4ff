import readXlsxFile from 'read-excel-file/universal'
import type { Cell, Table } from './cell.ts'
import {
  damagedProblem,
  FileProblem,
  MAX_SHEETS,
  passwordProblem,
  sizeProblem,
} from './file-problem.ts'

/** Reads the sheets of an XLSX file. No formula is evaluated; a cell shows the value that was saved with it. */
export async function workbookTables(file: string, bytes: Uint8Array): Promise<Table[]> {
  checkArchive(file, bytes)
  const sheets = await readXlsxFile(toBuffer(bytes)).catch(() => {
    throw damagedProblem(file)
  })
  if (sheets.length > MAX_SHEETS) {
    throw new FileProblem(`«${file}» tiene más de ${MAX_SHEETS} hojas. Guarda solo la del resumen.`)
  }
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

/**
 * Throws a FileProblem for an archive that is damaged, encrypted or would inflate to too much (a zip bomb). Reads the
 * central directory alone, by the offsets of the ZIP specification (APPNOTE.TXT 4.3.12 and 4.3.16).
 */
function checkArchive(file: string, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(view)
  if (end === null) throw damagedProblem(file)

  let at = view.getUint32(end + 16, true)
  let inflated = 0
  for (let entry = view.getUint16(end + 10, true); entry > 0; entry -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50)
      throw damagedProblem(file)
    if (view.getUint16(at + 8, true) & 1) throw passwordProblem(file)
    const packed = view.getUint32(at + 20, true)
    const size = view.getUint32(at + 24, true)
    inflated += size
    const isBomb = size > 1024 * 1024 && size > packed * MAX_RATIO
    if (isBomb || inflated > MAX_INFLATED) throw sizeProblem(file)
    at +=
      46 +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true)
  }
}

/** Returns where the end of the central directory starts: the last record, before a comment of at most 65,535 bytes. */
function endOfDirectory(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - 22 - 65_535)
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at
  }
  return null
}

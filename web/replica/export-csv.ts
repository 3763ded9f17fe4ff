import {
  type CsvList,
  type CsvPart,
  type CsvWindow,
  csvRows,
  csvWindows,
} from '../../shared/contributions-csv.ts'
import { type EngineTransaction, transactionOn } from './copy-engine.ts'

/**
 * The copy keeps few pages at hand (small-engine.ts). Rows that lie in another order than their dates
 * cost a page each by the index, 0.8 s of 100,000; read as they lie and sorted, they cost 0.1 s.
 */
const READ_AND_SORT = `set local enable_indexscan = off; set local work_mem = '32MB'`

export async function windowsOfCsv(
  tx: EngineTransaction,
  list: CsvList,
  personId: string,
): Promise<CsvWindow[]> {
  await tx.exec(READ_AND_SORT)
  return csvWindows(transactionOn(tx), list, personId)
}

/** The rows of one window, from the copy. */
export async function copyCsv(
  tx: EngineTransaction,
  part: CsvPart,
  personId: string,
): Promise<Blob> {
  await tx.exec(READ_AND_SORT)
  const { blob } = await tx.query(
    `copy (${csvRows(part, personId)}) to '/dev/blob'
       (format csv, force_quote *, delimiter '${part.separator}')`,
  )
  return blob ?? new Blob()
}

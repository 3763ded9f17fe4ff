import { type CsvSeparator, csvSeparator } from '../../../shared/contributions-csv.ts'

const KEY = 'csv-separator'

/** The form chosen last time; at first the one that Excel opens rightly in Argentina. */
export function lastSeparator(): CsvSeparator {
  try {
    return csvSeparator.parse(localStorage.getItem(KEY))
  } catch {
    return ';'
  }
}

export function rememberSeparator(separator: CsvSeparator): void {
  try {
    localStorage.setItem(KEY, separator)
  } catch {
    // A browser that refuses storage asks with the usual choice next time.
  }
}

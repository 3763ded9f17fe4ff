/** The error for a statement that cannot be read. Its message names the file and tells the organiser what to do. */
export class FileProblem extends Error {}

export const MAX_FILES = 20
export const MAX_SHEETS = 64
export const MAX_COLUMNS = 60
export const MAX_ROWS = 50_000
const MAX_MEGABYTES = 10
export const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024

/** Throws FileProblem for an empty file and for one over 10 MB. */
export function requireSize(file: string, bytes: Uint8Array): void {
  if (bytes.length === 0) throw emptyProblem(file)
  if (bytes.length > MAX_BYTES) {
    throw new FileProblem(
      `«${file}» pesa más de ${MAX_MEGABYTES} MB. Descarga un período más corto.`,
    )
  }
}

export function rowsProblem(file: string): FileProblem {
  return new FileProblem(`«${file}» tiene más de 50.000 filas. Descarga un período más corto.`)
}

export function sizeProblem(file: string): FileProblem {
  return new FileProblem(`«${file}» es demasiado grande al abrirlo. Descarga un período más corto.`)
}

export function sheetsProblem(file: string): FileProblem {
  return new FileProblem(`«${file}» tiene más de ${MAX_SHEETS} hojas. Guarda solo la del resumen.`)
}

export function pdfProblem(file: string): FileProblem {
  return new FileProblem(`«${file}» es un PDF. Descarga el mismo resumen en CSV o Excel.`)
}

export function passwordProblem(file: string): FileProblem {
  return new FileProblem(`«${file}» tiene contraseña. Guárdalo sin ella.`)
}

export function damagedProblem(file: string): FileProblem {
  return new FileProblem(`«${file}» está dañado o incompleto. Descárgalo otra vez.`)
}

export function emptyProblem(file: string): FileProblem {
  return new FileProblem(`«${file}» está vacío.`)
}

export function noHeaderProblem(file: string): FileProblem {
  return new FileProblem(`No encontramos una fila con fecha e importe en «${file}».`)
}

export function commasProblem(file: string): FileProblem {
  return new FileProblem(
    `«${file}» separa con comas los decimales y también las columnas. Descárgalo en Excel, o separado por punto y coma.`,
  )
}

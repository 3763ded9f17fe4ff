/** A statement that cannot be read. The message names the file and the cure. */
export class FileProblem extends Error {}

export const MAX_FILES = 20
export const MAX_SHEETS = 64
export const MAX_COLUMNS = 60
export const MAX_ROWS = 50_000
const MAX_MEGABYTES = 10
export const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024

export function requireSize(file: string, bytes: Uint8Array): void {
  if (bytes.length === 0) throw new FileProblem(`«${file}» está vacío.`)
  if (bytes.length > MAX_BYTES) {
    throw new FileProblem(
      `«${file}» pesa más de ${MAX_MEGABYTES} MB. Descarga un período más corto.`,
    )
  }
}

export function tooManyRows(file: string): FileProblem {
  return new FileProblem(`«${file}» tiene más de 50.000 filas. Descarga un período más corto.`)
}

export function tooLarge(file: string): FileProblem {
  return new FileProblem(`«${file}» es demasiado grande al abrirlo. Descarga un período más corto.`)
}

export function isPdf(file: string): FileProblem {
  return new FileProblem(`«${file}» es un PDF. Descarga el mismo resumen en CSV o Excel.`)
}

export function hasPassword(file: string): FileProblem {
  return new FileProblem(`«${file}» tiene contraseña. Guárdalo sin ella.`)
}

export function isDamaged(file: string): FileProblem {
  return new FileProblem(`«${file}» está dañado o incompleto. Descárgalo otra vez.`)
}

export function isEmpty(file: string): FileProblem {
  return new FileProblem(`«${file}» está vacío.`)
}

export function hasNoHeader(file: string): FileProblem {
  return new FileProblem(`No encontramos una fila con fecha e importe en «${file}».`)
}

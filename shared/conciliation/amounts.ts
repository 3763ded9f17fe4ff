/* Amounts of a statement, read by their digits into whole centavos. Never by floating point. */
import type { Centavos } from '../money.ts'
import type { Cell } from './cell.ts'

export type DecimalMark = ',' | '.'

/**
 * Returns the decimal mark that the values of a column prove. `1.234` proves nothing, because it is 1,234 pesos in
 * Argentina and 1.234 pesos elsewhere; without a proof it is the comma.
 */
export function decimalMarkOf(values: readonly Cell[]): DecimalMark {
  let points = 0
  let commas = 0
  for (const value of values) {
    if (typeof value !== 'string') continue
    const mark = proofOf(value)
    if (mark === '.') points += 1
    if (mark === ',') commas += 1
  }
  return points > commas ? '.' : ','
}

function proofOf(text: string): DecimalMark | null {
  const digits = SIGNED.exec(text.trim())?.groups?.digits ?? ''
  const comma = digits.lastIndexOf(',')
  const point = digits.lastIndexOf('.')
  if (comma === -1 && point === -1) return null
  if (comma !== -1 && point !== -1) return comma > point ? ',' : '.'
  const mark = comma === -1 ? '.' : ','
  const other = mark === '.' ? ',' : '.'
  if (digits.indexOf(mark) !== digits.lastIndexOf(mark)) return other
  return /^[1-9]\d{0,2}[.,].{3}$/s.test(digits) ? null : mark
}

/** Reads a signed amount. null for everything else, and for a part of a centavo. */
export function readAmount(cell: Cell | undefined, mark: DecimalMark): Centavos | null {
  if (typeof cell === 'number') return ofNumber(cell)
  if (typeof cell !== 'string') return null

  const groups = SIGNED.exec(cell.trim())?.groups
  if (!groups) return null
  const centavos = ofDigits(groups.digits ?? '', mark)
  if (centavos === null) return null
  const isNegative = [groups.open, groups.before, groups.inner, groups.behind, groups.side].some(
    (sign) => sign !== undefined && /[(\-−–d]/i.test(sign),
  )
  return isNegative && centavos !== 0 ? -centavos : centavos
}

/** True for an amount with either decimal mark: `readAmount` tries both. */
export function isAmount(cell: Cell | undefined): boolean {
  return readAmount(cell, ',') !== null
}

/** Matches `(2.070,00)`, `$ -937.776,27`, `-$ 1`, `1.234,56-`, `+ 15.000 ARS`, `1.234,56 DB`. */
const SIGNED =
  /^(?<open>\()?\s*(?<before>[-−–+])?\s*(?:\$|AR\$|ARS)?\s*(?<inner>[-−–+])?\s*(?<digits>\d(?:[\d.,'’\s]*\d)?|[.,]\d+)\s*(?:ARS|\$)?\s*(?<behind>[-−–])?\)?\s*(?<side>CR|DB|DR|[CD])?$/i

function ofDigits(typed: string, mark: DecimalMark): Centavos | null {
  const digits = typed.replace(/(?<before>\d)[ '’\u00a0\u202f](?=\d{3}(?!\d))/g, '$<before>')
  const other = mark === ',' ? '.' : ','
  return byMark(digits, mark, other) ?? byMark(digits, other, mark)
}

function byMark(digits: string, mark: DecimalMark, group: DecimalMark): Centavos | null {
  const [whole = '', rest = '', ...more] = digits.split(mark)
  if (more.length > 0 || !/^\d*$/.test(rest)) return null
  const groups = whole.split(group)
  const isGrouped = groups.every((part, at) =>
    at === 0 ? (groups.length === 1 ? /^\d*$/ : /^\d{1,3}$/).test(part) : /^\d{3}$/.test(part),
  )
  if (!isGrouped || !/^0*$/.test(rest.slice(2))) return null
  const centavos = groups.join('') + rest.slice(0, 2).padEnd(2, '0')
  return centavos.length > 15 ? null : Number(centavos)
}

/** Reads a number of a sheet. Its product with 100 is off by the precision of a double, which grows with the number. */
function ofNumber(value: number): Centavos | null {
  const centavos = Math.round(value * 100)
  const off = Math.abs(value * 100 - centavos)
  return off <= Math.max(1e-6, Math.abs(value) * 1e-13) && Number.isSafeInteger(centavos)
    ? centavos
    : null
}

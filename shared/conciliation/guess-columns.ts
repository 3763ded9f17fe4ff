/* Guesses the columns of an unknown file by their headers and their values. */
import { isAmount } from './amounts.ts'
import type { Columns } from './banks/bank.ts'
import { type Block, DAY_WORD } from './blocks.ts'
import { type Cell, isBlank, type Row, textOf } from './cell.ts'
import { cuitIn } from './cuit.ts'
import { isDayCell } from './days.ts'
import { signOf } from './signs.ts'

/** Returns the columns that a block seems to have; null when the day or the amount stays unclear. */
export function guessColumns(block: Block): Columns | null {
  const { day, ...others } = guessSomeColumns(block)
  if (others.amount !== undefined && hasOtherSide(block, others.amount, others)) return null
  if (day === undefined || (others.amount ?? others.credit) === undefined) return null
  return { day, ...others }
}

/**
 * True when another column has an amount exactly where this one has none: the two are credits and debits, and their
 * headers did not show which.
 */
function hasOtherSide({ rows }: Block, amount: number, { balance, ...others }: SomeColumns) {
  const isFilled = (row: Row, at: number) => {
    const cell = row.cells[at]
    return isAmount(cell) && /[1-9]/.test(textOf(cell))
  }
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const withAmounts = rows.slice(0, SAMPLE).filter(({ cells }) => cells.some(isAmount))
  const empty = withAmounts.filter((row) => !isFilled(row, amount)).length
  if (empty < Math.max(2, withAmounts.length * 0.1)) return false
  const known = new Set<unknown>([amount, balance, ...Object.values(others)])
  return Array.from({ length: width }, (_, at) => at).some(
    (at) =>
      !known.has(at) && withAmounts.every((row) => isFilled(row, at) !== isFilled(row, amount)),
  )
}

/** Columns of which some are unclear. */
export type SomeColumns = Omit<Columns, 'day'> & { day?: number | undefined }

/** Returns the columns that a block seems to have, some of them unclear, for a person to complete. */
export function guessSomeColumns({ header, rows }: Block): SomeColumns {
  const sample = rows.slice(0, SAMPLE)
  const width = Math.max(header?.length ?? 0, ...sample.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) =>
    describe(
      header?.[at] ?? '',
      sample.map(({ cells }) => cells[at] ?? null),
    ),
  )
  const taken = new Set<number | undefined>()
  const take = (score: (column: Column) => number): number | undefined => {
    let best: number | undefined
    let most = 0
    for (const [at, column] of columns.entries()) {
      const points = taken.has(at) ? 0 : score(column)
      if (points > most) [best, most] = [at, points]
    }
    taken.add(best)
    return best
  }

  // A column has one role, so each role chooses among those that the roles above it left.
  const day = take(dayScore)
  const balance = take((column) => (column.amounts > 0.5 && BALANCE.test(column.key) ? 1 : 0))
  const sign = take((column) => (column.signs > 0.9 && column.isRepeated ? 1 : 0))
  const currency = take(({ key }) => (/^(?:moneda|currency|divisa)/.test(key) ? 1 : 0))
  const status = take(({ key }) => (/^(?:estado|status)\b(?!.*detail)/.test(key) ? 1 : 0))
  const refunded = take(({ key, amounts }) =>
    amounts > 0.5 && /\b(?:devuelt[oa]|refunded)\b/.test(key) ? 1 : 0,
  )
  const credit = take((column) => (mayBeAmounts(column) ? sideScore(column.key, CREDIT, DEBIT) : 0))
  const debit = take((column) => (mayBeAmounts(column) ? sideScore(column.key, DEBIT, CREDIT) : 0))
  const hasSides = credit !== undefined && debit !== undefined
  const amount = hasSides ? undefined : take(amountScore)
  const cuit = take(cuitScore)
  const name = take(nameScore)
  const reference = take(referenceScore)
  // The sign's column is a text too: its words also distinguish a transfer from a salary.
  const texts = columns.flatMap((column, at) =>
    (at === sign || !taken.has(at)) && isText(column) ? [at] : [],
  )
  const roles = { day, balance, sign, currency, status, refunded, cuit, name, reference }
  const sides = amount === undefined ? { credit, debit } : { amount }
  return {
    ...Object.fromEntries(
      Object.entries({ ...roles, ...sides }).filter(([, column]) => column !== undefined),
    ),
    texts,
  }
}

const SAMPLE = 300 // rows

interface Column {
  /** Folded header, '' without one. */
  key: string
  /** Shares of the filled cells that can be read as each kind, from 0 to 1. */
  days: number
  amounts: number
  cuits: number
  names: number
  signs: number
  letters: number
  codes: number
  /** Some value has a mark of money, so the column does not contain numbers of documents. */
  hasMoneyFormat: boolean
  isConstant: boolean
  isRepeated: boolean
  /** Number of cells that are not blank. */
  filled: number
  /** Every value is a number that a spreadsheet may show as a day. */
  isSerial: boolean
}

function describe(key: string, cells: readonly Cell[]): Column {
  const filled = cells.filter((cell) => !isBlank(cell))
  const texts = filled.map(textOf)
  const distinct = new Set(texts).size
  return {
    key,
    filled: filled.length,
    days: shareOf(filled, (cell) => typeof cell !== 'number' && isDayCell(cell)),
    isSerial:
      filled.length > 0 && filled.every((cell) => typeof cell === 'number' && isDayCell(cell)),
    amounts: shareOfAmounts(filled),
    cuits: shareOf(texts, (text) => /^[\d-]{11,13}$/.test(text) && cuitIn(text) !== null),
    names: shareOf(texts, (text) => /^[^\d]*\p{L}{2}[^\d]*$/u.test(text)),
    signs: shareOf(texts, (text) => signOf(text) !== null),
    letters: shareOf(texts, (text) => /\p{L}{2}/u.test(text)),
    codes: shareOf(texts, (text) => /^(?=.*\d)[\p{L}\d._/-]{4,40}$/u.test(text)),
    hasMoneyFormat: filled.some((cell) =>
      typeof cell === 'number' ? cell < 1e9 : isAmount(cell) && MONEY_MARK.test(textOf(cell)),
    ),
    isConstant: filled.length >= 4 && distinct === 1,
    isRepeated: distinct <= Math.max(2, Math.min(12, filled.length / 3)),
  }
}

/** No plus: telephones have one. No single C or D: flats have one. */
const MONEY_MARK = /[.,'’()$−–-]|ARS|CR|D[BR]/i

/** A dash stands for no amount. */
function shareOfAmounts(filled: readonly Cell[]): number {
  const values = filled.filter((cell) => !/^[-–—]+$/.test(textOf(cell)))
  return shareOf(values, isAmount)
}

/** Returns the share of the values that pass the test, from 0 to 1; 0 of none. */
function shareOf<Value>(values: readonly Value[], test: (value: Value) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length
}

const BALANCE = /\b(?:saldo|saldos|balance|disponible)\b/
const CREDIT =
  /\b(?:creditos?|credit|ingresos?|haber|abonos?|entradas?|depositos?|acreditad[oa]s?|acreditaciones|recibido|cobros?|cobrado|entro|ingresaron)\b/
const DEBIT =
  /\b(?:debitos?|debit|egresos?|debe|cargos?|salidas?|retiros?|pagos?|gastos?|extracciones|debitado|salio|salieron|enviado)\b/
const AMOUNT = /\b(?:importes?|montos?|amount|valor|total|neto|net|cantidad|pesos)\b|\$/
const NOT_MONEY =
  /\b(?:fecha|tipo|cod|codigo|nro|numero|id|comision|comisiones|fee|impuestos?|iva|tax|retencion|retenciones|usd|dolares|saldo|balance|cotizacion)\b/

function dayScore({ key, days, isSerial }: Column): number {
  const isDay = days >= 0.7
  const hasWord = DAY_WORD.test(key) || key.startsWith('f ')
  if (!isDay && !(isSerial && hasWord)) return 0
  let points = days * 2
  if (hasWord) points += 6
  if (/^(?:fecha|date|dia)$/.test(key)) points += 4
  if (
    /\b(?:movimiento|operacion|transaccion|transaction|contable|acreditacion|imputacion|release)\b/.test(
      key,
    )
  )
    points += 2
  if (/\b(?:vencimiento|emision|proceso|descarga|alta|nacimiento|valor)\b/.test(key)) points -= 3
  return points
}

function mayBeAmounts({ amounts, filled }: Column): boolean {
  return filled === 0 || amounts >= 0.8
}

function sideScore(key: string, side: RegExp, other: RegExp): number {
  if (!side.test(key) || other.test(key) || NOT_MONEY.test(key)) return 0
  return AMOUNT.test(key) || key.split(' ').length === 1 ? 2 : 1
}

function amountScore({ key, amounts, cuits, hasMoneyFormat, isConstant }: Column): number {
  if (amounts < 0.8 || cuits > 0.5 || BALANCE.test(key)) return 0
  if (AMOUNT.test(key) && !NOT_MONEY.test(key)) {
    const isPlain = /^(?:importe|monto|amount)\b/.test(key)
    return 10 + (isPlain ? 5 : 0) - (/\b(?:bruto|gross|original|total)\b/.test(key) ? 2 : 0)
  }
  if (CREDIT.test(key) && !NOT_MONEY.test(key)) return 4
  return key === '' && hasMoneyFormat && !isConstant ? 1 : 0
}

function cuitScore({ key, cuits, isConstant }: Column): number {
  if (cuits < 0.5 || isConstant) return 0
  const isPayers = /\b(?:orig|orden|remit|contra|envia|(?:tercero|pagador|emisor)\b)/.test(key)
  if (!isPayers && /\b(?:cuenta|propi[oa]|empresa)\b/.test(key)) return 0
  return 1 + (isPayers ? 1 : 0)
}

const NAME =
  /\b(?:nombre|nombres|name|ordenante|originante|remitente|pagador|payer|contraparte|counterpart|razon social|apellido|emisor|titular|origen|cliente|tercero|contacto|persona|enviado por|de quien|leyendas adicionales 1)\b/
const NOT_NAME =
  /\b(?:banco|entidad|sucursal|suc|cbu|cvu|alias|cuit|cuil|concepto|descripcion|tipo|canal|documento)\b/

function nameScore({ key, names, isConstant }: Column): number {
  if (names < 0.8 || isConstant || !NAME.test(key) || NOT_NAME.test(key)) return 0
  return /\b(?:nombre|ordenante|originante|remitente|pagador|contraparte|razon social)\b/.test(key)
    ? 2
    : 1
}

function referenceScore({ key, codes, days, isConstant, cuits }: Column): number {
  if (codes < 0.7 || days > 0.5 || cuits > 0.5 || isConstant) return 0
  if (/\b(?:cuenta|terminal|sucursal|suc|documento|lote|causal|cbu|cvu)\b/.test(key)) return 0
  if (/\boperacion\b|\boperation\b|\btransaccion\b/.test(key)) return 4
  if (/\breferenc|\bsource id\b/.test(key)) return 3
  if (/\bcomprobante\b|\bcpbte\b|\bcoelsa\b/.test(key)) return 2
  return /\b(?:id|nro|numero|n|secuencia|control|ticket)\b/.test(key) ? 1 : 0
}

function isText({ key, letters, isConstant }: Column): boolean {
  if (letters < 0.3 || isConstant) return false
  return !/\b(?:sucursal|suc|oficina|canal|banco|entidad|cod|codigo|moneda|fecha)\b/.test(key)
}

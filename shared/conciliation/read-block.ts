/*
 * Reads the rows of a block, which is one table of a statement (blocks.ts), as movements. read-statements.ts calls it for
 * a known bank, for guessed columns, and for the columns that the person chose.
 */
import { countBy } from '../group-by.ts'
import { memoized } from '../memoized.ts'
import { fold } from '../text.ts'
import { type DecimalMark, decimalMarkOf, readAmount } from './amounts.ts'
import type { Bank, Columns, Fields } from './banks/bank.ts'
import type { Block } from './blocks.ts'
import { type Cell, isBlank, type Row, textOf } from './cell.ts'
import { cuitIn } from './cuit.ts'
import { type DayOrder, dayOrderOf, readDay } from './days.ts'
import type { StatementLine } from './line.ts'
import { isReturn, kindOf } from './line-kinds.ts'
import { nameWords } from './names.ts'
import { type Payer, payerIn, type Style, styleOf } from './payer.ts'
import { signOf } from './signs.ts'

export interface BlockReading {
  lines: StatementLine[]
  skipped: SkippedRows
  /** Numbers of the rows whose day or amount could not be read. */
  unread: number[]
  /** True when every day could be read in two ways: 3/4 is 3 April or 4 March. */
  isDayUnsure: boolean
}

/** Counts of rows that are no movements to match. */
interface SkippedRows {
  /** The amount is zero or absent. */
  zero: number
  noDay: number
  /** The movement is not final, or it is no movement by the bank's own rule. */
  pending: number
  foreignCurrency: number
}

/**
 * Returns the movements of a block, and what it skipped or could not read. `bank` is null for an unknown format. `order`
 * is the person's choice of day or month first, for days that could be read in two ways.
 */
export function readBlock(
  file: string,
  block: Block,
  columns: Columns,
  bank: Bank | null,
  order?: DayOrder,
): BlockReading {
  const width = block.header?.filter((key) => key !== '').length ?? 0
  const repair = bank?.repair
  const rows = repair ? block.rows.map((row) => repair(row, width)) : block.rows
  const column = (at: number) => rows.map(({ cells }) => cells[at] ?? null)
  const days = dayOrderOf(column(columns.day))
  const context: BlockContext = {
    file,
    block,
    columns,
    bank,
    order: order ?? days.order,
    decimalMarkIn: memoized((at) => decimalMarkOf(column(at))),
  }
  const reading: BlockReading = {
    lines: [],
    skipped: { zero: 0, noDay: 0, pending: 0, foreignCurrency: 0 },
    unread: [],
    isDayUnsure: days.isUnsure,
  }
  const drafts = readRows(rows, context, reading)
  const signed = bank && columns.sign === undefined ? drafts : withSigns(drafts, columns)
  const texts = signed.filter(isIncomingTransfer).map(({ fields }) => fields.text)
  const style = styleOf(texts, bank ? new Set() : commonWords(rows, columns))
  reading.lines = signed.map((draft) => lineOf(draft, context, style))
  return reading
}

interface BlockContext {
  file: string
  block: Block
  columns: Columns
  bank: Bank | null
  order: DayOrder
  decimalMarkIn: (column: number) => DecimalMark
}

/** A movement before its amount has a sign and its payer is known. */
interface Draft {
  row: Row
  day: string
  amount: number
  /** True when the file shows whether it is a credit or a debit: by a minus, or by separate columns. */
  isSigned: boolean
  balance: number | null
  gross: number | null
  fields: Fields
  sign: string
  reference: string | null
  isReturned: boolean
}

/** Returns the movements, and counts the other rows in `reading`. */
function readRows(rows: readonly Row[], context: BlockContext, reading: BlockReading): Draft[] {
  const { columns, order } = context
  const shifted = shiftedRows(rows, context.block)
  const drafts: Draft[] = []
  /** The movement in the row above; null when that row was skipped. */
  let above: Draft | null = null
  for (const row of rows) {
    const day = readDay(row.cells[columns.day], order)
    if (day !== null) {
      const draft = shifted.has(row) ? 'unreadable' : readMovement(row, day, context)
      if (typeof draft === 'object') drafts.push(draft)
      else if (draft === 'unreadable') reading.unread.push(row.number)
      else reading.skipped[draft] += 1
      above = typeof draft === 'object' ? draft : null
      continue
    }
    const { text } = fieldsOf(row.cells, columns)
    const hasAmount = signedAmount(row, context) !== null
    const hasBlankDay = isBlank(row.cells[columns.day])
    const isTotal = /\b(?:total|subtotal|saldo)\b/i.test(row.cells.map(textOf).join(' '))
    if (above && !hasAmount && hasBlankDay && text !== '') {
      // Some banks continue the text of a movement in a row of its own.
      above.fields = { ...above.fields, text: `${above.fields.text} | ${text}` }
    } else if (hasAmount && !isTotal && !hasBlankDay) {
      reading.unread.push(row.number)
      above = null
    } else if (hasAmount || isTotal) {
      reading.skipped.noDay += 1
      above = null
    }
  }
  return drafts
}

/**
 * Returns the rows whose column of the amount may show another cell: those that have more cells than the header, when
 * most rows have not, because a text contains the separator.
 */
function shiftedRows(rows: readonly Row[], { header, unclear }: Block): ReadonlySet<Row> {
  if (unclear) return new Set(rows.filter(({ number }) => unclear.has(number)))
  const isWider = ({ cells }: Row) =>
    header !== null && cells.slice(header.length).some((cell) => !isBlank(cell))
  const wider = rows.filter(isWider)
  return new Set(wider.length * 2 < rows.length ? wider : [])
}

function readMovement(
  row: Row,
  day: string,
  context: BlockContext,
): Draft | keyof SkippedRows | 'unreadable' {
  const { columns, bank } = context
  const { cells } = row
  const amount = signedAmount(row, context)
  const fields = fieldsOf(cells, columns)
  if (amount === 'unreadable') return amount
  if (amount === null || amount.value === 0) return 'zero'
  if (isPending(fields) || bank?.isMovement?.(fields) === false) return 'pending'
  if (isForeign(cells, columns)) return 'foreignCurrency'
  const refunded = amountIn(row, columns.refunded, context) ?? 0
  return {
    row,
    day,
    amount: amount.value,
    isSigned: amount.isSigned,
    balance: amountIn(row, columns.balance, context),
    gross: amountIn(row, columns.gross, context),
    fields,
    sign: textIn(cells, columns.sign),
    reference: referenceOf(textIn(cells, columns.reference)),
    isReturned: refunded !== 0 || /refund|devuelt|devoluci|revers|charged/i.test(fields.status),
  }
}

/** Returns the amount by the column of amounts, or by those of credits and debits; null when all are empty. */
function signedAmount(
  row: Row,
  context: BlockContext,
): { value: number; isSigned: boolean } | 'unreadable' | null {
  const { amount, credit, debit } = context.columns
  const isUnreadable = [amount, credit, debit].some(
    (column) => /\d/.test(textIn(row.cells, column)) && amountIn(row, column, context) === null,
  )
  if (isUnreadable) return 'unreadable'
  if (amount !== undefined) {
    const value = amountIn(row, amount, context)
    return value === null ? null : { value, isSigned: value < 0 }
  }
  const paidIn = amountIn(row, credit, context)
  const paidOut = amountIn(row, debit, context)
  if (paidIn === null && paidOut === null) return null
  return { value: (paidIn ?? 0) - Math.abs(paidOut ?? 0), isSigned: true }
}

function amountIn({ cells }: Row, column: number | undefined, context: BlockContext) {
  return column === undefined ? null : readAmount(cells[column], context.decimalMarkIn(column))
}

function textIn(cells: readonly Cell[], column: number | undefined): string {
  return column === undefined ? '' : textOf(cells[column])
}

function fieldsOf(cells: readonly Cell[], { texts, name, cuit, status }: Columns): Fields {
  return {
    text: texts
      .map((at) => textOf(cells[at]))
      .filter((text) => text !== '')
      .join(' | '),
    name: textIn(cells, name),
    cuit: cuitIn(textIn(cells, cuit)) ?? '',
    status: textIn(cells, status),
  }
}

const NO_PAYMENT =
  /^(?:pending|pendiente|in_process|en proceso|rejected|rechazad|cancel|anulad|fallid|failed|denegad|vencid|expired|expirad|no aprobad|a confirmar)/i

const isPending = ({ status, text }: Fields) =>
  NO_PAYMENT.test(status) || /\ba confirmar\b/i.test(text)

function isForeign(cells: readonly Cell[], { currency }: Columns): boolean {
  return /usd|u\$[sd]|us\$|d[oó]l|eur/i.test(textIn(cells, currency))
}

/** Returns a reference; null for a cell without a number, in which banks write '', '0' or '-'. */
function referenceOf(text: string): string | null {
  return /^[0-]*$/.test(text) ? null : text
}

/** Sets the sign of amounts that have none: by the column for it, by the balance, or by the words of the bank. */
function withSigns(drafts: readonly Draft[], { sign }: Columns): Draft[] {
  if (drafts.some(({ isSigned }) => isSigned)) return [...drafts]
  const byBalance = sign === undefined ? signsByBalance(drafts) : null
  return drafts.map((draft, at) => {
    const factor = signOf(draft.sign) ?? byBalance?.[at] ?? signOf(draft.fields.text) ?? 1
    return { ...draft, amount: factor * Math.abs(draft.amount) }
  })
}

/**
 * Returns the sign of each amount by the change of the balance, whether the oldest row is the first or the last; null
 * for a row where the balance did not change by the amount. Returns null when fewer than half of the rows fit.
 */
function signsByBalance(drafts: readonly Draft[]): (1 | -1 | null)[] | null {
  const inOrder = (step: 1 | -1) =>
    drafts.map((draft, at) => {
      const before = drafts[at - step]?.balance ?? null
      if (draft.balance === null || before === null) return null
      if (draft.balance - before === draft.amount) return 1 as const
      return before - draft.balance === draft.amount ? (-1 as const) : null
    })
  const known = (signs: (1 | -1 | null)[]) => signs.filter((sign) => sign !== null).length
  const [down, up] = [inOrder(1), inOrder(-1)]
  const best = known(down) >= known(up) ? down : up
  return known(best) >= drafts.length / 2 ? best : null
}

function isIncomingTransfer({ amount, fields }: Draft): boolean {
  return amount > 0 && kindOf(fields.text) === 'transfer'
}

function lineOf(
  draft: Draft,
  { file, block, columns, bank }: BlockContext,
  style: Style,
): StatementLine {
  const { row, day, amount, gross, reference } = draft
  const fields = bank ? draft.fields : withBankWordsInText(draft.fields)
  const { text } = fields
  const payer = payerOf(fields, bank, style)
  const bankText = payer.name === null ? text : text.replaceAll(payer.name, ' ')
  const isOwn = payer.cuit !== null && payer.cuit === cuitIn(textIn(row.cells, columns.ownCuit))
  const kind = isOwn ? 'own-account' : kindOf(bankText)
  // Other movements show a shop or a product, which is nobody's name.
  const mayBePerson = kind === 'transfer' || kind === 'own-account' || fields.name !== ''
  return {
    line: block.sheet === null ? `${file}#${row.number}` : `${file}#${block.sheet}!${row.number}`,
    day,
    amount,
    gross: gross !== null && Math.abs(gross) > Math.abs(amount) ? gross : null,
    name: mayBePerson ? payer.name : null,
    cuit: payer.cuit,
    payerKey: payer.cuit ?? nameWords(fields.name || (bank && payer.name) || '').join(' '),
    reference,
    hasStableReference: bank?.hasStableReference === true && reference !== null,
    text,
    kind,
    isReturned: draft.isReturned || (amount > 0 && isReturn(bankText) && kind === 'transfer'),
    source: bank?.name ?? 'other',
  }
}

/** Moves the name into the text when it names a movement: some banks write their own movements into that column. */
function withBankWordsInText(fields: Fields): Fields {
  const { name, text } = fields
  if (kindOf(name) === 'transfer' && !isReturn(name)) return fields
  return { ...fields, name: '', text: `${text} | ${name}` }
}

function payerOf(fields: Fields, bank: Bank | null, style: Style): Payer {
  if (bank?.payer) return bank.payer(fields)
  const found = payerIn(fields.text, style)
  return { name: fields.name || found.name, cuit: fields.cuit || found.cuit }
}

/** Returns the words that many rows of an unknown file repeat: they are the bank's, not a person's. */
function commonWords(rows: readonly Row[], columns: Columns): Set<string> {
  const words = rows.flatMap(({ cells }) => [
    ...new Set(fold(fieldsOf(cells, columns).text).match(/[a-z]{2,}/g)),
  ])
  const counts = countBy(words, (word) => word)
  const minRows = Math.max(8, rows.length * 0.2)
  // Particles belong to surnames too: "DE LA FUENTE".
  const isCommon = ([word, count]: [string, number]) =>
    count >= minRows && !/^(?:del?|las?|los?)$/.test(word)
  return new Set([...counts].filter(isCommon).map(([word]) => word))
}

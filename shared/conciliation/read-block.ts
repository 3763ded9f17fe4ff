/* Turns the rows of a block into movements, and counts the rows that are none. */
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
  /** Rows with an amount of zero or none, rows without a day, and movements that are not final. */
  skipped: { zero: number; noDay: number; pending: number; dollars: number }
  /** Rows that have a day or an amount, and something unreadable. */
  unread: number[]
  /** Every day could be read in two ways. */
  isDayUnsure: boolean
}

/** `order` is the person's choice where the days themselves do not tell. */
export function readBlock(
  file: string,
  block: Block,
  columns: Columns,
  bank: Bank | null,
  order?: DayOrder,
): BlockReading {
  const width = block.header?.filter((key) => key !== '').length ?? 0
  const rows = bank?.repair ? block.rows.map((row) => bank.repair?.(row, width) ?? row) : block.rows
  const column = (at: number | undefined) =>
    at === undefined ? [] : rows.map(({ cells }) => cells[at] ?? null)
  const days = dayOrderOf(column(columns.day))
  const reader: Reader = {
    file,
    block,
    columns,
    bank,
    order: order ?? days.order,
    markOf: memoized((at) => decimalMarkOf(column(at))),
  }
  const reading: BlockReading = {
    lines: [],
    skipped: { zero: 0, noDay: 0, pending: 0, dollars: 0 },
    unread: [],
    isDayUnsure: days.isUnsure,
  }
  const drafts = draftsOf(rows, reader, reading)
  const signed = bank && columns.sign === undefined ? drafts : withSigns(drafts, columns)
  const texts = signed.filter(isFromPerson).map(({ fields }) => fields.text)
  const style = styleOf(texts, bank ? new Set() : commonWords(rows, columns))
  reading.lines = signed.map((draft) => lineOf(draft, reader, style))
  return reading
}

interface Reader {
  file: string
  block: Block
  columns: Columns
  bank: Bank | null
  order: DayOrder
  markOf: (column: number) => DecimalMark
}

interface Draft {
  row: Row
  day: string
  amount: number
  /** True when the amount came with its sign, or from a column of one side. */
  isSigned: boolean
  balance: number | null
  gross: number | null
  fields: Fields
  sign: string
  reference: string | null
  isReturned: boolean
}

function draftsOf(rows: readonly Row[], reader: Reader, reading: BlockReading): Draft[] {
  const { columns, bank, order, markOf } = reader
  const amountAt = ({ cells }: Row, at: number | undefined) =>
    at === undefined ? null : readAmount(cells[at], markOf(at))
  const drafts: Draft[] = []
  for (const row of rows) {
    const { cells } = row
    const day = readDay(cells[columns.day], order)
    const amount = signedAmount(row, columns, amountAt)
    const fields = fieldsOf(cells, columns)
    if (day === null) {
      const last = drafts.at(-1)
      const isTotal = /\b(?:total|subtotal|saldo)\b/i.test(cells.map(textOf).join(' '))
      if (amount === null && isBlank(cells[columns.day]) && fields.text !== '' && last) {
        // Some banks continue the text of a movement in a row of its own.
        last.fields = { ...last.fields, text: `${last.fields.text} | ${fields.text}` }
      } else if (amount !== null && !isTotal && !isBlank(cells[columns.day])) {
        reading.unread.push(row.number)
      } else if (amount !== null || isTotal) {
        reading.skipped.noDay += 1
      }
      continue
    }
    if (amount === 'unreadable') {
      reading.unread.push(row.number)
    } else if (amount === null || amount.value === 0) {
      reading.skipped.zero += 1
    } else if (isPending(fields) || bank?.isMovement?.(fields) === false) {
      reading.skipped.pending += 1
    } else if (isForeign(cells, columns)) {
      reading.skipped.dollars += 1
    } else {
      const refunded = amountAt(row, columns.refunded) ?? 0
      drafts.push({
        row,
        day,
        amount: amount.value,
        isSigned: amount.isSigned,
        balance: amountAt(row, columns.balance),
        gross: amountAt(row, columns.gross),
        fields,
        sign: textOf(cells[columns.sign ?? -1]),
        reference: referenceOf(cells[columns.reference ?? -1]),
        isReturned: refunded !== 0 || /refund|devuelt|charged/i.test(fields.status),
      })
    }
  }
  return drafts
}

function signedAmount(
  row: Row,
  columns: Columns,
  amountAt: (row: Row, at: number | undefined) => number | null,
): { value: number; isSigned: boolean } | 'unreadable' | null {
  const { amount, credit, debit } = columns
  const isUnreadable = [amount, credit, debit].some((at) => {
    const cell = at === undefined ? null : (row.cells[at] ?? null)
    return !isBlank(cell) && /\d/.test(textOf(cell)) && amountAt(row, at) === null
  })
  if (isUnreadable) return 'unreadable'
  if (amount !== undefined) {
    const value = amountAt(row, amount)
    return value === null ? null : { value, isSigned: value < 0 }
  }
  const paidIn = amountAt(row, credit)
  const paidOut = amountAt(row, debit)
  if (paidIn === null && paidOut === null) return null
  return { value: (paidIn ?? 0) - Math.abs(paidOut ?? 0), isSigned: true }
}

function fieldsOf(cells: readonly Cell[], { texts, name, cuit, status }: Columns): Fields {
  return {
    text: texts
      .map((at) => textOf(cells[at]))
      .filter((text) => text !== '')
      .join(' | '),
    name: textOf(cells[name ?? -1]),
    cuit: cuitIn(textOf(cells[cuit ?? -1])) ?? '',
    status: textOf(cells[status ?? -1]),
  }
}

const isPending = ({ status, text }: Fields) =>
  /^(?:pending|pendiente|in_process|en proceso|rejected|rechazad|cancel|a confirmar)/i.test(
    status,
  ) || /\ba confirmar\b/i.test(text)

function isForeign(cells: readonly Cell[], { currency }: Columns): boolean {
  return currency !== undefined && /usd|u\$s|us\$|d[oó]lar|eur/i.test(textOf(cells[currency]))
}

function referenceOf(cell: Cell | undefined): string | null {
  const text = textOf(cell)
  return text === '' || /^[0-]*$/.test(text) ? null : text
}

/** Gives a sign to amounts that have none: by the column for it, by the balance, or by the words of the bank. */
function withSigns(drafts: readonly Draft[], { amount, sign }: Columns): Draft[] {
  if (amount === undefined || drafts.some(({ isSigned }) => isSigned)) return [...drafts]
  const byBalance = sign === undefined ? signsByBalance(drafts) : null
  return drafts.map((draft, at) => {
    const by = signOf(draft.sign) ?? byBalance?.[at] ?? signOf(draft.fields.text) ?? 1
    return { ...draft, amount: by * Math.abs(draft.amount) }
  })
}

/** The balance moves by each amount, downwards or upwards through the file. null where it does not. */
function signsByBalance(drafts: readonly Draft[]): (1 | -1 | null)[] | null {
  const inOrder = (step: 1 | -1) =>
    drafts.map((draft, at) => {
      const before = drafts[at - step]?.balance
      if (draft.balance === null || before === null || before === undefined) return null
      if (draft.balance - before === draft.amount) return 1 as const
      return before - draft.balance === draft.amount ? (-1 as const) : null
    })
  const known = (signs: (1 | -1 | null)[]) => signs.filter((sign) => sign !== null).length
  const [down, up] = [inOrder(1), inOrder(-1)]
  const best = known(down) >= known(up) ? down : up
  return known(best) >= drafts.length / 2 ? best : null
}

function isFromPerson({ amount, fields }: Draft): boolean {
  return amount > 0 && kindOf(fields.text) === 'transfer'
}

function lineOf(draft: Draft, { file, block, columns, bank }: Reader, style: Style): StatementLine {
  const { row, day, amount, gross, reference } = draft
  const fields = bank ? draft.fields : withoutOwnWords(draft.fields)
  const { text } = fields
  const payer = payerOf(fields, bank, style)
  const spoken = payer.name === null ? text : text.replaceAll(payer.name, ' ')
  const isOwn =
    payer.cuit !== null && payer.cuit === cuitIn(textOf(row.cells[columns.ownCuit ?? -1]))
  const kind = isOwn ? 'own-account' : kindOf(spoken)
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
    isReturned: draft.isReturned || (amount > 0 && isReturn(spoken) && kind === 'transfer'),
    source: bank?.name ?? 'other',
  }
}

/** Some banks write their own movements into the column of names. */
function withoutOwnWords(fields: Fields): Fields {
  const { name, text } = fields
  if (kindOf(name) === 'transfer' && !isReturn(name)) return fields
  return { ...fields, name: '', text: `${text} | ${name}` }
}

function payerOf(fields: Fields, bank: Bank | null, style: Style): Payer {
  if (bank?.payer) return bank.payer(fields)
  const found = payerIn(fields.text, style)
  return { name: fields.name || found.name, cuit: fields.cuit || found.cuit }
}

/** Words that many rows of an unknown file repeat are the bank's, not a person's. */
function commonWords(rows: readonly Row[], columns: Columns): Set<string> {
  const words = rows.flatMap(({ cells }) => [...new Set(wordsIn(fieldsOf(cells, columns).text))])
  const counts = countBy(words, (word) => word)
  const least = Math.max(8, rows.length * 0.2)
  // Particles belong to surnames too: "DE LA FUENTE".
  const isCommon = ([word, count]: [string, number]) =>
    count >= least && !/^(?:del?|las?|los?)$/.test(word)
  return new Set([...counts].filter(isCommon).map(([word]) => word))
}

function wordsIn(text: string): string[] {
  return fold(text)
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1)
}

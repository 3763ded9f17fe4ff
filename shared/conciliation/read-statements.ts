/*
 * Reads the files of a bank on the person's own device. Each file is read by itself: a problem of one, or a table with
 * unknown columns, does not stop the others.
 */
import type { Centavos } from '../money.ts'
import { countOf, formatCount } from '../text.ts'
import type { Bank, Columns } from './banks/bank.ts'
import { bankOf } from './banks/banks.ts'
import { type Block, blocksOf } from './blocks.ts'
import { type Cell, headerKey, textOf } from './cell.ts'
import { type DayOrder, dayOrderOf } from './days.ts'
import { accountAbove, type BlockOfAccount, shareAccount } from './file-accounts.ts'
import { commasProblem, FileProblem, MAX_FILES, noHeaderProblem } from './file-problem.ts'
import { guessColumns, guessSomeColumns, type SomeColumns } from './guess-columns.ts'
import type { StatementLine } from './line.ts'
import { joinBlocks, type KnownLine } from './line-ids.ts'
import { type BlockReading, readBlock } from './read-block.ts'
import { tablesOf } from './tables.ts'

export interface StatementFile {
  name: string
  bytes: Uint8Array
}

/** A table that the person must explain: the meaning of its columns, or how its days are written. */
export interface UnknownTable {
  file: string
  /** Folded headers: the key under which the person's choice is stored. */
  header: string
  /** The headers as the file has them. */
  titles: string[]
  rows: Cell[][]
  guess: SomeColumns
  /** A day that could be read in two ways, as the file has it; null when all days are clear. */
  unsureDay: string | null
}

/** A person's choice for the tables with one header. */
export interface Mapping {
  columns: Columns
  order?: DayOrder | undefined
  /** Negative amounts are money that came in. */
  isNegativeIncome?: boolean | undefined
}

export interface StatementsReading {
  /** All credits and debits, each movement once. */
  lines: KnownLine[]
  /** Notes for the person, by file. */
  warnings: string[]
  problems: string[]
  /** Tables without a day or an amount; none of their rows is read. */
  unknown: UnknownTable[]
  /** Tables of no known bank that are read day first, though each of their days could be month first. */
  unsure: UnknownTable[]
}

export interface ReadStatementsOptions {
  /** 22 digits or an alias. */
  account?: string
  /** Returns the person's columns for a folded header. */
  mappingOf?: (header: string) => Mapping | undefined
  /** Called with the number of rows read from a file so far. */
  onRows?: (file: string, rows: number) => void
}

export async function readStatements(
  files: readonly StatementFile[],
  { account = '', mappingOf = () => undefined, onRows = () => {} }: ReadStatementsOptions = {},
): Promise<StatementsReading> {
  const result: StatementsReading = {
    lines: [],
    warnings: [],
    problems: [],
    unknown: [],
    unsure: [],
  }
  const blocks: BlockOfAccount[] = []
  for (const { name, bytes } of files.slice(0, MAX_FILES)) {
    try {
      const ofFile = await readFile(name, bytes, { account, mappingOf, onRows }, result)
      blocks.push(...shareAccount(ofFile))
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      result.problems.push(error.message)
    }
  }
  if (files.length > MAX_FILES) {
    result.problems.push(`Elige hasta ${MAX_FILES} archivos por vez.`)
  }
  return { ...result, lines: joinBlocks(shareAccount(blocks)) }
}

async function readFile(
  file: string,
  bytes: Uint8Array,
  { account, mappingOf, onRows }: Required<ReadStatementsOptions>,
  result: StatementsReading,
): Promise<BlockOfAccount[]> {
  const tables = await tablesOf(file, bytes)
  const read: BlockReading[] = []
  const ofFile: BlockOfAccount[] = []
  let rows = 0
  let unknown = 0
  let foreign = 0
  for (const block of tables.flatMap(blocksOf)) {
    if (isInDollars(block)) {
      foreign += 1
      result.warnings.push(`«${file}»: Esta hoja está en dólares y no se usa.`)
      continue
    }
    if (block.unclear && block.unclear.size * 2 > block.rows.length) throw commasProblem(file)
    const own = accountAbove(block)
    const other = own && otherAccount(own, account)
    if (other) result.warnings.push(`«${file}»: ${other}`)

    const header = (block.header ?? []).join('|')
    const mapping = mappingOf(header)
    const reading = readKnown(file, block, mapping)
    if (reading) {
      read.push(reading.block)
      ofFile.push({ account: own, lines: reading.block.lines })
      rows += block.rows.length
      onRows(file, rows)
      const isAsked = !reading.bank && !mapping?.order && block.header && reading.block.isDayUnsure
      if (isAsked) result.unsure.push(tableOf(file, header, block))
      const cut = reading.bank && totalsProblem(block, reading.bank, reading.block.lines)
      if (cut) result.warnings.push(`«${file}»: ${cut}`)
    } else if (block.header && block.rows.length > 0) {
      unknown += 1
      result.unknown.push(tableOf(file, header, block))
    }
  }
  if (read.length === 0 && unknown === 0 && foreign === 0) throw noHeaderProblem(file)
  result.warnings.push(...notesOf(file, rows, read))
  return ofFile
}

const SHOWN_ROWS = 8

function tableOf(file: string, header: string, block: Block): UnknownTable {
  const guess = guessSomeColumns(block)
  const days = block.rows.map(({ cells }) => cells[guess.day ?? NaN] ?? null)
  return {
    file,
    header,
    titles: block.titles,
    rows: block.rows.slice(0, SHOWN_ROWS).map(({ cells }) => cells),
    guess,
    unsureDay: dayOrderOf(days).isUnsure ? textOf(days.find((day) => textOf(day) !== '')) : null,
  }
}

function readKnown(
  file: string,
  block: Block,
  mapping: Mapping | undefined,
): { block: BlockReading; bank: Bank | null } | null {
  if (mapping) return { block: readMapped(file, block, mapping), bank: null }
  const known = block.header && bankOf(block.header)
  if (known) {
    const reading = readBlock(file, block, known.columns, known.bank)
    const isRight = reading.lines.length > 0 || reading.unread.length === 0
    if (isRight) return { block: reading, bank: known.bank }
  }
  const columns = guessColumns(block)
  if (!columns) return null
  const reading = readBlock(file, block, columns, null)
  return block.header || reading.lines.length > 0 ? { block: reading, bank: null } : null
}

export function readMapped(
  file: string,
  block: Block,
  { columns, order, isNegativeIncome }: Mapping,
): BlockReading {
  const reading = readBlock(file, block, columns, null, order)
  if (!isNegativeIncome) return reading
  const lines = reading.lines.map((line) => ({ ...line, amount: -line.amount }))
  return { ...reading, lines }
}

function isInDollars({ sheet, above }: Block): boolean {
  const isForeign = (text: string) => /\b(?:dolares|dolar|usd|u s s)\b|u\$[sd]|us\$/.test(text)
  if (sheet !== null && isForeign(headerKey(sheet))) return true
  return above.some(({ cells }) => {
    const keys = cells.map(headerKey).filter((key) => key !== '')
    const [title = ''] = keys
    const isMoney = /\b(?:moneda|cuenta|caja de ahorro|cuenta corriente|ca|cc)\b/.test(title)
    return isMoney && keys.some(isForeign) && !keys.some((key) => /\bpesos\b/.test(key))
  })
}

function otherAccount(own: string, account: string): string | null {
  if (!/^\d{22}$/.test(account) || own === account) return null
  return `Este archivo es de otra cuenta: termina en ${own.slice(-4)} y la de la colecta en ${account.slice(-4)}`
}

function totalsProblem({ above }: Block, bank: Bank, lines: readonly StatementLine[]) {
  const totals = bank.totals?.(above)
  if (!totals) return null
  const sum = (test: (amount: Centavos) => boolean) =>
    lines.reduce((sum, { amount }) => sum + (test(amount) ? amount : 0), 0)
  const isWhole = sum((x) => x > 0) === totals.credits && sum((x) => x < 0) === totals.debits
  return isWhole ? null : 'Los totales del archivo no coinciden: puede estar cortado.'
}

function notesOf(file: string, rows: number, read: readonly BlockReading[]): string[] {
  const count = (kind: keyof BlockReading['skipped']) =>
    read.reduce((sum, { skipped }) => sum + skipped[kind], 0)
  const unread = read.flatMap((reading) => reading.unread)
  const notes: string[] = []
  if (unread.length > 0) {
    const list = unread.slice(0, 20).join(', ') + (unread.length > 20 ? '…' : '')
    const understood = formatCount(rows - unread.length)
    notes.push(
      unread.length === 1
        ? `Leímos ${understood} de ${formatCount(rows)} filas; esta no se entiende: ${list}`
        : `Leímos ${understood} de ${formatCount(rows)} filas; estas ${formatCount(unread.length)} no se entienden: ${list}`,
    )
  }
  const skipped = [
    rowsOf(count('zero'), 'sin importe'),
    rowsOf(count('noDay'), 'sin fecha'),
    rowsOf(count('pending'), 'sin confirmar'),
    rowsOf(count('foreignCurrency'), 'en dólares'),
  ].filter((note) => note !== null)
  if (skipped.length > 0) notes.push(skipped.join(', '))
  return notes.map((note) => `«${file}»: ${note}`)
}

function rowsOf(count: number, why: string): string | null {
  return count === 0 ? null : `${countOf(count, 'fila')} ${why}`
}

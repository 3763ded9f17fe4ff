/* Reads CSV and similar texts: finds encoding and separator, and numbers rows by their physical line. */
import Papa from 'papaparse'
import { countBy } from '../group-by.ts'
import { isBlank, type Row, type Table } from './cell.ts'

/** Decodes a text by its byte order mark, else as UTF-8, else as windows-1252, in which every byte is a letter. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const start = bytes.subarray(0, 200)
  const zeros = start.filter((byte) => byte === 0).length
  if (zeros > start.length / 4) {
    return new TextDecoder(start[0] === 0 ? 'utf-16be' : 'utf-16le').decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function textTable(text: string): Table {
  // Papa Parse takes one kind of line break for a whole text, and joins the lines with another kind to one row.
  const plain = text.replace(/\r\n?/g, '\n')
  const delimiter = separatorOf(plain)
  const parse = (part: string) => Papa.parse<string[]>(part, { delimiter, newline: '\n' })
  const cellsOf = (line: string) => {
    const { data, errors } = parse(line)
    const isOpen = errors.some(({ code }) => code === 'MissingQuotes')
    return isOpen ? line.split(delimiter) : (data[0] ?? [])
  }
  const { data, errors } = parse(plain)
  const oddlyQuoted = new Set(errors.map(({ row }) => row))
  const lines = plain.split('\n')
  const rows: Row[] = []
  let number = 1
  for (const [at, cells] of data.entries()) {
    const height = String(cells).split('\n').length // a cell may hold line breaks
    // A quote that nothing closes swallows the lines up to the next quote, or the rest of the file.
    const hasSwallowed = height > 1 && oddlyQuoted.has(at)
    const read = hasSwallowed ? lines.slice(number - 1, number - 1 + height).map(cellsOf) : [cells]
    for (const [below, cells] of read.entries()) rows.push({ number: number + below, cells })
    number += height
  }
  return {
    sheet: null,
    rows: rows.filter(({ cells }) => cells.some((cell) => !isBlank(cell))),
    isSeparatedByCommas: delimiter === ',',
  }
}

/**
 * Returns the separator with which most of the first 50 lines have the same count. A comma loses to the others,
 * because it stands in every amount.
 */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50)
    .map((line) => line.replace(/"[^"]*"/g, ''))
  const regular = (separator: string) => {
    const counts = lines
      .map((line) => line.split(separator).length - 1)
      .filter((count) => count > 0)
    return Math.max(0, ...countBy(counts, (count) => count).values())
  }
  const [strong] = [';', '\t', '|']
    .map((separator) => ({ separator, lines: regular(separator) }))
    .toSorted((a, b) => b.lines - a.lines)
  if (strong && strong.lines > 0) {
    const { separator, lines: count } = strong
    const present = lines.filter((line) => line.includes(separator)).length
    if (count >= lines.length / 2 || present >= lines.length * 0.8) return separator
  }
  const commas = regular(',')
  return strong && strong.lines > commas ? strong.separator : ','
}
